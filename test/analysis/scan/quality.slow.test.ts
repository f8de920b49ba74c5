import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import type { ScanResult } from '../../../src/analysis/scan/schema.ts'
import { skipWithoutChromium } from '../../support/chromium.ts'
import { startSiteServer } from '../../support/site-server.ts'
import type { Site } from '../../support/sites.ts'
import { says } from './label-match.ts'
import {
  type JudgedFact,
  measure,
  precisionOf,
  problemList,
  qualityTable,
  recallOf,
  wordingOf,
} from './quality.ts'
import { openSiteScanner, type ScannedSite, scanSites } from './scan-sites.ts'

const server = startSiteServer()
const { scan, stop } = openSiteScanner(server)
let scanned: ScannedSite[] = []

beforeAll(async () => {
  scanned = await scanSites(
    server.sites.filter(({ label }) => !label.needsBrowser),
    scan,
  )
  const judgements = scanned.map(({ judgement }) => judgement)
  const heldOut = scanned.filter(({ site }) => site.label.holdOut).map(({ judgement }) => judgement)
  console.log(`All labelled sites: ${qualityTable(measure(judgements))}`)
  console.log(`Of these, held out when the finders were made: ${qualityTable(measure(heldOut))}`)
  console.log(problemList(judgements))
})

afterAll(async () => {
  await stop()
  await server.stop()
})

describe('over all labelled sites', () => {
  const quality = () => measure(scanned.map(({ judgement }) => judgement))

  test.each([
    ['high', 0.98],
    ['medium', 0.9],
  ] as const)('facts of %s confidence are right at least %f of the time', (confidence, wanted) => {
    expect(precisionOf(quality().confidences[confidence]) ?? 0).toBeGreaterThanOrEqual(wanted)
  })

  test.each(['company-name', 'description', 'contact-email', 'contact-phone', 'social', 'absence'] as const)(
    'at least 95 in 100 of what a careful reader would note as %s are found',
    (topic) => {
      const rate = quality().topics[topic]
      expect((rate && recallOf(rate)) ?? 0).toBeGreaterThanOrEqual(0.95)
    },
  )

  test('no fact that a label calls false has high confidence', () => {
    const lies = scanned.flatMap(({ site, result }) =>
      result.facts
        .filter((fact) => fact.confidence === 'high' && isForbidden(site, fact))
        .map((fact) => `${site.slug}: ${fact.topic}: ${wordingOf(fact)}`),
    )
    expect(lies).toEqual([])
  })

  test('every quote is at the position of its source, in the body of its digest', () => {
    const quotes = scanned.flatMap(({ site, result }) =>
      result.facts.flatMap(({ sources }) => sources.map((source) => ({ site, source }))),
    )
    expect(quotes.length).toBeGreaterThan(500)
    const lost = quotes.filter(({ site, source }) => !stands(site, source))
    expect(lost.map(({ site, source }) => `${site.slug}: ${source.url}: ${source.quote}`)).toEqual([])
  })

  test('no text of a fact has characters that hide or reorder text', () => {
    const texts = scanned.flatMap(({ result }) =>
      result.facts.flatMap(({ text, value = '' }) => [text, value]),
    )
    expect(
      texts.filter((text) =>
        /[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/u.test(text),
      ),
    ).toEqual([])
  })
})

test('hidden text of a hostile site never becomes a fact', () => {
  const hostile = scanned.find(({ site }) => site.slug === 'calder-optics')
  expect(hostile?.result.facts.filter((fact) => isForbidden(hostile.site, fact)).map(wordingOf)).toEqual([])
})

test('a page that robots.txt forbids is never requested', () => {
  expect(server.requests.get('www.lumen-archive.org/')).toBeGreaterThan(0)
  expect(server.requests.get('www.lumen-archive.org/contact')).toBeUndefined()
})

test.skipIf(skipWithoutChromium(import.meta.path))(
  'a page that its script builds, and only such a page, is read in a browser',
  async () => {
    expect(scanned.filter(({ result }) => result.escalatedToBrowser).map(({ site }) => site.slug)).toEqual([])
    const [shell] = await scanSites(
      server.sites.filter(({ label }) => label.needsBrowser),
      scan,
    )
    if (!shell) throw new Error('No labelled site needs a browser')
    console.log(problemList([shell.judgement]))
    expect(shell.result.escalatedToBrowser).toBe(true)
    expect(shell.judgement.wrong.filter((fact) => isForbidden(shell.site, fact))).toEqual([])
    const found = shell.judgement.expected.filter(({ by }) => by !== undefined).map(({ topic }) => topic)
    expect(found).toEqual(
      expect.arrayContaining(['company-name', 'description', 'contact-email', 'contact-phone']),
    )
  },
)

function isForbidden({ label }: Site, fact: JudgedFact): boolean {
  return (label.forbidden?.[fact.topic] ?? []).some((lie) => says(fact.topic, wordingOf(fact), lie))
}

/** Reads the quote again from what the server sent, or from the label for what came as records of DNS. */
function stands(site: Site, source: ScanResult['facts'][number]['sources'][number]): boolean {
  const { label } = site
  const { method, quote, start, end, bodySha256 } = source
  if (method === 'dns') {
    const body = dnsBlockOf(site, source.url.replace(/^dns:/, ''))
    return sha256(body) === bodySha256 && body.slice(start, end) === quote
  }
  // The block of headers holds a date and more of the server's own, so its hash cannot be made again here.
  if (method === 'header') return Object.values(label.headers ?? {}).some((value) => quote.includes(value))
  const bytes = server.served(bodySha256)
  if (!bytes) return false
  const { pathname, search } = new URL(source.url)
  const body = new TextDecoder(label.charsets?.[`${pathname}${search}`] ?? 'utf-8').decode(bytes)
  return body.slice(start, end) === quote
}

/** The record lines as the scan puts them together: a CNAME belongs to the host, all others to the domain. */
function dnsBlockOf({ label: { host, dns = {} } }: Site, domain: string): string {
  const { mx = [], txt = [], cname = [] } = dns
  return [
    ...mx.map((value) => `${domain} MX ${value}\n`),
    ...txt.map((value) => `${domain} TXT ${value}\n`),
    ...(host === domain ? [] : cname.map((value) => `${host} CNAME ${value}\n`)),
  ].join('')
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
