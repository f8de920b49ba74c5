import type { Budget, EgressSession } from '../../kernel/egress/egress.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import { createFairTurns, type Work } from '../../kernel/runtime/fair-turns.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import { BrowserUnavailable, RenderFailed } from './browser/errors.ts'
import { type BrowserLimits, defaultBrowserLimits } from './browser/limits.ts'
import { createMemoryWatch } from './browser/memory-watch.ts'
import type { RenderedDocument } from './browser/render-page.ts'

export { BrowserUnavailable, RenderFailed } from './browser/errors.ts'

export interface Browser {
  /**
   * Renders a page in a new browser process whose requests are limited to what `session` allows, and returns the
   * resulting document, always of the same site. Settles after the browser has exited and its files are removed.
   * @throws BrowserUnavailable when this machine cannot run a confined browser, RenderFailed when this page cannot be
   * rendered
   */
  render(url: URL, options: RenderOptions): Promise<RenderedPage>
  /** Aborts running renderings; later calls are rejected. */
  close(): Promise<void>
}

export interface RenderOptions {
  work: Work
  session: Pick<EgressSession, 'judge'>
  signal: AbortSignal
  /** For queueing, launch and rendering together. */
  deadlineMs: number
  budget: Budget
  /** Whether robots rules allow a URL; called for every request, on all hosts. */
  allow(url: URL): Promise<boolean>
}

export interface RenderedPage extends RenderedDocument {
  /** Bytes received from the sites. */
  wireBytes: number
}

export interface BrowserDeps {
  /** A Chromium or Chrome; without one nothing can be rendered. */
  executable: string | undefined
  userAgent: string
  log: Log
  /**
   * Parent folder of the browsers' temporary folders. When the service runs as root, every user must be able to enter
   * it.
   */
  tmpDir: string
  /** Origins of this machine or network that `session` allows; a page reaches only its own. */
  localOrigins: readonly string[]
  limits?: Partial<BrowserLimits>
  /** Base64 SHA-256 of public keys whose certificates count as valid; for test servers. */
  trust?: { spkiSha256: readonly string[] }
  /** Creates the signal that ends a rendering after `ms`. */
  startDeadline?: (ms: number) => AbortSignal
}

/** Each page gets its own browser process; a few run at the same time, and callers take turns. */
export function createBrowser(deps: BrowserDeps): Browser {
  const limits = { ...defaultBrowserLimits, ...deps.limits }
  const turns = createFairTurns({ runningMax: limits.runningMax })
  const memory = createMemoryWatch(limits)
  const closing = new AbortController()
  const startDeadline = deps.startDeadline ?? ((ms: number) => AbortSignal.timeout(ms))
  const keys = deps.trust?.spkiSha256
  const extraSwitches = keys === undefined ? [] : [`--ignore-certificate-errors-spki-list=${keys.join(',')}`]
  return {
    render: async (url, { work, session, deadlineMs, signal: caller, ...options }) => {
      const { executable } = deps
      if (executable === undefined) throw new BrowserUnavailable('Cannot render as no Chromium is installed')
      // Loaded lazily: scans without a browser do not need puppeteer.
      const { renderOnce } = await import('./browser/render-once.ts')
      const endsAt = performance.now() + deadlineMs
      const deadline = startDeadline(deadlineMs)
      const signal = AbortSignal.any([caller, deadline, closing.signal])
      const judge: EgressSession['judge'] = (host, port) => session.judge(host, port)
      const job = { ...deps, ...options, executable, extraSwitches, limits, memory, judge, signal, endsAt }
      try {
        return await turns.run(work, signal, () => renderOnce(url, job))
      } catch (error) {
        const why = whyEnded(error, { caller, deadline, closing: closing.signal })
        if (why instanceof BrowserUnavailable && !closing.signal.aborted) {
          deps.log.warn('browser cannot be used', { executable, error: why.message })
        }
        if (why instanceof RenderFailed && why !== error && why.reason === 'crashed') {
          deps.log.warn('browser failed', { page: url.href, error: why.message })
        }
        throw why
      }
    },
    close: async () => {
      closing.abort()
      await turns.idle()
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
