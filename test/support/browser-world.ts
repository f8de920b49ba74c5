import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '../../src/analysis/scan/browser/find-chromium.ts'
import type { BrowserLimits } from '../../src/analysis/scan/browser/limits.ts'
import { createBrowser, type RenderOptions } from '../../src/analysis/scan/browser.ts'
import { type Budget, createBudget, createEgress } from '../../src/kernel/egress/egress.ts'
import { silentLog } from '../../src/kernel/runtime/log.ts'
import { patientEgress } from './patient-scan.ts'
import { processesFrom } from './processes.ts'
import { waitFor } from './wait.ts'

/** An HTML page, or what answers the request. */
export type WorldPage = string | ((request: IncomingMessage, response: ServerResponse) => void)

export const answer =
  (status: number, headers: Record<string, string> = {}, body = ''): WorldPage =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body)
  }

/** A page whose script shows what it fetches, and a redirect to it. */
export const scriptedSite: Readonly<Record<string, WorldPage>> = {
  '/': answer(
    200,
    { 'x-site': 'yes', 'set-cookie': 'a=1' },
    '<!doctype html><title>Shell</title><div id="root"></div><script src="/app.js"></script>',
  ),
  '/app.js': answer(
    200,
    { 'content-type': 'text/javascript' },
    `fetch('/data').then((r) => r.json()).then((d) => { document.getElementById('root').textContent = d.text })`,
  ),
  '/data': answer(
    200,
    { 'content-type': 'application/json' },
    JSON.stringify({ text: 'Filled — by a script' }),
  ),
  '/moved': answer(302, { location: '/' }),
}

/** Public names of the world; all but one are this machine behind addresses that pass for public ones. */
export const worldNames = {
  site: 'www.render-site.com',
  sibling: 'shop.render-site.com',
  other: 'cdn.other-company.com',
  private: 'intranet.render-site.com',
}

const zone: Record<string, readonly string[]> = {
  [worldNames.site]: ['45.66.200.1'],
  [worldNames.sibling]: ['45.66.200.2'],
  [worldNames.other]: ['45.66.200.3'],
  [worldNames.private]: ['10.0.0.1'],
}

export const worldUserAgent = 'CairnTest/1.0 (+http://crawler.render-site.com/bot)'

/** The product's limits on a machine's slowness would end renderings on a busy one. */
export const patientLimits = { launchMsMax: 90_000, connectMsMax: 90_000, settleMsMax: 90_000 }
/** A safety limit, which nothing in a test reaches that is not about deadlines. */
export const renderMsMax = 110_000

export function spaciousBudget(): Budget {
  return createBudget({ requestsMax: 1_000, wireBytesMax: 1e9, inflatedBytesMax: 1e9 })
}

/** A folder in which a browser may have another user than we. Temporary folders of some systems have paths as long. */
export function makeBrowserFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), `cairn-browser-test-${'long-'.repeat(16)}`))
  chmodSync(folder, 0o711)
  return folder
}

export type BrowserWorld = Awaited<ReturnType<typeof openBrowserWorld>>

/** A website, its resolver and a browser that reads it, all on this machine. */
export async function openBrowserWorld(
  pages: Readonly<Record<string, WorldPage>>,
  options: {
    limits?: Partial<BrowserLimits>
    executable?: string
    localOrigins?: readonly string[]
    onRequest?: (request: IncomingMessage) => void
    startDeadline?: (ms: number) => AbortSignal
  } = {},
) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    asked.push(`${(request.headers.host ?? '').replace(/:\d+$/, '')}${request.url}`)
    options.onRequest?.(request)
    const page = pages[path] ?? ((_request, answer) => answer.writeHead(404).end())
    if (typeof page === 'function') page(request, response)
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const tmpDir = makeBrowserFolder()
  const egress = createEgress({
    dns: { addresses: async (host) => zone[host] ?? [], records: async () => [] },
    policy: {
      ports: [80, 443, port],
      exceptions: (options.localOrigins ?? []).map((origin) => ({ origin, address: '127.0.0.1' })),
    },
    userAgent: worldUserAgent,
    log: silentLog,
    now: () => Date.now(),
    dial: () => '127.0.0.1',
    limits: patientEgress,
  })
  const openSession = () =>
    egress.open({ signal: new AbortController().signal, budget: spaciousBudget(), perHost: 2 })
  const browser = createBrowser({
    executable: options.executable ?? findChromium(),
    userAgent: worldUserAgent,
    log: silentLog,
    tmpDir,
    localOrigins: options.localOrigins ?? [],
    ...(options.startDeadline && { startDeadline: options.startDeadline }),
    limits: { ...patientLimits, quietMs: 300, ...options.limits },
  })
  const url = (path: string, host: string = worldNames.site) => new URL(`http://${host}:${port}${path}`)
  return {
    browser,
    port,
    /** Every `host/path` that the server was asked for. */
    asked,
    url,
    tmpDir,
    openSession,
    render: (path: string, overrides?: Partial<RenderOptions>) =>
      browser.render(url(path), {
        work: { caller: 'test' },
        session: openSession(),
        signal: new AbortController().signal,
        deadlineMs: renderMsMax,
        budget: spaciousBudget(),
        allow: async () => true,
        ...overrides,
      }),
    /** Processes and files of browsers that are there now. */
    left: () => ({ processes: processesFrom(tmpDir), files: readdirSync(tmpDir) }),
    close: async () => {
      await browser.close()
      server.closeAllConnections()
      server.close()
      rmSync(tmpDir, { recursive: true, force: true })
    },
  }
}

/** Resolves when no process and no file of a world's browsers is left. */
export async function nothingIsLeft(
  world: Pick<Awaited<ReturnType<typeof openBrowserWorld>>, 'left'>,
): Promise<void> {
  await waitFor('nothing of the browser is left', () => {
    const { processes, files } = world.left()
    return processes.length + files.length === 0
  })
}
