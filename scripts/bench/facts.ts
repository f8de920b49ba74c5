/**
 * How much of what a careful reader notes about saved sites a scan finds, and how much of what it says is right:
 * `bun scripts/bench/facts.ts --sites DIR [--only SLUG] [--topic TOPIC] [--json FILE]`. DIR holds a folder for each site with its files and a
 * `site.json` (`{"host"}`), and `SLUG.labels.json` beside it. The sites are scanned under their own host names. A label with
 * `optional` is right when it is found and is not counted as missed.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import PQueue from 'p-queue'
import { defaultCatalog } from '../../src/analysis/catalog/default-catalog.ts'
import { hasSignal } from '../../src/analysis/diagnose/answers.ts'
import { createDiagnose } from '../../src/analysis/diagnose/diagnose.ts'
import { openScanner } from '../../src/analysis/scan/open-scanner.ts'
import type { Fact, ScanResult } from '../../src/analysis/scan/schema.ts'
import { topics } from '../../src/analysis/scan/schema.ts'
import { nameKey } from '../../src/analysis/scan/site/company-names.ts'
import { createLog } from '../../src/kernel/runtime/log.ts'
import { matches, matchesOne } from './support/match-fact.ts'
import { readSavedSites, type SavedSite, type SiteLabels, serveSavedSites } from './support/saved-sites.ts'

const { values: options } = parseArgs({
  options: {
    sites: { type: 'string' },
    only: { type: 'string' },
    topic: { type: 'string' },
    json: { type: 'string' },
  },
})
if (options.sites === undefined) {
  console.error('Cannot measure without saved sites: use --sites DIR')
  process.exit(2)
}
const confidences = ['high', 'medium', 'low'] as const
type Confidence = (typeof confidences)[number]
/** Their values are keys; the text holds the words. */
const proseTopics: ReadonlySet<string> = new Set([
  'description',
  'industry',
  'business-model',
  'audience',
  'region',
])
const say = (line: string) => console.log(line)

interface Judged {
  slug: string
  topic: string
  value: string
  confidence: Confidence
  right: boolean
  quote: string
  page: string
}
interface Expected {
  slug: string
  topic: string
  value: string
  found: boolean
}
interface Report {
  site: SavedSite
  result: ScanResult | undefined
  error: string | undefined
  elapsedMs: number
  facts: Judged[]
  expected: Expected[]
}

const sites = readSavedSites(options.sites).filter(
  ({ slug }) => options.only === undefined || slug === options.only,
)
const server = serveSavedSites(sites)
const { scanner, stop, warm } = openScanner({
  config: { ports: [server.port], seconds: 120, chromium: undefined },
  catalog: defaultCatalog,
  diagnose: createDiagnose(defaultCatalog),
  robotsStore: { read: async () => undefined, save: async () => {}, sweep: async () => {} },
  log: createLog({ level: 'error', write: (text) => void process.stderr.write(text) }),
  now: Date.now,
  baseUrl: 'http://127.0.0.1',
  localOrigins: [],
  network: server,
})
await warm()
const queue = new PQueue({ concurrency: 2 })
const reports = await queue.addAll(sites.map((site) => () => judge(site)))
await stop()
await server.stop()
printReport(reports)
if (options.json !== undefined) writeFileSync(options.json, JSON.stringify(reports, undefined, 1))
process.exit(0)

async function judge(site: SavedSite): Promise<Report> {
  const startedAt = performance.now()
  const asked = { signal: AbortSignal.timeout(120_000), fresh: true, caller: site.slug }
  try {
    const result = await scanner.scan(server.entryUrl(site), asked)
    const elapsedMs = Math.round(performance.now() - startedAt)
    const judged =
      site.labels === undefined
        ? { facts: [], expected: [] }
        : judgeFacts(site.slug, result.facts, site.labels)
    return { site, result, error: undefined, elapsedMs, ...judged }
  } catch (error) {
    const elapsedMs = Math.round(performance.now() - startedAt)
    return { site, result: undefined, error: String(error), elapsedMs, facts: [], expected: [] }
  }
}

/** Topics without a label are not judged; an empty list says that the site has none. */
function judgeFacts(
  slug: string,
  facts: readonly Fact[],
  labels: SiteLabels,
): Pick<Report, 'facts' | 'expected'> {
  const wanted = wantedTopics(labels)
  const judged = facts
    .filter(
      ({ topic }) => wanted[topic] !== undefined && (options.topic === undefined || topic === options.topic),
    )
    .map((fact) => ({
      slug,
      topic: fact.topic,
      value: fact.value ?? fact.text,
      confidence: fact.confidence,
      right:
        saysOneOf(fact, wanted[fact.topic] ?? []) &&
        (!isLie(fact, labels) || isExact(fact, wanted[fact.topic])),
      quote: (fact.sources[0]?.quote ?? '').replace(/\s+/g, ' ').slice(0, 100),
      page: fact.sources[0] === undefined ? '' : new URL(fact.sources[0].url).pathname,
    }))
  const expected = Object.entries(wanted)
    .filter(([topic]) => options.topic === undefined || topic === options.topic)
    .flatMap(([topic, values]) =>
      values
        .filter(({ optional }) => optional !== true)
        .map((label) => ({
          slug,
          topic,
          value: label.value,
          found: facts.some((fact) => fact.topic === topic && saysOne(fact, label)),
        })),
    )
  return { facts: judged, expected }
}

type Wanted = Readonly<Record<string, SiteLabels['facts'][string]>>

function wantedTopics({ facts, absent }: SiteLabels): Wanted {
  if (absent === undefined) return facts
  const names = [
    [absent.price, 'pricing'],
    [absent.email, 'contact-email'],
    [absent.phone, 'contact-phone'],
  ] as const
  return { ...facts, absence: names.flatMap(([is, value]) => (is === true ? [{ value }] : [])) }
}

