import { type AnswerField, answerFields, type Catalog } from '../catalog/catalog.ts'
import { hasSignal } from '../diagnose/answers.ts'
import { createDiagnose, type Diagnose } from '../diagnose/diagnose.ts'
import type { DiagnosticAnswers } from '../diagnose/schema.ts'
import { confidenceRank } from './facts/merge/confidence.ts'
import type { Fact, ScanResult } from './schema.ts'

const painPointsMax = 5
const toolsMax = 20
const becauseMax = 10

/** Answers that the facts speak for, in the catalog's option texts; the best backed first. */
export function suggestedAnswers(facts: readonly Fact[], catalog: Catalog): DiagnosticAnswers {
  const [role] = optionsBy(facts, 'role', catalog)
  const painPoints = optionsBy(facts, 'painPoints', catalog).slice(0, painPointsMax)
  const tools = optionsBy(facts, 'tools', catalog).slice(0, toolsMax)
  return {
    ...(role === undefined ? {} : { role }),
    ...(painPoints.length === 0 ? {} : { painPoints }),
    ...(tools.length === 0 ? {} : { tools }),
  }
}

/**
 * The missing answer that would change the diagnosis most: of each open question every option is really scored, and the
 * question wins whose options most often change the product, then the confidence, then the lead.
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
  const { label, options } = catalog.questions[field]
  return {
    id: field,
    field,
    label,
    options: [...options],
    because: reasonsFor(facts, known, catalog, diagnose),
  }
}

/** Shares of the options that change something, and the mean change of the lead. */
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
  const before = outcomeOf(known, diagnose)
  const after = catalog.questions[field].options.map((option) =>
    outcomeOf(withAnswer(known, field, option), diagnose),
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

function outcomeOf(answers: DiagnosticAnswers, diagnose: Diagnose): Outcome {
  if (!hasSignal(answers)) return { product: undefined, confidence: 'low', lead: 0 }
  const { product, confidence, scores } = diagnose(answers)
  return { product: product?.key, confidence, lead: (scores[0]?.score ?? 0) - (scores[1]?.score ?? 0) }
}

function withAnswer(known: DiagnosticAnswers, field: AnswerField, option: string): DiagnosticAnswers {
  const several = field === 'painPoints' || field === 'tools'
  return { ...known, [field]: several ? [...(known[field] ?? []), option] : option }
}

/** The facts behind the answers that put the two leading products where they are. */
function reasonsFor(
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
  return backing.slice(0, becauseMax).map(({ id }) => id)
}

/** The options of a field that facts speak for: those with the most and surest facts first, then as the catalog lists them. */
function optionsBy(facts: readonly Fact[], field: AnswerField, catalog: Catalog): string[] {
  const weights = new Map<string, number>()
  for (const fact of facts) {
    for (const option of suggestionsOf(fact, field, catalog)) {
      weights.set(option, (weights.get(option) ?? 0) + 1 + confidenceRank[fact.confidence])
    }
  }
  const { options } = catalog.questions[field]
  return options
    .filter((option) => weights.has(option))
    .sort((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0))
}

/** What one fact suggests; texts that are no options of this catalog suggest nothing. */
function suggestionsOf({ kind, signals }: Fact, field: AnswerField, catalog: Catalog): string[] {
  if (kind === 'unknown' || signals === undefined || field === 'timeline') return []
  const given = signals[field] ?? []
  const { options } = catalog.questions[field]
  return [...new Set(typeof given === 'string' ? [given] : given)].filter((option) =>
    options.includes(option),
  )
}
