import { propose } from '../proposals/propose.ts'
import type { ReadPage } from './read-page.ts'
import type { ScanState } from './scan-state.ts'

/** Of the scan's time, for what follows. */
const reservedMs = 1_000
/** With less time left no model is asked. */
const answerMsMin = 500

/**
 * Lets the configured model propose facts of the topics that rules find least of. Each one counts only with a quote that
 * stands in a page and holds its value, and is dropped like any other where it is about another company.
 */
export async function proposeFacts(state: ScanState): Promise<ScanState> {
  const { run, pages } = state
  const { llm, log } = run
  const leftMs = Math.floor(run.limits.scanMs - reservedMs - run.elapsedMs())
  if (llm === undefined || leftMs < answerMsMin) return state
  const proposed = await propose(
    pages.map(({ page }) => page.excerpt ?? []),
    { llm, log, caller: run.work.caller, signal: AbortSignal.any([run.signal, AbortSignal.timeout(leftMs)]) },
  )
  const [start, ...further] = pages.map((page, index) => withCandidates(page, proposed[index] ?? []))
  return start === undefined ? state : { ...state, pages: [start, ...further] }
}

function withCandidates(read: ReadPage, proposed: ReadPage['page']['candidates']): ReadPage {
  return { ...read, page: { ...read.page, candidates: [...read.page.candidates, ...proposed] } }
}
