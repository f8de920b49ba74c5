import { defaultCatalog } from '../../analysis/catalog/default-catalog.ts'
import { createDiagnose } from '../../analysis/diagnose/diagnose.ts'
import { analysisError } from '../../analysis/errors.ts'
import { startSampleSite } from '../../analysis/sample/site.ts'
import { openScanner } from '../../analysis/scan/open-scanner.ts'
import type { RobotsStore } from '../../analysis/scan/robots/robots-store.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import { silentLog } from '../../kernel/runtime/log.ts'
import type { ScanConfig } from '../../kernel/settings/config.ts'
import type { Check, Finding } from './report.ts'

/** Serves the built-in sample site and scans it: every part of a scan except the internet. */
export function scanCheck(config: ScanConfig): Check {
  return {
    name: 'scan',
    required: true,
    run: async () => {
      const site = startSampleSite(0)
      const { scanner, stop } = openScanner({
        config,
        catalog: defaultCatalog,
        diagnose: createDiagnose(defaultCatalog),
        robotsStore: forgetfulStore,
        log: silentLog,
        now: Date.now,
        baseUrl: 'http://127.0.0.1',
        localOrigins: [site.origin],
      })
      try {
        const { pages, facts, budget } = await scanner.scan(site.origin, {
          signal: new AbortController().signal,
          fresh: true,
          caller: 'doctor',
        })
        const read = pages.filter(({ bytes }) => bytes > 0).length
        const cited = facts.filter(({ sources }) => sources.length > 0).length
        return cited > 0
          ? {
              state: 'ok',
              detail: `read ${read} pages of the sample site, ${cited} cited facts in ${budget.elapsedMs} ms`,
            }
          : {
              state: 'problem',
              detail: `read ${read} pages of the sample site but found no facts`,
              advice: 'Please report it',
            }
      } catch (error) {
        return lateFinding(error)
      } finally {
        await stop()
        await site.stop()
      }
    },
  }
}

/** A machine that was too slow. @throws any other error */
export function lateFinding(error: unknown): Finding {
  const isLate = analysisError.is(error, 'scan_failed') && error.extra['reason'] === 'timeout'
  if (!isLate && !analysisError.is(error, 'busy')) throw error
  return {
    state: 'problem',
    detail: messageOf(error),
    advice: 'Try again on a quieter machine; SCAN_SECONDS gives scans more time',
  }
}

/** The check leaves nothing behind. */
const forgetfulStore: RobotsStore = {
  read: async () => undefined,
  save: async () => {},
  sweep: async () => {},
}
