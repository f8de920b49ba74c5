import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import switches from '../../src/analysis/scan/browser/switches.json'
import { leaveOut } from './left-out.ts'

const places = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Where this machine has a Chromium; undefined without one. */
export const chromiumPath = places.find((place) => place !== undefined && place !== '' && existsSync(place))

/**
 * Whether the tests of a file that need Chromium must be left out, which is said in a clear word. Where everything must
 * run (`CI=true`) they are never left out: they fail instead.
 * @param file the `import.meta.path` of the test file
 */
export function skipWithoutChromium(file: string): boolean {
  if (chromiumPath !== undefined || process.env['CI'] === 'true') return false
  leaveOut({
    file,
    reason: 'no Chromium on this machine',
    remedy: 'install the package chromium, or set CHROMIUM to its path',
  })
  return true
}

/** What Playwright disables in its own list, which ours replaces: only the last `--disable-features` counts. */
const playwrightFeatures = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'LensOverlay',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
]

/**
 * A headless browser that reaches no host but this machine, and, as the scan's browser, loads no pages of Chromium's own:
 * the address bar's suggestions took more CPU time in each new window than the page that was opened in it. Scripts are
 * compiled quickly rather than well, which saves a sixth.
 */
export async function launchChromium(): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error('Chromium must be installed here: no browser was found')
  return await chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--js-flags=--single-threaded --no-opt --no-maglev',
      `--disable-features=${[...playwrightFeatures, ...switches.disabledFeatures].join(',')}`,
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  })
}
