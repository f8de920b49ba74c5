import { firstAllowed, pageChooser } from '../crawl/choose-pages.ts'
import { createPace } from '../crawl/pace.ts'
import { readSitemaps } from '../crawl/read-sitemaps.ts'
import type { ScanState } from './scan-state.ts'

/**
 * Chooses the further pages from the start page's links and the sitemaps that robots.txt lists; `/sitemap.xml` is tried
 * only where these are too few.
 */
export async function chooseFurtherPages(state: ScanState): Promise<ScanState> {
  const { run, pages } = state
  const [{ page }] = pages
  const { session, parser, limits, pagesSignal } = run
  const home = new URL(page.url)
  const rules = await run.rulesFor(home)
  const pace = createPace(rules.crawlDelayMs, run.clock)
  const rank = pageChooser({
    start: home,
    exclude: state.visited,
    links: page.links,
    lang: page.lang,
  })
  const choose = async (files: readonly string[]) => {
    const listed = await readSitemaps({ session, parser, rules, home, pace, signal: pagesSignal, files })
    return await firstAllowed(rank(listed), {
      max: limits.furtherPagesMax,
      allowed: async (url) => url.origin !== home.origin || (await rules.verdict(url)).allowed,
    })
  }
  const linked = await choose(rules.sitemaps)
  const isEnough = linked.length >= limits.furtherPagesMax || rules.sitemaps.length > 0
  const chosen = isEnough ? linked : await choose([new URL('/sitemap.xml', home).href])
  return { ...state, pace, chosen: chosen.map(({ url }) => new URL(url)) }
}
