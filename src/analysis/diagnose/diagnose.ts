import {
  type AnswerField,
  answerFields,
  type Catalog,
  type Product,
  type Scoring,
} from '../catalog/catalog.ts'
import { signalsOf } from '../catalog/signals-of.ts'
import { analysisError } from '../errors.ts'
import { hasSignal } from './answers.ts'
import { agentMessage, explainScores } from './explain.ts'
import { createOptionMatcher } from './match-options.ts'
import type { Confidence, DiagnoseResult, DiagnosticAnswers, GivenAnswers, ProductScore } from './schema.ts'
import { createScoring, understand } from './score-products.ts'

export type Diagnose = (answers: GivenAnswers) => DiagnoseResult

/**
 * Recommends a product of the catalog by score. Suggestions of a scan are weaker evidence than answers: alone they
 * recommend only what two of them point to, and they never replace the product of the answers or give high confidence.
 *
 * The order of answers never matters, an answer in favour of a product never lowers its score, unknown words
 * change nothing, and equal answers give equal bytes.
 * @throws missing_signals when every answer is absent or blank
 */
export function createDiagnose(catalog: Catalog): Diagnose {
  const optionsIn = createOptionMatcher(catalog)
  const scoreProducts = createScoring(catalog)
  const isPointedTo = createScanCheck(catalog)
  const judged = (given: readonly DiagnosticAnswers[]) => {
    const understood = understand(given, optionsIn)
    const scores = scoreProducts(understood)
    return { understood, scores, candidate: recommended(scores, catalog) }
  }
  return ({ suggested = {}, ...answers }) => {
    const given = [answers, suggested]
    if (!given.some(hasSignal)) throw analysisError('missing_signals')
    const own = judged(answers.source === 'scan' ? [] : [answers])
    const all = judged(given)
    const isContradicted = own.candidate !== undefined && own.candidate !== all.candidate
    const { understood, scores, candidate } = isContradicted ? own : all
    const isBacked = own.candidate !== undefined || isPointedTo(scores[0])
    const product = isBacked ? candidate : undefined
    const scored = product === undefined ? 'low' : confidenceOf(scores, catalog.scoring)
    const isSure = own.candidate !== undefined && confidenceOf(own.scores, catalog.scoring) === 'high'
    const confidence = scored === 'high' && !isSure ? 'medium' : scored
    return {
      product: product === undefined ? null : shortForm(product),
      reasoning: explainScores(scores, { confidence, scoreMin: catalog.scoring.scoreMin, isBacked }),
      agentSays: agentMessage({ product, scores, understood, catalog }),
      confidence,
      scores,
      reasoningBy: 'rules',
    }
  }
}

function recommended([best]: readonly ProductScore[], catalog: Catalog): Product | undefined {
  if (best === undefined || best.score < catalog.scoring.scoreMin) return undefined
  return catalog.products.find(({ key }) => key === best.key)
}

function shortForm({ key, name, tagline, url }: Product) {
  return { key, name, tagline, url }
}

/** By the lead over the second product; a single product leads by its score. */
export function confidenceOf([best, second]: readonly ProductScore[], { confidence }: Scoring): Confidence {
  const margin = (best?.score ?? 0) - (second?.score ?? 0)
  if (margin >= confidence.highMarginMin) return 'high'
  return margin >= confidence.mediumMarginMin ? 'medium' : 'low'
}

const pointingMin = 2

/**
 * Whether at least two matched signals point to a product: each gives it more than any other product, and half of the
 * score needed for a recommendation.
 */
function createScanCheck(catalog: Catalog): (score: ProductScore | undefined) => boolean {
  const weights = new Map(
    catalog.products.map((product) => [
      product.key,
      new Map(
        answerFields.flatMap((field) =>
          signalsOf(product, field).map(({ signal, weight }) => [keyOf(field, signal), weight] as const),
        ),
      ),
    ]),
  )
  const elsewhere = (product: string, key: string) =>
    Math.max(0, ...[...weights].map(([other, own]) => (other === product ? 0 : (own.get(key) ?? 0))))
  return (score) => {
    const pointing = score?.matched.filter(
      ({ field, signal, weight }) =>
        2 * weight >= catalog.scoring.scoreMin && weight > elsewhere(score.key, keyOf(field, signal)),
    )
    return (pointing?.length ?? 0) >= pointingMin
  }
}

const keyOf = (field: AnswerField, signal: string) => `${field} ${signal}`
