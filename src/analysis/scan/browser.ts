import PQueue from 'p-queue'
import { connect, type Browser as PuppeteerBrowser } from 'puppeteer-core'
import type { Budget } from '../../kernel/egress/budget.ts'
import { messageOf } from '../../kernel/errors.ts'
import type { Log } from '../../kernel/log.ts'
import { isTurnedAway } from './browser/challenge.ts'
import { BrowserUnavailable, RenderFailed } from './browser/errors.ts'
import { type LaunchedBrowser, launchBrowser } from './browser/launch.ts'
import { type BrowserLimits, defaultBrowserLimits } from './browser/limits.ts'
import { createPipeTransport } from './browser/pipe-transport.ts'
import { groupUsage } from './browser/process-group.ts'
import { type Judge, startPinningProxy } from './browser/proxy.ts'
import { type RenderedDocument, renderPage } from './browser/render-page.ts'

export { BrowserUnavailable, RenderFailed } from './browser/errors.ts'

export interface Browser {
  /**
   * Runs a page's scripts in a browser of its own that reaches only what `session` judges as allowed, and gives the
   * document as it then stands.
   * @throws BrowserUnavailable when this machine cannot do that safely, RenderFailed when this page cannot be rendered
   */
  render(url: URL, options: RenderOptions): Promise<RenderedPage>
  /** Ends what runs; further calls are refused. */
  close(): Promise<void>
}

export interface RenderOptions {
  session: { judge: Judge }
  signal: AbortSignal
  /** For everything: waiting for a turn, starting, rendering, ending. */
  deadlineMs: number
  budget: Budget
  /** Whether robots rules let us fetch it: asked for documents, and for what a page fetches of its own host. */
  allow(url: URL): Promise<boolean>
}

export interface RenderedPage extends RenderedDocument {
  wireBytes: number
}

export interface BrowserDeps {
  /** A Chromium or Chrome; without one nothing can be rendered. */
  executable: string | undefined
  userAgent: string
  log: Log
  /** Folder for the browsers' own folders. */
  tmpDir: string
  limits?: Partial<BrowserLimits>
  /** Base64 SHA-256 of public keys whose certificates are taken as valid: tests' own. */
  trust?: { spkiSha256: readonly string[] }
}

const watchMs = 250

export function createBrowser(deps: BrowserDeps): Browser {
  const limits = { ...defaultBrowserLimits, ...deps.limits }
  const turns = new PQueue({ concurrency: limits.runningMax })
  const closing = new AbortController()
  return {
    render: async (url, options) => {
      const { executable } = deps
      if (executable === undefined) throw new BrowserUnavailable('Cannot render as no Chromium is installed')
      const endsAt = performance.now() + options.deadlineMs
      const deadline = AbortSignal.timeout(options.deadlineMs)
      const signal = AbortSignal.any([options.signal, deadline, closing.signal])
      try {
        // A rendering that has begun is waited for until nothing of it is left, even when it is given up.
        const waiting = new AbortController()
        const giveUp = () => waiting.abort()
        signal.addEventListener('abort', giveUp)
        const render = () => {
          signal.removeEventListener('abort', giveUp)
          return renderOnce(url, { ...deps, executable, limits, ...options, signal, endsAt })
        }
        return await turns.add(render, { signal: waiting.signal })
      } catch (error) {
        throw whyEnded(error, { caller: options.signal, deadline, closing: closing.signal })
      }
    },
    close: async () => {
      closing.abort()
      await turns.onIdle()
    },
  }
}

function whyEnded(
  error: unknown,
  signals: { caller: AbortSignal; deadline: AbortSignal; closing: AbortSignal },
): unknown {
  if (signals.caller.aborted) return signals.caller.reason
  if (error instanceof BrowserUnavailable || error instanceof RenderFailed) return error
  if (signals.closing.aborted) return new BrowserUnavailable('Cannot render as the service is closing')
  if (signals.deadline.aborted) return new RenderFailed('timeout', 'The page did not finish in time')
  return new RenderFailed('crashed', `The browser failed: ${messageOf(error)}`, { cause: error })
}

type RenderJob = Omit<BrowserDeps, 'executable' | 'limits'> &
  RenderOptions & { executable: string; limits: BrowserLimits; endsAt: number }

