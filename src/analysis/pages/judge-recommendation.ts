import type { Catalog } from '../catalog/catalog.ts'
import type { Diagnose } from '../diagnose/diagnose.ts'
import type { DiagnoseResult } from '../diagnose/schema.ts'
import { analysisError } from '../errors.ts'
import type { ReportContent, SavedRecommendation } from '../reports/schema.ts'

/** A text of a saved recommendation, and whether the rules produce the same. */
export interface JudgedText {
  text: string
  byRules: boolean
}

/** What a page may show of a saved recommendation, which is untrusted. */
export interface JudgedRecommendation {
  /** Whether the rules compute the same product, confidence and scores from the saved answers. */
  confirmed: boolean
  /** The rules' result; undefined without answers. */
  rules: DiagnoseResult | undefined
  product: {
    /** The catalog's name for a known product, so that no other name is shown with its link. */
    name: string | undefined
    /** Whether the product is in the catalog. */
    known: boolean
    tagline: string | undefined
    /** From the catalog only: a saved URL is untrusted. */
    url: string | undefined
  }
  confidence: SavedRecommendation['confidence']
  scores: SavedRecommendation['scores']
  reasoning: JudgedText | undefined
  agentSays: JudgedText | undefined
}

export function judgeRecommendation(
  { answers, recommendation: saved }: Pick<ReportContent, 'answers' | 'recommendation'>,
  { diagnose, products }: { diagnose: Diagnose; products: Catalog['products'] },
): JudgedRecommendation {
  const rules = resultOf(() => diagnose(answers))
  const confirmed = rules !== undefined && agrees(saved, rules)
  const named = (wanted: string | undefined) => products.find(({ key }) => key === wanted)
  const known = named(saved.product?.key)
  const judged = (text: string | undefined, own: string | undefined): JudgedText | undefined =>
    text === undefined || text.trim() === '' ? undefined : { text, byRules: confirmed && text === own }
  return {
    confirmed,
    rules,
    product: {
      name: known?.name ?? saved.product?.name ?? saved.product?.key,
      known: known !== undefined,
      tagline: known?.tagline ?? saved.product?.tagline,
      url: known?.url,
    },
    confidence: confirmed ? rules.confidence : undefined,
    scores: confirmed
      ? rules.scores
      : saved.scores?.map((score) => {
          const name = named(score.key)?.name ?? score.name
          return name === undefined ? score : { ...score, name }
        }),
    reasoning: judged(saved.reasoning, rules?.reasoning),
    agentSays: judged(saved.agentSays, rules?.agentSays),
  }
}

function resultOf(diagnose: () => DiagnoseResult): DiagnoseResult | undefined {
  try {
    return diagnose()
  } catch (error) {
    if (analysisError.is(error, 'missing_signals')) return undefined
    throw error
  }
}

/** Missing members contradict nothing, except `product`: it must be an object or null. */
function agrees(saved: SavedRecommendation, rules: DiagnoseResult): boolean {
  if (saved.product === undefined || saved.product?.key !== rules.product?.key) return false
  if (saved.confidence !== undefined && saved.confidence !== rules.confidence) return false
  if (saved.scores === undefined) return true
  return (
    saved.scores.length === rules.scores.length &&
    rules.scores.every((score, index) =>
      (['key', 'score', 'maxPossible', 'percentage'] as const).every(
        (member) => saved.scores?.[index]?.[member] === score[member],
      ),
    )
  )
}
