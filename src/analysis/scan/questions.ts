import { type AnswerField, answerFields, type Catalog } from '../catalog/catalog.ts'
import { signalsOf } from '../catalog/signals-of.ts'
import { hasSignal } from '../diagnose/answers.ts'
import { createDiagnose, type Diagnose } from '../diagnose/diagnose.ts'
import type { DiagnosticAnswers } from '../diagnose/schema.ts'
import { answersBy, createCueMatcher } from './cues.ts'
import type { Fact, ScanResult } from './schema.ts'

const suggestedMax = { role: 1, painPoints: 5, tools: 20 }
const becauseMax = 10
const optionsAskedMax = 6
const optionsAskedMin = 4
/** An option of fewer kinds of company is asked only where the site makes it likely; one without a cue is for any. */
const kindsOfAnyCompany = 4
/** A product is considered when its support is at least this share of the best product's. */
const supportShareMin = 0.5

const weights: Readonly<Record<Fact['confidence'], number>> = { high: 3, medium: 2, low: 1 }
/** The narrower statement counts more: an accounting firm also sells services. */
const weightOf = ({ confidence, topic }: Fact) => weights[confidence] * (topic === 'industry' ? 2 : 1)

/** Answers supported by facts, in the catalog's option texts; the best supported first. */
export function suggestedAnswers(facts: readonly Fact[], catalog: Catalog): DiagnosticAnswers {
  return answersBy((field) => optionsBy(facts, field, catalog).slice(0, suggestedMax[field]))
}

/**
 * The missing answer that would change the diagnosis most. For each open question every option is scored; the question
 * wins whose options most often change the product, then the confidence, then the lead.
 */
export function followUpQuestion(
  facts: readonly Fact[],
  catalog: Catalog,
  diagnose: Diagnose = createDiagnose(catalog),
): ScanResult['followUpQuestion'] {
  const known = suggestedAnswers(facts, catalog)
  const missing = answerFields.filter((field) => known[field] === undefined)
  const [best] = (missing.length === 0 ? answerFields : missing)
    .map((field) => ({ field, impact: impactOf(field, known, catalog, diagnose) }))
    .sort((a, b) => byImpact(a.impact, b.impact))
  const field = best?.field ?? 'role'
  const present = facts.filter(({ kind }) => kind !== 'unknown')
  const likely = likelyOptions(present, field, catalog)
  const pool =
    present.length === 0 ? catalog.questions[field].options : sensibleOptions(field, likely, catalog)
  const options = optionsToAsk(field, pool, likely, scoresOf(known, diagnose), catalog)
  const { label, model } = labelFor(field, present, catalog)
  const reasons = [
    ...factsBehind(facts, known, catalog, diagnose),
    ...(model === undefined ? [] : [model]),
    ...options.flatMap((option) => likely.get(option)?.facts ?? []),
  ]
  return {
    id: field,
    field,
    label,
    options,
    because: [...new Set(reasons.length === 0 ? introductions(present) : reasons)].slice(0, becauseMax),
  }
}

/** The question in the words for the kind of company that the site shows, with the fact that says so. */
function labelFor(field: AnswerField, facts: readonly Fact[], { labels = [], questions }: Catalog) {
  const model = facts.find(({ topic, confidence }) => topic === 'business-model' && confidence !== 'low')
  const own = labels.find((each) => each.field === field && each.kinds.includes(model?.value ?? ''))
  return { label: own?.label ?? questions[field].label, model: own && model?.id }
}

/** What the site makes likely, filled up with what is for companies of many kinds or of any; all options where that is none. */
function sensibleOptions(
  field: AnswerField,
  likely: ReadonlyMap<string, Likelihood>,
  { cues = [], questions }: Catalog,
): readonly string[] {
  const { options } = questions[field]
  const kindsOf = (option: string) => {
    const own = cues.filter((cue) => cue.option === option)
    return own.length === 0 ? kindsOfAnyCompany : own.reduce((sum, { kinds = [] }) => sum + kinds.length, 0)
  }
  const broad = options
    .filter((option) => !likely.has(option) && kindsOf(option) >= kindsOfAnyCompany)
    .sort((a, b) => kindsOf(b) - kindsOf(a))
  const missing = likely.size === 0 ? optionsAskedMax : Math.max(0, optionsAskedMin - likely.size)
  const pool = [...options.filter((option) => likely.has(option)), ...broad.slice(0, missing)]
  return pool.length < 2 ? options : pool
}

interface Likelihood {
  weight: number
  facts: string[]
}

/** The options of a field whose cues match facts. */
function likelyOptions(facts: readonly Fact[], field: AnswerField, catalog: Catalog) {
  const cuesOf = createCueMatcher(catalog)
  const likely = new Map<string, Likelihood>()
  for (const fact of facts) {
    const options = cuesOf(fact)
      .filter((cue) => cue.field === field)
      .map(({ option }) => option)
    for (const option of new Set(options)) {
      const { weight, facts: ids } = likely.get(option) ?? { weight: 0, facts: [] }
      likely.set(option, { weight: weight + weightOf(fact), facts: [...ids, fact.id] })
    }
  }
  return likely
}

/**
 * Up to six options, the likeliest first: alternately the likeliest one of each considered product, so that the answer
 * distinguishes them. Without cues and scores all products are considered.
 */
