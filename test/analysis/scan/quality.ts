import { type Site, type SiteLabel, type Topic, topics } from '../../support/sites.ts'
import { says } from './label-match.ts'

export const confidences = ['high', 'medium', 'low'] as const
export type Confidence = (typeof confidences)[number]

/** What the measure needs of a scan's fact. */
export interface JudgedFact {
  topic: Topic
  text: string
  value?: string | undefined
  confidence: Confidence
}

/** One site's facts held against its label. */
export interface SiteJudgement {
  slug: string
  right: readonly JudgedFact[]
  wrong: readonly JudgedFact[]
  tolerated: readonly JudgedFact[]
  /** Expected facts; `by` is the best confidence at which one was found, undefined for a miss. */
  expected: readonly { topic: Topic; value: string; by: Confidence | undefined }[]
}

/**
 * Judges every fact: right when the label expects it, tolerated when the label lets it pass, wrong otherwise. Two facts
 * may be right by the same expectation, as when a company is named in full and in short.
 */
export function judgeSite(
  { slug, label }: Pick<Site, 'slug' | 'label'>,
  facts: readonly JudgedFact[],
): SiteJudgement {
  const labelledFacts = facts.flatMap(endsOfRange).map(labelled)
  const verdicts = labelledFacts.map((fact) => ({ fact, verdict: verdictOn(fact, label) }))
  const having = (wanted: Verdict) =>
    verdicts.filter(({ verdict }) => verdict === wanted).map(({ fact }) => fact)
  const expected = topics.flatMap((topic) =>
    (label.expect[topic] ?? []).map((wanted) => {
      const matching = labelledFacts.filter(
        (fact) => fact.topic === topic && saysOneOf(fact, spellingsOf(wanted)),
      )
      const by = confidences.find((confidence) => matching.some((fact) => fact.confidence === confidence))
      return { topic, value: spellingsOf(wanted)[0] ?? '', by }
    }),
  )
  return { slug, right: having('right'), wrong: having('wrong'), tolerated: having('tolerated'), expected }
}

/** A range of prices says two: its ends. */
function endsOfRange(fact: JudgedFact): JudgedFact[] {
  const [, currency, least, most, per = ''] =
    /^([A-Z]{3} )([\d.]+)-([\d.]+)(\/.+)?$/.exec(fact.topic === 'pricing' ? wordingOf(fact) : '') ?? []
  return least === undefined
    ? [fact]
    : [least, most].map((end) => ({ ...fact, value: `${currency}${end}${per}` }))
}

/** Labels name integrations among the tools. */
function labelled(fact: JudgedFact): JudgedFact {
  return fact.topic === 'integration' ? { ...fact, topic: 'tool' } : fact
}

type Verdict = 'right' | 'wrong' | 'tolerated'

function verdictOn(fact: JudgedFact, { expect, tolerated, forbidden }: SiteLabel): Verdict {
  const { topic } = fact
  if (saysOneOf(fact, forbidden?.[topic] ?? [])) return 'wrong'
  if ((expect[topic] ?? []).some((wanted) => saysOneOf(fact, spellingsOf(wanted)))) return 'right'
  const passing =
    tolerated?.[topic] ?? (unlabelledTopics.has(topic) && expect[topic] === undefined ? ['*'] : [])
  return passing.includes('*') || saysOneOf(fact, passing) ? 'tolerated' : 'wrong'
}

/** Judged only on the sites whose label says something about them. */
const unlabelledTopics: ReadonlySet<Topic> = new Set<Topic>([
  'legal-name',
  'registration',
  'industry',
  'founded',
  'opening-hours',
  'integration',
  'logo',
  'icon',
  'color',
])

function saysOneOf(fact: JudgedFact, labels: readonly string[]): boolean {
  return labels.some((label) => says(fact.topic, wordingOf(fact), label))
}

function spellingsOf(wanted: string | readonly string[]): readonly string[] {
  return typeof wanted === 'string' ? [wanted] : wanted
}

export function wordingOf({ value, text }: JudgedFact): string {
  return value ?? text
}

