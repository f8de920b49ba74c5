import { createHash, X509Certificate } from 'node:crypto'
import { rmSync } from 'node:fs'
import { createServer as createPlainServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { findChromium } from '../../src/analysis/scan/browser/find-chromium.ts'
import { createBrowser, type RenderedPage } from '../../src/analysis/scan/browser.ts'
import { createEgress } from '../../src/kernel/egress.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { makeBrowserFolder, spaciousBudget } from './browser-world.ts'
import { createTestAuthority } from './egress-certificates.ts'

/** Who stands behind the one server: the page's own site, and others who have nothing to do with it. */
export const cannonNames = {
  own: 'www.cannon-site.com',
  sibling: 'api.cannon-site.com',
  other: 'login.third-party.com',
  /** Nobody on the page asks it for anything that may be fetched. */
  silent: 'silent.fourth-party.com',
}
const many = Array.from({ length: 12 }, (_, index) => `cdn-${index}.many-company.com`)
export const manyNames: readonly string[] = many

export interface CannonRange {
  readonly scheme: 'http' | 'https'
  readonly origins: Readonly<Record<keyof typeof cannonNames, string>>
  readonly port: number
  /** `METHOD host/path`, with the body if there was one. */
  readonly asked: string[]
  /** What robots rules were asked for. */
  readonly robots: string[]
  render(
    path: string,
    options?: { localOrigins?: readonly string[]; disallow?: RegExp },
  ): Promise<RenderedPage>
  close(): Promise<void>
}

export type CannonPages = (
  range: Pick<CannonRange, 'origins' | 'scheme' | 'port'>,
) => Readonly<Record<string, string>>

/** A place where a page fires at others from the browser of ours, and everything that arrives is written down. */
export async function openCannonRange(scheme: 'http' | 'https', pagesFor: CannonPages): Promise<CannonRange> {
  const names = [...Object.values(cannonNames), ...many]
  const asked: string[] = []
  const robots: string[] = []
  const { key, cert } = createTestAuthority().issue({ names })
  const publicKey = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' })
  const spkiSha256 = createHash('sha256').update(publicKey).digest('base64')
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
  const { own, sibling, other, silent } = cannonNames
  const origins = {
    own: originOf(own),
    sibling: originOf(sibling),
    other: originOf(other),
    silent: originOf(silent),
  }
  const pages = pagesFor({ origins, scheme, port })
  const tmpDir = makeBrowserFolder()

  return {
    scheme,
    origins,
    port,
    asked,
    robots,
    render: async (path, { localOrigins = [], disallow } = {}) => {
      asked.length = 0
      robots.length = 0
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
        limits: { quietMs: 1_000 },
        trust: { spkiSha256: [spkiSha256] },
      })
      const signal = new AbortController().signal
      const session = egress.open({ signal, budget: spaciousBudget(), perHost: 2 })
      try {
        return await browser.render(new URL(path, origins.own), {
          session,
          signal,
          deadlineMs: 20_000,
          budget: spaciousBudget(),
          allow: async (url) => {
            robots.push(`${url.hostname}${url.pathname}`)
            return disallow === undefined || !disallow.test(url.href)
          },
        })
      } finally {
        await browser.close()
        session.close()
      }
    },
    close: async () => {
      server.close()
      rmSync(tmpDir, { recursive: true, force: true })
    },
  }
}

function addressOf(server: Server): AddressInfo {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return address
}
