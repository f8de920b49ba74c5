import { defaultBrowserLimits } from './limits.ts'
import { startBrowser } from './start-browser.ts'

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
