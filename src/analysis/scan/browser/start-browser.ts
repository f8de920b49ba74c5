import { connect, type Browser as PuppeteerBrowser } from 'puppeteer-core'
import { within } from '../../../kernel/runtime/async.ts'
import { BrowserUnavailable } from './errors.ts'
import { type LaunchOptions, launchBrowser } from './launch.ts'
import { type BrowserLimits, defaultBrowserLimits } from './limits.ts'
import { createPipeTransport } from './pipe-transport.ts'

/** A running browser with an open DevTools connection. */
export interface StartedBrowser {
  readonly puppeteer: PuppeteerBrowser
  readonly group: number
  /** Settles when it has exited, with the known reason. */
  readonly exited: Promise<string>
  /** From now on no new target may start: popup, worker or isolated frame. */
  seal(): void
  /** Kills it; resolves when its processes and folder are removed. */
  end(): Promise<void>
}

export interface StartOptions extends LaunchOptions {
  limits: Pick<BrowserLimits, 'dataMegabytesMax' | 'heapMegabytesMax' | 'messageBytesMax' | 'launchMsMax'>
  /** Aborts the start. */
  signal?: AbortSignal
  /** Called when the browser sends a message above the limit; the connection is unusable afterwards. */
  tooLarge: () => void
  /** Called when a new target runs after sealing nevertheless. */
  escaped?: () => void
}

/** @throws BrowserUnavailable when it does not start, with the browser's own message */
export async function startBrowser(options: StartOptions): Promise<StartedBrowser> {
  const launched = await launchBrowser(options)
  const { messageBytesMax, launchMsMax } = options.limits
  const transport = createPipeTransport({
    ...launched,
    messageBytesMax,
    tooLarge: options.tooLarge,
    escaped: options.escaped ?? (() => {}),
  })
  const late = () => new BrowserUnavailable(`The browser did not start within ${launchMsMax / 1000} s`)
  const view = { width: 1280, height: 800 }
  const connected = connect({ transport, defaultViewport: view, issuesEnabled: false }).catch(async () => {
    // The exit reason is more specific than the closed pipe.
    throw new BrowserUnavailable(unusable(await launched.exited))
  })
  try {
    return {
      puppeteer: await within(
        options.signal ? within(connected, options.signal) : connected,
        launchMsMax,
        late,
      ),
      group: launched.pid,
      exited: launched.exited,
      seal: () => transport.seal(),
      end: () => launched.end(),
    }
  } catch (error) {
    await launched.end()
    throw error
  }
}

/** A failed sandbox counts as a missing browser: it is never run without one. */
function unusable(why: string): string {
  return /sandbox|namespace/i.test(why)
    ? 'Cannot render as the browser’s sandbox cannot start on this machine'
    : `Cannot render as the browser does not run: ${why.slice(0, 300)}`
}

/**
 * Starts and ends a browser with the sandbox and the rights of a scan, and returns its name and version.
 * @throws BrowserUnavailable when scans could not use it
 */
export async function tryBrowser(options: { executable: string; tmpDir: string }): Promise<string> {
  const browser = await startBrowser({
    ...options,
    userAgent: 'trial',
    limits: defaultBrowserLimits,
    extraSwitches: [],
    tooLarge: () => {},
  })
  try {
    return await browser.puppeteer.version()
  } finally {
    await browser.end()
  }
}
