import { siteOf } from './crawl/same-site.ts'
import { withSignals } from './cues.ts'
import type { DnsRecords } from './dns.ts'
import { decideTopics, type PageCandidates } from './facts/decide-topics.ts'
import { absences, type SearchedPage } from './facts/merge/absences.ts'
import { orderFacts } from './facts/merge/order-facts.ts'
import { descriptionOf, labelOf, titleOf, valuesOf } from './facts/merge/summary.ts'
import { dnsBlock, dnsCandidates } from './facts/tools/dns-records.ts'
import { allTopics } from './facts/topics.ts'
import { profileOf } from './profile.ts'
import { followUpQuestion, suggestedAnswers } from './questions.ts'
import { isUnanswered, type ScannedPage, type ScanResult } from './schema.ts'
import { decideSite } from './site/site.ts'
import type { ReadPage } from './steps/read-page.ts'
import type { ScanState } from './steps/scan-state.ts'

/** Merges the facts of all pages and derives suggestions and the question. Pure apart from the time. */
export function composeResult(state: ScanState, dns: DnsRecords): ScanResult {
  const { run, pages, leftOut } = state
  const { catalog, diagnose } = run
  const [start] = pages
  const finalUrl = new URL(start.page.url)
  const domain = siteOf(finalUrl)
  const site = decideSite(
    finalUrl,
    pages.map(({ page }) => page),
  )
  const found = decideTopics(allTopics, [...pages.map(candidatesOfPage), candidatesOfDns(dns)], site)
  // Absences are only reported when every page was read.
  const absent = leftOut.length > 0 ? [] : absences(found, pages.map(searchedPage))
  const facts = withSignals(orderFacts([...found, ...absent]), catalog)
  return {
    url: run.start.href,
    finalUrl: finalUrl.href,
    domain,
    title: titleOf(start.page, facts, domain),
    description: descriptionOf(start.page, facts),
    profile: profileOf(facts),
    facts,
    followUpQuestion: followUpQuestion(facts, catalog, diagnose),
    suggestedAnswers: { ...suggestedAnswers(facts, catalog), source: 'scan' },
    escalatedToBrowser: pages.some(({ listed }) => listed.viaBrowser),
    integrations: valuesOf(facts, 'tool', 'integration'),
    regions: valuesOf(facts, 'region'),
    pages: [...pages.map(({ listed }) => listed), ...leftOut],
    budget: {
      ...run.budget.spent,
      elements: pages.reduce((sum, { page }) => sum + page.elements, 0),
      elapsedMs: Math.round(run.elapsedMs()),
    },
    warnings: [...state.warnings, ...pages.flatMap(warningsOf), ...unansweredWarnings(leftOut)],
    cached: false,
    scannedAt: new Date(run.now()).toISOString(),
  }
}

function searchedPage({ page, listed }: ReadPage): SearchedPage {
  const { url, truncated, links, clues, visibleTextLength: chars } = page
  return { url, links, whole: listed.reason === undefined && !truncated, chars, traces: clues.traces }
}

function candidatesOfPage({ page, fetchedAt }: ReadPage): PageCandidates {
  const { url, sha256, headerBlock, clues, candidates } = page
  const { kind } = clues
  const ref = { url, label: labelOf(page), kind, sha256, headerSha256: headerBlock.sha256, fetchedAt }
  return { page: ref, candidates }
}

/** The records count as a page. */
function candidatesOfDns(dns: DnsRecords): PageCandidates {
  const sha256 = new Bun.CryptoHasher('sha256').update(dnsBlock(dns)).digest('hex')
  const page = {
    url: `dns:${dns.domain}`,
    label: `DNS records of ${dns.domain}`,
    kind: 'other',
    sha256,
    headerSha256: sha256,
    fetchedAt: dns.fetchedAt,
  } as const
  return { page, candidates: dnsCandidates(dns) }
}

/** A warning about chosen pages that may answer another time: their facts are missing without being absent. */
function unansweredWarnings(leftOut: readonly ScannedPage[]): string[] {
  const urls = leftOut.filter(isUnanswered).map(({ url }) => url)
  if (urls.length === 0) return []
  const pages = urls.length === 1 ? '1 page' : `${urls.length} pages`
  return [`${pages} did not answer in time, so that facts may be missing: ${urls.join(', ')}`]
}

function warningsOf({ page, listed }: ReadPage): string[] {
  if (page.truncated) return [`${page.url} is larger than what is read of one page: its end was left out`]
  const isEmpty = page.visibleTextLength === 0 && listed.reason === undefined
  return isEmpty
    ? [`${page.url} answered with a page without text: check whether it is the right address`]
    : []
}
