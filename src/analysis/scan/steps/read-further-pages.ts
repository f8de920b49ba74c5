import { isSameSite } from '../crawl/same-site.ts'
import { leftOutReason, PageDisallowed } from '../failures.ts'
import type { ScannedPage } from '../schema.ts'
import { readPage } from './read-page.ts'
import type { ScanState } from './scan-state.ts'

/** Reads the chosen pages within the time limit. A failed page is listed with its reason. */
export async function readFurtherPages(state: ScanState): Promise<ScanState> {
  const { run, pages, pace, chosen } = state
  const [start] = pages
  const home = new URL(start.page.url)
  const signal = run.pagesSignal
  const outcomes = await Promise.all(
    chosen.map((url) =>
      // The session limits the requests per host.
      pace(signal)
        .then(() => readPage(url, run, { signal, allowsRedirect: (next) => isSameSite(next, home) }))
        .then(
          (read) => ({ read }),
          (error: unknown) => {
            const leftOut = listLeftOut(url, error, signal.aborted)
            run.report({ page: leftOut })
            return { leftOut }
          },
        ),
    ),
  )
  run.signal.throwIfAborted()
  const read = outcomes.flatMap((outcome) => ('read' in outcome ? [outcome.read] : []))
  // Redirects may lead two addresses to one page.
  const known = [...pages.slice(1), ...read]
  const distinct = known.filter(
    (each, index) => known.findIndex((other) => other.page.url === each.page.url) === index,
  )
  const leftOut = outcomes.flatMap((outcome) => ('leftOut' in outcome ? [outcome.leftOut] : []))
  return { ...state, pages: [start, ...distinct], leftOut: [...state.leftOut, ...leftOut] }
}

function listLeftOut(url: URL, error: unknown, late: boolean): ScannedPage {
  return {
    url: url.href,
    status: null,
    bytes: 0,
    robots: { allowed: !(error instanceof PageDisallowed) },
    viaBrowser: false,
    reason: late ? 'timeout' : leftOutReason(error),
  }
}
