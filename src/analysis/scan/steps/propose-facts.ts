import { propose } from '../proposals/propose.ts'
import type { ReadPage } from './read-page.ts'
import type { ScanState } from './scan-state.ts'

/** Reserved for the later steps. */
const reservedMs = 1_000
/** Minimum time for a request to the model. */
const answerMsMin = 500

/**
 * Lets the configured model propose facts of the topics for which rules find least. A proposal counts only with a quote
 * that a page contains and that contains its value, and is dropped when it is about another company.
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