function saysOne(fact: Fact, label: { value: string; also?: readonly string[] }): boolean {
  const spellings = [label.value, ...(label.also ?? [])]
  return spellings.some((spelling) => saysIt(fact, spelling))
}

function saysOneOf(fact: Fact, labels: Wanted[string]): boolean {
  const spellings = labels.flatMap(({ value, also = [] }) => [value, ...also])
  return (
    matchesOne(fact.topic, fact.value ?? fact.text, spellings) ||
    (proseTopics.has(fact.topic) && matchesOne(fact.topic, fact.text, spellings))
  )
}

function saysIt({ topic, value, text }: Fact, spelling: string): boolean {
  return (
    matches(topic, value ?? text, spelling) ||
    (value !== undefined && proseTopics.has(topic) && matches(topic, text, spelling))
  )
}

/** Of names only the same one: a page's title that holds the brand makes the brand no lie. */
function isSaid(topic: string, said: string, lie: string): boolean {
  return topic === 'company-name' ? nameKey(said) === nameKey(lie) : matches(topic, said, lie)
}

/** Said word for word by a label, so that a similar entry under `wrong` means something else. */
function isExact({ value, text }: Fact, labels: Wanted[string] = []): boolean {
  return labels.some((label) => label.value === (value ?? text))
}

function isLie(fact: Fact, { wrong = [] }: SiteLabels): boolean {
  return wrong.some(
    ({ topic, value }) => topic === fact.topic && isSaid(topic, fact.value ?? fact.text, value),
  )
}

function printReport(all: readonly Report[]) {
  const facts = all.flatMap((report) => report.facts)
  const expected = all.flatMap((report) => report.expected)
  const row = (cells: readonly string[]) =>
    say(cells.map((cell, index) => (index === 0 ? cell.padEnd(16) : cell.padStart(11))).join(''))
  const percent = (part: number, whole: number) =>
    whole === 0 ? '-' : `${((100 * part) / whole).toFixed(0)}%`
  const rate = (some: readonly Judged[]) => {
    const right = some.filter((fact) => fact.right).length
    return `${right}/${some.length} ${percent(right, some.length)}`
  }
  const recall = (some: readonly Expected[]) => {
    const found = some.filter((label) => label.found).length
    return `${found}/${some.length} ${percent(found, some.length)}`
  }
  const labelled = all.filter(({ site }) => site.labels !== undefined).length
  const times = all.map(({ elapsedMs }) => elapsedMs).sort((a, b) => a - b)
  say(
    `${all.length} sites, ${labelled} with labels, ${all.filter(({ error }) => error).length} failed; median scan ${times[times.length >> 1] ?? 0} ms, longest ${times.at(-1) ?? 0} ms\n`,
  )
  row(['', 'right', 'found', ...confidences])
  for (const topic of [...topics, undefined]) {
    const own = facts.filter((fact) => topic === undefined || fact.topic === topic)
    const wanted = expected.filter((label) => topic === undefined || label.topic === topic)
    if (own.length === 0 && wanted.length === 0) continue
    const byConfidence = confidences.map((confidence) =>
      rate(own.filter((fact) => fact.confidence === confidence)),
    )
    row([topic ?? 'all', rate(own), recall(wanted), ...byConfidence])
  }
  printSuggestions(all)
  say('\nWrong')
  for (const { slug, topic, value, confidence, quote, page } of facts.filter(({ right }) => !right))
    say(`${slug}: ${topic} (${confidence}): ${value.slice(0, 120)}  <- ${page} "${quote}"`)
  say('\nMissed')
  for (const { slug, topic, value } of expected.filter(({ found }) => !found))
    say(`${slug}: ${topic}: ${value.slice(0, 120)}`)
  for (const { site, error } of all) if (error !== undefined) say(`${site.slug}: failed: ${error}`)
}

/** A site does not say who reads it, so roles are judged only where a label names some. */
function printSuggestions(all: readonly Report[]) {
  const suggested = all.flatMap(({ site, result }) =>
    (['role', 'painPoints', 'tools'] as const).flatMap((field) => {
      const labels = site.labels?.suggest?.[field] ?? []
      const isJudged = site.labels?.suggest !== undefined && (field !== 'role' || labels.length > 0)
      return [result?.suggestedAnswers[field] ?? []].flat().map((option) => {
        return { slug: site.slug, field, option, isJudged, right: labels.includes(option) }
      })
    }),
  )
  const judged = suggested.filter(({ isJudged }) => isJudged)
  const results = all.flatMap(({ result }) => result ?? [])
  const questions = new Set(
    results.map(({ followUpQuestion: { field, options } }) => JSON.stringify([field, options])),
  )
  const unfounded = results.filter(({ followUpQuestion }) => followUpQuestion.because.length === 0)
  const diagnose = createDiagnose(defaultCatalog)
  const recommended = all.flatMap(({ site, result }) => {
    const { source: _, ...answers } = result?.suggestedAnswers ?? {}
    const product = hasSignal(answers) ? diagnose({ ...answers, source: 'scan' }).product : null
    return product === null ? [] : [`${site.slug}: ${product.key}`]
  })
  say(
    `\nSuggested answers: ${new Set(suggested.map(({ slug }) => slug)).size} sites with one, ${judged.filter(({ right }) => right).length} of ${judged.length} as labelled`,
  )
  for (const { slug, field, option } of judged.filter(({ right }) => !right))
    say(`${slug}: not labelled: ${field}: ${option}`)
  say(`${questions.size} different follow-up questions, ${unfounded.length} without a reason`)
  say(`Recommended from a scan alone: ${recommended.join(', ') || 'nothing'}`)
}
