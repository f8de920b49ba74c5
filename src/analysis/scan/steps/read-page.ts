import type { EgressSession } from '../../../kernel/egress/egress.ts'
import { analysisError } from '../../errors.ts'
import { isTurnedAway } from '../browser/should-render.ts'
import { isHtml } from '../crawl/is-html.ts'
import { PageDisallowed } from '../failures.ts'
import type { ParsedPage } from '../parser/parsed-page.ts'
import type { Parser } from '../parser/parser.ts'
import type { RobotsVerdict } from '../robots/rules.ts'
import type { RulesFor } from '../robots/rules-of-scan.ts'
import type { ScannedPage, ScanProgress } from '../schema.ts'

/** A fetched and parsed page. */
export interface ReadPage {
  page: ParsedPage
  fetchedAt: string
  listed: ScannedPage
}

export interface ReadPageDeps {
  session: EgressSession
  parser: Parser
  /** The rules of any origin, as redirects may lead to other origins. */
  rulesFor: RulesFor
  report: (progress: ScanProgress) => void
}

export interface ReadPageOptions {
  signal: AbortSignal
  allowsRedirect: (to: URL) => boolean
}

const accept = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1'

/**
 * Fetches and parses one page. Redirects are followed under robots rules too.
 * @throws PageDisallowed, RobotsUnreachable, EgressRefused, ParseFailed, scan_failed `http_status`, `not_html` or
 * `blocked_by_site`
 */
export async function readPage(
  url: URL,
  deps: ReadPageDeps,
  { signal, allowsRedirect }: ReadPageOptions,
): Promise<ReadPage> {
  let verdict = await allowedOrThrow(url, deps)
  const answer = await deps.session.get(url, {
    accept,
    signal,
    beforeHop: async (next) => {
      if (!allowsRedirect(next)) throw new PageDisallowed(next.href)
      verdict = await allowedOrThrow(next, deps)
    },
  })
  const header = (wanted: string) => answer.headers.find(([name]) => name === wanted)?.[1]
  const { status } = answer
  if (isTurnedAway({ status })) throw analysisError('scan_failed', 'blocked_by_site', undefined, status)
  if (status < 200 || status > 299) throw analysisError('scan_failed', 'http_status', undefined, status)
  const contentType = header('content-type')
  if (!isHtml(contentType, answer.body)) throw analysisError('scan_failed', 'not_html')
  const page = await deps.parser.parse(
    { url: answer.url.href, body: answer.body, contentType, headers: answer.headers, viaBrowser: false },
    signal,
  )
  if (isTurnedAway({ status, looksLikeChallenge: page.looksLikeChallenge }))
    throw analysisError('scan_failed', 'blocked_by_site')
  return listedPage(page, { ...answer, verdict, viaBrowser: false }, deps)
}

/** A page that was read, reported to the callers of the scan. */
export function listedPage(
  page: ParsedPage,
  answer: {
    status: number
    body: Uint8Array
    fetchedAt: number
    verdict: Pick<RobotsVerdict, 'line'>
    viaBrowser: boolean
  },
  { report }: Pick<ReadPageDeps, 'report'>,
): ReadPage {
  const { status, body, verdict, viaBrowser } = answer
  const robots = { allowed: true, ...(verdict.line !== undefined && { line: verdict.line }) }
  const listed = { url: page.url, status, bytes: body.byteLength, robots, viaBrowser }
  report({ page: listed })
  return { page, fetchedAt: new Date(answer.fetchedAt).toISOString(), listed }
}

async function allowedOrThrow(url: URL, { rulesFor }: ReadPageDeps) {
  const verdict = await (await rulesFor(url)).verdict(url)
  if (!verdict.allowed) throw new PageDisallowed(url.href)
  return verdict
}
