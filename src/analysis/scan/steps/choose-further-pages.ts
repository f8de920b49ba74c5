import { type ChosenPage, deeperPages, firstAllowed, pageChooser } from '../crawl/choose-pages.ts'
import { createPace } from '../crawl/pace.ts'
import { readSitemaps } from '../crawl/read-sitemaps.ts'
import type { ScanState } from './scan-state.ts'

/**
 * Chooses the further pages from the start page's links and the sitemaps listed in robots.txt; `/sitemap.xml` is
 * requested only if these are too few.
 */
export async function chooseFurtherPages(state: ScanState): Promise<ScanState> {
  const { run, pages } = state
  const [{ page }] = pages
  const { session, parser, limits, pagesSignal } = run
  const home = new URL(page.url)
  const rules = await run.rulesFor(home)
  const pace = createPace(rules.crawlDelayMs, run.clock)
  const rank = pageChooser({ start: home, exclude: state.visited, links: page.links, lang: page.lang })
  const choose = async (files: readonly string[]) => {
    const listed = await readSitemaps({ session, parser, rules, home, pace, signal: pagesSignal, files })
    return await allowedPages(state, rank(listed), limits.furtherPagesMax)
  }
  const linked = await choose(rules.sitemaps)
  const isEnough = linked.length >= limits.furtherPagesMax || rules.sitemaps.length > 0
  const chosen = isEnough ? linked : await choose([new URL('/sitemap.xml', home).href])
  return withChosen({ ...state, pace }, chosen)
}

/**
 * Chooses pages linked from further pages: one for each topic that no page covers, such as a team page linked from an
 * about page.
 */
export async function chooseDeeperPages(state: ScanState): Promise<ScanState> {
  const { run, pages, leftOut, coveredTopics, visited } = state
  const [{ page }, ...further] = pages
  const most = run.limits.furtherPagesMax - further.length - leftOut.length
  if (most <= 0 || further.length === 0 || run.pagesSignal.aborted) return withChosen(state, [])
  const links = further.flatMap((each) => each.page.links)
  const choice = { start: new URL(page.url), exclude: visited, links, lang: page.lang }
  return withChosen(state, await allowedPages(state, deeperPages(choice, coveredTopics), most))
}

async function allowedPages({ run, pages }: ScanState, likely: readonly ChosenPage[], max: number) {
  const home = new URL(pages[0].page.url)
  const rules = await run.rulesFor(home)
  const allowed = async (url: URL) => url.origin !== home.origin || (await rules.verdict(url)).allowed
  return await firstAllowed(likely, { max, allowed })
}

function withChosen(state: ScanState, pages: readonly ChosenPage[]): ScanState {
  const chosen = pages.map(({ url }) => new URL(url))
  return {
    ...state,
    chosen,
    coveredTopics: new Set([...state.coveredTopics, ...pages.map(({ topic }) => topic)]),
    visited: [...state.visited, ...chosen],
  }
}