/** Counts from which both rates follow. */
export interface Rate {
  right: number
  wrong: number
  tolerated: number
  expected: number
  found: number
}

export interface Quality {
  sites: number
  all: Rate
  topics: Readonly<Partial<Record<Topic, Rate & { by: Record<Confidence, Rate> }>>>
  confidences: Readonly<Record<Confidence, Rate>>
}

export function measure(judgements: readonly SiteJudgement[]): Quality {
  const count = (keep: (topic: Topic, confidence: Confidence | undefined) => boolean): Rate => {
    const facts = (list: 'right' | 'wrong' | 'tolerated') =>
      judgements.flatMap((one) => one[list]).filter(({ topic, confidence }) => keep(topic, confidence)).length
    const expected = judgements.flatMap((one) => one.expected)
    return {
      right: facts('right'),
      wrong: facts('wrong'),
      tolerated: facts('tolerated'),
      // What was missed has no confidence, so the recall of a confidence is its share of everything expected.
      expected: expected.filter(({ topic }) => confidences.some((confidence) => keep(topic, confidence)))
        .length,
      found: expected.filter(({ topic, by }) => by !== undefined && keep(topic, by)).length,
    }
  }
  const ofConfidence = (topic?: Topic) => ({
    high: count((each, confidence) => (topic ?? each) === each && confidence === 'high'),
    medium: count((each, confidence) => (topic ?? each) === each && confidence === 'medium'),
    low: count((each, confidence) => (topic ?? each) === each && confidence === 'low'),
  })
  return {
    sites: judgements.length,
    all: count(() => true),
    topics: Object.fromEntries(
      topics.map((topic) => [topic, { ...count((each) => each === topic), by: ofConfidence(topic) }]),
    ),
    confidences: ofConfidence(),
  }
}

/** Share of the judged facts that are right; undefined where nothing was judged. Tolerated facts count on neither side. */
export function precisionOf({ right, wrong }: Rate): number | undefined {
  return right + wrong > 0 ? right / (right + wrong) : undefined
}

/** Share of the expected facts that were found; undefined where none was expected. */
export function recallOf({ expected, found }: Rate): number | undefined {
  return expected > 0 ? found / expected : undefined
}

/** The figures as a table for people: a row for each topic, then one for each confidence. */
export function qualityTable({ sites, all, topics: perTopic, confidences: perConfidence }: Quality): string {
  const row = (cells: readonly string[]) =>
    cells.map((cell, index) => (index === 0 ? cell.padEnd(16) : cell.padStart(10))).join('')
  const rateRow = (name: string, rate: Rate, by?: Readonly<Record<Confidence, Rate>>) =>
    row([
      name,
      percent(precisionOf(rate)),
      percent(recallOf(rate)),
      ...[rate.right, rate.wrong, rate.tolerated, rate.expected, rate.found].map(String),
      ...(by ? confidences.map((confidence) => percent(precisionOf(by[confidence]))) : []),
    ])
  return [
    `${sites} sites`,
    row([
      '',
      'precision',
      'recall',
      'right',
      'wrong',
      'tolerated',
      'expected',
      'found',
      'p(high)',
      'p(medium)',
      'p(low)',
    ]),
    ...topics.flatMap((topic) => {
      const rate = perTopic[topic]
      return rate ? [rateRow(topic, rate, rate.by)] : []
    }),
    ...confidences.map((confidence) => rateRow(confidence, perConfidence[confidence])),
    rateRow('all', all, perConfidence),
  ].join('\n')
}

function percent(rate: number | undefined): string {
  return rate === undefined ? '-' : `${(rate * 100).toFixed(1)}%`
}

/** Every wrong fact and every miss, site by site: what to look at next. */
export function problemList(judgements: readonly SiteJudgement[]): string {
  return judgements
    .flatMap(({ slug, wrong, expected }) => [
      ...wrong.map(
        (fact) => `${slug}: wrong ${fact.topic} (${fact.confidence}): ${wordingOf(fact).slice(0, 120)}`,
      ),
      ...expected.filter(({ by }) => !by).map(({ topic, value }) => `${slug}: missed ${topic}: ${value}`),
    ])
    .join('\n')
}
