import { scanError } from './failures.ts'
import { composeResult } from './result.ts'
import type { ScanOptions, ScanOutcome } from './scanner.ts'
import type { ScanStage } from './schema.ts'
import { chooseDeeperPages, chooseFurtherPages } from './steps/choose-further-pages.ts'
import { proposeFacts } from './steps/propose-facts.ts'
import { readFurtherPages } from './steps/read-further-pages.ts'
import { readStartPage } from './steps/read-start-page.ts'
import { renderFurtherPages, renderStartPage } from './steps/render-pages.ts'
import { openRun, type ScanDeps, type Step } from './steps/scan-state.ts'

/** The steps after the start page was read, with the stage that callers see. */
const steps: readonly (readonly [stage: ScanStage, step: Step])[] = [
  ['browser', renderStartPage],
  ['choose', chooseFurtherPages],
  ['pages', readFurtherPages],
  ['choose', chooseDeeperPages],
  ['pages', readFurtherPages],
  ['browser', renderFurtherPages],
  ['facts', proposeFacts],
]

/**
 * Scans one website: robots rules, the requested page, further pages likely to hold facts, DNS records, and a
 * browser for pages that are empty shells; then merges the facts of all pages.
 * @throws url_not_allowed, scan_failed; the reason of `signal` when the caller aborts
 */
export async function scan(deps: ScanDeps, start: URL, options: ScanOptions): Promise<ScanOutcome> {
  const run = openRun(deps, start, options)
  try {
    run.report({ stage: 'start' })
    let state = await readStartPage(run)
    for (const [stage, step] of steps) {
      run.report({ stage })
      state = await step(state)
    }
    run.signal.throwIfAborted()
    const result = composeResult(state, await state.dns)
    return { result, cacheableByFinalUrl: !state.leftSite }
  } catch (error) {
    options.signal.throwIfAborted()
    throw scanError(error, run.timeLimit.aborted)
  } finally {
    run.session.close()
  }
}
