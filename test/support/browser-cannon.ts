import { createHash, X509Certificate } from 'node:crypto'
import { rmSync } from 'node:fs'
import { createServer as createPlainServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import PQueue from 'p-queue'
import { findChromium } from '../../src/analysis/scan/browser/find-chromium.ts'
import { createBrowser, RenderFailed } from '../../src/analysis/scan/browser.ts'
import { createEgress } from '../../src/kernel/egress/egress.ts'
import { silentLog } from '../../src/kernel/runtime/log.ts'
import { makeBrowserFolder, patientLimits, renderMsMax, spaciousBudget } from './browser-world.ts'
import { createTestAuthority } from './egress-certificates.ts'

/** Who stands behind the one server: the page's own site, and others who have nothing to do with it. */
export const cannonNames = {
  own: 'www.cannon-site.com',
  sibling: 'api.cannon-site.com',
  other: 'login.third-party.com',
  /** The page requests nothing from it that may be fetched. */
  silent: 'silent.fourth-party.com',
  /** Only redirects lead there. */
  led: 'www.fifth-party.com',
}
const many = Array.from({ length: 12 }, (_, index) => `cdn-${index}.many-company.com`)
export const manyNames: readonly string[] = many

export type Scheme = 'http' | 'https'
type Origins = Readonly<Record<keyof typeof cannonNames, string>>

export type CannonPages = (range: {
  scheme: Scheme
  origins: Origins
  port: number
}) => Readonly<Record<string, string>>

export interface CannonOptions {
  pagesFor: CannonPages
  /** Whose origins count as local ones. */
  local?: ReadonlyArray<keyof typeof cannonNames>
  disallow?: RegExp
  /** Whether the browser accepts the range's certificate; it does when left out. */
  trusted?: boolean
}

const names = [...Object.values(cannonNames), ...many]
const { key, cert } = createTestAuthority().issue({ names })
const publicKey = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' })
const spkiSha256 = createHash('sha256').update(publicKey).digest('base64')
/** Most of the time of a rendering is waiting for it to become quiet. */
const turns = new PQueue({ concurrency: 3 })

/** Renders a page on a range of its own, where everything that arrives is recorded. */
export const fireCannon = (scheme: Scheme, path: string, options: CannonOptions) =>
  turns.add(() => fireOnRange(scheme, path, options))

export type Shot = Awaited<ReturnType<typeof fireOnRange>>

async function fireOnRange(
  scheme: Scheme,
  path: string,
  { pagesFor, local = [], disallow, trusted = true }: CannonOptions,
) {
  /** Everything that arrived: `METHOD host/path`, with the body if there was one; and what robots rules were read for. */
  const [asked, robots]: [string[], string[]] = [[], []]
  const note = ({ method, headers, url }: IncomingMessage, more = '') =>
    asked.push(`${method} ${(headers.host ?? '').replace(/:\d+$/, '')}${url}${more}`)
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      note(request, chunks.length === 0 ? '' : ` ${Buffer.concat(chunks)}`)
      const path = (request.url ?? '/').split('?')[0] ?? '/'
      const body = pages[path] ?? ''
      const type = path.endsWith('.js') ? 'text/javascript' : path.endsWith('.css') ? 'text/css' : 'text/html'
      const to = new URL(request.url ?? '/', 'http://range').searchParams.get('to')
      response.writeHead(to === null ? 200 : 302, {
        ...(to !== null && { location: to }),
        'content-type': type,
        'access-control-allow-origin': '*',
        'access-control-allow-methods': '*',
        'access-control-allow-headers': '*',
        'content-security-policy-report-only': `img-src 'none'; report-uri /report`,
      })
      response.end(body)
    })
  }
  const server: Server =
    scheme === 'http' ? createPlainServer(serve) : createSecureServer({ key, cert }, serve)
  server.on('upgrade', (request: IncomingMessage, socket: { destroy(): void }) => {
    note(request, ' upgrade')
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = addressOf(server)
  const originOf = (name: string) => `${scheme}://${name}:${port}`
  const { own, sibling, other, silent, led } = cannonNames
  const origins = {
    own: originOf(own),
    sibling: originOf(sibling),
    other: originOf(other),
    silent: originOf(silent),
    led: originOf(led),
  }
  const pages = pagesFor({ origins, scheme, port })
  const tmpDir = makeBrowserFolder()
  const localOrigins = local.map((name) => origins[name])
  const egress = createEgress({
    dns: {
      addresses: async (host) => (names.includes(host) ? ['45.66.200.9'] : []),
      records: async () => [],
    },
    policy: {
      ports: [port],
      exceptions: localOrigins.map((origin) => ({ origin, address: '127.0.0.1' })),
    },
    userAgent: 'CairnTest/1.0',
    log: silentLog,
    now: () => Date.now(),
    dial: () => '127.0.0.1',
  })
  const browser = createBrowser({
    executable: findChromium(),
    userAgent: 'CairnTest/1.0',
    log: silentLog,
    tmpDir,
    localOrigins,
    limits: { ...patientLimits, quietMs: 1_000 },
    ...(trusted && { trust: { spkiSha256: [spkiSha256] } }),
  })
  const signal = new AbortController().signal
  const session = egress.open({ signal, budget: spaciousBudget(), perHost: 2 })
  try {
    const page = await browser.render(new URL(path, origins.own), {
      work: { caller: 'test' },
      session,
      signal,
      deadlineMs: renderMsMax,
      budget: spaciousBudget(),
      allow: async (url) => {
        robots.push(`${url.hostname}${url.pathname}`)
        return disallow === undefined || !disallow.test(url.href)
      },
    })
    const { url, html, refused } = page
    return { origins, end: 'rendered' as unknown, message: '', url, html, refused, asked, robots }
  } catch (error) {
    const end = error instanceof RenderFailed ? error.reason : error
    const message = error instanceof Error ? error.message : ''
    return { origins, end, message, url: '', html: '', refused: 0, asked, robots }
  } finally {
    await browser.close()
    session.close()
    server.close()
    rmSync(tmpDir, { recursive: true, force: true })
  }
}

function addressOf(server: Server): AddressInfo {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return address
}
