import { createPace } from '../crawl/pace.ts'
import { isSameSite } from '../crawl/same-site.ts'
import { readDns } from '../dns.ts'
import { readPage } from './read-page.ts'
import type { ScanRun, ScanState } from './scan-state.ts'

/** The state before the first step: the requested page, after redirects. */
export async function readStartPage(run: ScanRun): Promise<ScanState> {
  let leftSite = false
  const page = await readPage(run.start, run, {
    signal: run.signal,
    allowsRedirect: (url) => {
      leftSite ||= !isSameSite(url, run.start)
      return true
    },
  })
  const url = new URL(page.page.url)
  return {
    run,
    pages: [page],
    leftOut: [],
    chosen: [],
    coveredTopics: new Set(),
    pace: createPace(0, run.clock),
    visited: [run.start, url],
    leftSite,
    dns: readDns(run.dns, url, run.signal, run.now),
    warnings: [],
  }
}
