import { connect, type Browser as PuppeteerBrowser } from 'puppeteer-core'
import { within } from '../../../kernel/runtime/async.ts'
import { BrowserUnavailable } from './errors.ts'
import { type LaunchOptions, launchBrowser } from './launch.ts'
import type { BrowserLimits } from './limits.ts'
import { createPipeTransport } from './pipe-transport.ts'

/** A browser that runs and answers. */
export interface StartedBrowser {
  readonly puppeteer: PuppeteerBrowser
  /** Its process group. */
  readonly group: number
  /** Settles when it has ended, with what is known about why. */
  readonly exited: Promise<string>
  /** From now on nothing new starts in it: no popup, no worker, no isolated frame. */
  seal(): void
  /** Kills it; resolves when nothing of it is left. */
  end(): Promise<void>
}

export interface StartOptions extends LaunchOptions {
  limits: Pick<BrowserLimits, 'dataMegabytesMax' | 'heapMegabytesMax' | 'messageBytesMax' | 'launchMsMax'>
  /** Ends the waiting for it, and the browser. */
  signal?: AbortSignal
  /** Called when the browser sends a message above the limit; it cannot be spoken to afterwards. */
  tooLarge: () => void
  /** Called when something new runs after the sealing all the same. */
  escaped?: () => void
}

/** @throws BrowserUnavailable when it does not come up, in the browser's own words */
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
    // A pipe that closes says less than the process that ends.
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

/** Without its sandbox the browser is not used, so that this is a missing part and not a weaker one. */
function unusable(why: string): string {
  return /sandbox|namespace/i.test(why)
    ? 'Cannot render as the browser’s sandbox cannot start on this machine'
    : `Cannot render as the browser does not run: ${why.slice(0, 300)}`
}
