import { isTurnedAway } from '../browser/should-render.ts'
import { type Browser, RenderFailed } from '../browser.ts'
import { isSameSite } from '../crawl/same-site.ts'
import { listedPage, type ReadPage } from './read-page.ts'
import type { ScanRun } from './scan-state.ts'

/**
 * A page as rendered by a browser. Scripts may navigate to another page of the site: then URL, robots verdict and time
 * are those of that page.
 * @throws BrowserUnavailable, RenderFailed
 */
export async function readRenderedPage(
  browser: Browser,
  { page }: ReadPage,
  run: ScanRun,
  deadlineMs: number,
): Promise<ReadPage> {
  const { work, parser, session, budget, rulesFor, signal } = run
  const asked = new URL(page.url)
  const rendered = await browser.render(asked, {
    work,
    session,
    signal,
    deadlineMs,
    budget,
    allow: async (url) => (await (await rulesFor(url)).verdict(url)).allowed,
  })
  const fetchedAt = run.now()
  const url = new URL(rendered.url)
  url.hash = ''
  // A script may also change the URL without a request.
  const verdict = isSameSite(url, asked) ? await (await rulesFor(url)).verdict(url) : { allowed: false }
  if (!verdict.allowed) throw new RenderFailed('refused', 'The page navigated to a URL that is not allowed')
  if (rendered.status < 200 || rendered.status > 299) {
    throw new RenderFailed('refused', `The page became one with status ${rendered.status}`)
  }
  const body = new TextEncoder().encode(rendered.html)
  const parsed = await parser.parse(
    {
      url: url.href,
      body,
      contentType: 'text/html; charset=utf-8',
      headers: rendered.headers,
      viaBrowser: true,
    },
    signal,
  )
  if (isTurnedAway({ status: rendered.status, looksLikeChallenge: parsed.looksLikeChallenge })) {
    throw new RenderFailed('blocked_by_site', 'The site turns automatic readers away')
  }
  return listedPage(parsed, { status: rendered.status, body, fetchedAt, verdict, viaBrowser: true }, run)
}
