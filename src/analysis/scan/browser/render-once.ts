import type { Budget } from '../../../kernel/egress/egress.ts'
import type { Log } from '../../../kernel/runtime/log.ts'
import { RenderFailed } from './errors.ts'
import type { BrowserLimits } from './limits.ts'
import type { MemoryWatch } from './memory-watch.ts'
import { createPermits, type Judge, type PinningProxy, startPinningProxy } from './proxy.ts'
import { type RenderedDocument, renderPage } from './render-page.ts'
import { type StartedBrowser, startBrowser } from './start-browser.ts'

export interface RenderJob {
  executable: string
  userAgent: string
  tmpDir: string
  extraSwitches: readonly string[]
  log: Log
  limits: BrowserLimits
  memory: MemoryWatch
  localOrigins: readonly string[]
  judge: Judge
  budget: Budget
  allow: (url: URL) => Promise<boolean>
  signal: AbortSignal
  /** On the clock of `performance.now()`. */
  endsAt: number
}

/** Runs one browser for one page. Its processes and folder are removed before this settles, also after the signal. */
export async function renderOnce(
  url: URL,
  job: RenderJob,
): Promise<RenderedDocument & { wireBytes: number }> {
  const { limits, signal } = job
  signal.throwIfAborted()
  const stop = Promise.withResolvers<never>()
  stop.promise.catch(() => {})
  const onAbort = () => stop.reject(signal.reason)
  signal.addEventListener('abort', onAbort)
  const tooLarge = (what: string) => stop.reject(new RenderFailed('too_large', `The page ${what}`))
  const crashed = (what: string) => stop.reject(new RenderFailed('crashed', what))

  const permits = createPermits()
  // The browser may open a connection to the page in advance.
  permits.add(url)
  const proxy = await startPinningProxy({
    judge: job.judge,
    permits,
    spend: (bytes) => {
      job.budget.chargeWire(bytes)
      if (proxy.wireBytes > limits.wireBytesMax) throw new RenderFailed('too_large', 'no more bytes')
    },
    spent: () => tooLarge('loads more than is allowed'),
    exchangesMax: limits.requestsMax * 2,
    connectMsMax: limits.connectMsMax,
  })
  let starting: Promise<StartedBrowser> | undefined
  let unwatch = () => {}
  try {
    starting = startBrowser({
      ...job,
      tooLarge: () => tooLarge('sends a message above the limit'),
      escaped: () => stop.reject(new RenderFailed('refused', 'The page runs what cannot be supervised')),
    })
    const browser = await Promise.race([starting, stop.promise])
    browser.exited.then((why) => crashed(`The browser ended: ${why}`))
    unwatch = job.memory.add(browser.group, tooLarge)
    const rendering = renderPage(browser.puppeteer, url, {
      proxyPort: proxy.port,
      localOrigins: job.localOrigins,
      permit: (permitted) => permits.add(permitted),
      msMax: job.endsAt - performance.now(),
      limits,
      judge: job.judge,
      allow: job.allow,
      spend: () => job.budget.chargeRequest(),
      turnedAway: () =>
        stop.reject(new RenderFailed('blocked_by_site', 'The site turns automatic readers away')),
      seal: browser.seal,
      crashed: () => crashed('The page’s process died'),
    })
    const document = await Promise.race([rendering, stop.promise])
    return { ...document, wireBytes: proxy.wireBytes }
  } finally {
    unwatch()
    signal.removeEventListener('abort', onAbort)
    await Promise.all([starting?.then((browser) => browser.end()).catch(() => {}), proxy.close()])
    logRefusals(url, proxy, job.log)
  }
}

function logRefusals(url: URL, { verdicts }: PinningProxy, log: Log): void {
  const refused = verdicts.filter(({ allowed }) => !allowed)
  if (refused.length === 0) return
  const first = refused[0]?.target.slice(0, 200)
  log.info('refused requests of a rendered page', { page: url.href, refused: refused.length, first })
}