function optionsToAsk(
  field: AnswerField,
  pool: readonly string[],
  likely: ReadonlyMap<string, Likelihood>,
  scores: ReadonlyMap<string, number>,
  catalog: Catalog,
): string[] {
  const { options } = catalog.questions[field]
  const likelihood = (option: string) => likely.get(option)?.weight ?? 0
  const byLikelihood = (a: string, b: string) => likelihood(b) - likelihood(a)
  const products = catalog.products.map((product) => {
    const signals = signalsOf(product, field).toSorted((a, b) => b.weight - a.weight)
    const support = Math.max(0, ...signals.map(({ signal, weight }) => weight * likelihood(signal)))
    return {
      support: support + (scores.get(product.key) ?? 0),
      options: signals.flatMap(({ signal }) => (pool.includes(signal) ? [signal] : [])).sort(byLikelihood),
    }
  })
  const best = Math.max(...products.map(({ support }) => support))
  const queues = products
    .filter(({ support }) => support >= best * supportShareMin)
    .sort((a, b) => b.support - a.support)
    .map((product) => product.options)
  const longest = Math.max(0, ...queues.map(({ length }) => length))
  const byTurns = Array.from({ length: longest }, (_, turn) => queues.flatMap((queue) => queue[turn] ?? []))
  return [...new Set([...byTurns.flat(), ...pool.toSorted(byLikelihood)])]
    .slice(0, optionsAskedMax)
    .sort((a, b) => byLikelihood(a, b) || options.indexOf(a) - options.indexOf(b))
}

function scoresOf(known: DiagnosticAnswers, diagnose: Diagnose): ReadonlyMap<string, number> {
  return new Map(hasSignal(known) ? diagnose(known).scores.map(({ key, score }) => [key, score]) : [])
}

/** The site's own description, as the reason of a question without another one. */
function introductions(facts: readonly Fact[]): string[] {
  const first = facts.find(({ topic }) => introductionTopics.has(topic)) ?? facts[0]
  return first === undefined ? [] : [first.id]
}

const introductionTopics = new Set<Fact['topic']>([
  'business-model',
  'industry',
  'description',
  'product',
  'audience',
])

/** Shares of the options that change the result, and the mean change of the lead. */
interface Impact {
  product: number
  confidence: number
  lead: number
}

function impactOf(
  field: AnswerField,
  known: DiagnosticAnswers,
  catalog: Catalog,
  diagnose: Diagnose,
): Impact {
  const before = outcomeOf({}, known, diagnose)
  const several = field === 'painPoints' || field === 'tools'
  const after = catalog.questions[field].options.map((option) =>
    outcomeOf({ [field]: several ? [option] : option }, known, diagnose),
  )
  const share = (changes: (outcome: Outcome) => number) =>
    after.reduce((sum, outcome) => sum + changes(outcome), 0) / after.length
  return {
    product: share((outcome) => Number(outcome.product !== before.product)),
    confidence: share((outcome) => Number(outcome.confidence !== before.confidence)),
    lead: share((outcome) => Math.abs(outcome.lead - before.lead)),
  }
}

function byImpact(a: Impact, b: Impact): number {
  return b.product - a.product || b.confidence - a.confidence || b.lead - a.lead
}

interface Outcome {
  product: string | undefined
  confidence: string
  lead: number
}

/** With what facts support as it is: suggested, and not confirmed. */
function outcomeOf(answers: DiagnosticAnswers, suggested: DiagnosticAnswers, diagnose: Diagnose): Outcome {
  if (!hasSignal(answers) && !hasSignal(suggested)) return { product: undefined, confidence: 'low', lead: 0 }
  const { product, confidence, scores } = diagnose({ ...answers, suggested })
  return { product: product?.key, confidence, lead: (scores[0]?.score ?? 0) - (scores[1]?.score ?? 0) }
}

/** Facts behind the answers that determine the two leading products. */
function factsBehind(
  facts: readonly Fact[],
  known: DiagnosticAnswers,
  catalog: Catalog,
  diagnose: Diagnose,
): string[] {
  if (!hasSignal(known)) return []
  const leading = diagnose(known).scores.slice(0, 2)
  const counted = new Set(
    leading.flatMap(({ matched }) => matched.map(({ field, signal }) => `${field} ${signal}`)),
  )
  const backing = facts.filter((fact) =>
    answerFields.some((field) =>
      suggestionsOf(fact, field, catalog).some((option) => counted.has(`${field} ${option}`)),
    ),
  )
  return backing.map(({ id }) => id)
}

/** The options of a field supported by facts: by number and confidence of facts, then in catalog order. */
function optionsBy(facts: readonly Fact[], field: AnswerField, catalog: Catalog): string[] {
  const sums = new Map<string, number>()
  for (const fact of facts)
    for (const option of suggestionsOf(fact, field, catalog))
      sums.set(option, (sums.get(option) ?? 0) + weightOf(fact))
  const { options } = catalog.questions[field]
  return options.filter((option) => sums.has(option)).sort((a, b) => (sums.get(b) ?? 0) - (sums.get(a) ?? 0))
}

/** Options suggested by one fact; texts that are not options of this catalog are ignored. */
function suggestionsOf({ kind, signals }: Fact, field: AnswerField, catalog: Catalog): string[] {
  if (kind === 'unknown' || signals === undefined || field === 'timeline') return []
  const given = signals[field] ?? []
  const { options } = catalog.questions[field]
  return [...new Set(typeof given === 'string' ? [given] : given)].filter((option) =>
    options.includes(option),
  )
}