/** One browser for one page, from its start to its end; whatever happens inside, nothing of it is left. */
async function renderOnce(url: URL, job: RenderJob): Promise<RenderedPage> {
  const { limits, log, signal } = job
  signal.throwIfAborted()
  const stop = Promise.withResolvers<never>()
  stop.promise.catch(() => {})
  const aborted = () => stop.reject(signal.reason)
  signal.addEventListener('abort', aborted)
  const tooLarge = (what: string) => stop.reject(new RenderFailed('too_large', `The page ${what}`))

  const proxy = await startPinningProxy({
    judge: (host, port) => job.session.judge(host, port),
    spend: (bytes) => {
      job.budget.chargeWire(bytes)
      if (proxy.wireBytes > limits.wireBytesMax) throw new Error('no more bytes')
    },
    spent: () => tooLarge('loads more than is allowed'),
    exchangesMax: limits.requestsMax * 2,
    connectMsMax: limits.connectMsMax,
  })
  let launched: LaunchedBrowser | undefined
  let watch: ReturnType<typeof setInterval> | undefined
  try {
    launched = await launchBrowser({
      executable: job.executable,
      tmpDir: job.tmpDir,
      userAgent: job.userAgent,
      dataMegabytesMax: limits.dataMegabytesMax,
      heapMegabytesMax: limits.heapMegabytesMax,
      extraSwitches: trustSwitches(job.trust),
    })
    watch = watchGroup(launched.pid, limits, tooLarge)
    const transport = createPipeTransport({
      ...launched,
      messageBytesMax: limits.messageBytesMax,
      tooLarge: () => tooLarge('says more than is allowed'),
    })
    const browser = await Promise.race([stop.promise, connected(launched, transport, limits.launchMsMax)])
    launched.exited.then((why) => stop.reject(new RenderFailed('crashed', `The browser ended: ${why}`)))
    const document = await Promise.race([
      stop.promise,
      renderPage(browser, url, {
        proxyPort: proxy.port,
        msMax: job.endsAt - performance.now(),
        limits,
        judge: (host, port) => job.session.judge(host, port),
        allow: (target) => job.allow(target),
        spendRequest: () => job.budget.chargeRequest(),
        seal: () => transport.seal(),
        crashed: () => stop.reject(new RenderFailed('crashed', 'The page’s process died')),
      }),
    ])
    if (isTurnedAway({ status: document.status, title: titleOf(document.html) })) {
      throw new RenderFailed('blocked_by_site', 'The site turns automatic readers away')
    }
    return { ...document, wireBytes: proxy.wireBytes }
  } finally {
    clearInterval(watch)
    signal.removeEventListener('abort', aborted)
    await Promise.all([launched?.end(), proxy.close()])
    const refused = proxy.verdicts.filter(({ allowed }) => !allowed)
    if (refused.length > 0) {
      log.info('A rendered page asked for what is not allowed', {
        page: url.href,
        refused: refused.length,
        first: refused[0]?.target.slice(0, 200),
      })
    }
  }
}

/** @throws BrowserUnavailable when it does not come up, in the browser's own words */
async function connected(
  launched: LaunchedBrowser,
  transport: ReturnType<typeof createPipeTransport>,
  msMax: number,
): Promise<PuppeteerBrowser> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const say = () => reject(new BrowserUnavailable(`The browser did not start within ${msMax / 1000} s`))
    timer = setTimeout(say, msMax)
  })
  const view = { width: 1280, height: 800 }
  // A pipe that closes says less than the process that ends.
  const browser = connect({ transport, defaultViewport: view, issuesEnabled: false }).catch(async () => {
    throw new BrowserUnavailable(unusable(await launched.exited))
  })
  browser.catch(() => {})
  try {
    return await Promise.race([browser, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Without its sandbox the browser is not used, so that this is a missing part and not a smaller one. */
function unusable(why: string): string {
  return /sandbox|namespace/i.test(why)
    ? 'Cannot render as the browser’s sandbox cannot start on this machine: allow user namespaces, or install the package chromium-sandbox'
    : `Cannot render as the browser does not run: ${why.slice(0, 300)}`
}

function watchGroup(group: number, limits: BrowserLimits, tooLarge: (what: string) => void) {
  const timer = setInterval(() => {
    const usage = groupUsage(group)
    if (usage === undefined) return
    if (usage.privateBytes > limits.privateMegabytesMax * 1024 * 1024)
      tooLarge('needs more memory than is allowed')
    if (usage.processes > limits.processesMax) tooLarge('needs more processes than are allowed')
  }, watchMs)
  return timer
}

function trustSwitches(trust: BrowserDeps['trust']): string[] {
  return trust === undefined ? [] : [`--ignore-certificate-errors-spki-list=${trust.spkiSha256.join(',')}`]
}

function titleOf(html: string): string {
  const start = html.slice(0, 65_536).search(/<title[\s>]/i)
  if (start < 0) return ''
  return (
    html
      .slice(start, start + 500)
      .replace(/^[^>]*>/, '')
      .split('<')[0] ?? ''
  )
}
