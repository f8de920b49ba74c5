/** Renders the page given as the first argument in the folder given as the second, for a test that kills this process. */
import { findChromium } from '../../src/analysis/scan/browser/find-chromium.ts'
import { createBrowser } from '../../src/analysis/scan/browser.ts'
import { silentLog } from '../../src/kernel/runtime/log.ts'
import { patientLimits, renderMsMax, spaciousBudget } from './browser-world.ts'

const [, , page, tmpDir] = process.argv
if (page === undefined || tmpDir === undefined) throw new Error('Give a page and a folder')
const browser = createBrowser({
  executable: findChromium(),
  userAgent: 'CairnTest/1.0',
  log: silentLog,
  tmpDir,
  localOrigins: [],
  limits: patientLimits,
})
await browser.render(new URL(page), {
  work: { caller: 'test' },
  session: { judge: async () => ({ address: '127.0.0.1', family: 4 }) },
  signal: new AbortController().signal,
  deadlineMs: renderMsMax,
  budget: spaciousBudget(),
  allow: async () => true,
})
