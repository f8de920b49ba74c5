import type { BudgetSpent } from '../../kernel/egress/egress.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Diagnose } from '../diagnose/diagnose.ts'
import { withSignals } from './cues.ts'
import type { DnsRecords } from './dns.ts'
import { decideTopics, type PageCandidates } from './facts/decide-topics.ts'
import type { SearchedPage } from './facts/merge/absences.ts'
import type { PageFacts } from './facts/merge/cited-fact.ts'
import { mergeFacts } from './facts/merge/merge.ts'
import { descriptionOf, integrationsOf, labelOf, regionsOf, titleOf } from './facts/merge/summary.ts'
import { dnsBlock, dnsCandidates } from './facts/tools/dns-records.ts'
import { allTopics } from './facts/topics.ts'
import { profileOf } from './profile.ts'
import { followUpQuestion, suggestedAnswers } from './questions.ts'
import type { ReadPage } from './read-page.ts'
import type { ScannedPage, ScanResult } from './schema.ts'
import { decideSite } from './site/site.ts'

export interface Reading {
  catalog: Catalog
  diagnose: Diagnose
  /** As it was asked for. */
  url: string
  finalUrl: string
  domain: string
  /** The page that was asked for first. */
  read: readonly [ReadPage, ...ReadPage[]]
  leftOut: readonly ScannedPage[]
  dns: DnsRecords
  escalatedToBrowser: boolean
  spent: BudgetSpent
  elapsedMs: number
  warnings: readonly string[]
  /** RFC 3339. */
  scannedAt: string
}

/** What a reading of a site comes to: its pages' facts merged, and what is still to be asked. Pure. */
export function composeResult(reading: Reading): ScanResult {
  const { catalog, read, dns, domain } = reading
  const [first] = read
  const site = decideSite(
    new URL(reading.finalUrl),
    read.map(({ page }) => page),
  )
  const merged = mergeFacts(read.map(pageFacts), {
    searched: reading.leftOut.length > 0 ? [] : read.map(searchedPage),
    decided: decideTopics(allTopics, [...read.map(pageCandidates), candidatesOfDns(dns)], site),
  })
  const facts = withSignals(merged, catalog)
  return {
    url: reading.url,
    finalUrl: reading.finalUrl,
    domain,
    title: titleOf(first.page, facts, domain),
    description: descriptionOf(first.page, facts),
    profile: profileOf(facts),
    facts,
    followUpQuestion: followUpQuestion(facts, catalog, reading.diagnose),
    suggestedAnswers: { ...suggestedAnswers(facts, catalog), source: 'scan' },
    escalatedToBrowser: reading.escalatedToBrowser,
    integrations: integrationsOf(facts),
    regions: regionsOf(facts),
    pages: [...read.map(({ listed }) => listed), ...reading.leftOut],
    budget: {
      ...reading.spent,
      elements: read.reduce((sum, { page }) => sum + page.elements, 0),
      elapsedMs: reading.elapsedMs,
    },
    warnings: [...reading.warnings, ...read.flatMap(warningsOf)],
    cached: false,
    scannedAt: reading.scannedAt,
  }
}

function searchedPage({ page, listed }: ReadPage): SearchedPage {
  const { url, truncated, links, clues } = page
  return { url, links, whole: listed.reason === undefined && !truncated, traces: clues.traces }
}

function pageFacts({ page, fetchedAt }: ReadPage): PageFacts {
  const { url, sha256, headerBlock, facts } = page
  return { url, label: labelOf(page), sha256, fetchedAt, headerSha256: headerBlock.sha256, facts }
}

function pageCandidates(read: ReadPage): PageCandidates {
  const { facts: _, ...page } = pageFacts(read)
  return { page: { ...page, kind: read.page.clues.kind }, candidates: read.page.candidates }
}

/** The records count as a page of their own. */
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

function warningsOf({ page }: ReadPage): string[] {
  return page.truncated ? [`${page.url} is larger than what is read of one page: its end was left out`] : []
}
