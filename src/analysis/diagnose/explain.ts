import { answerFields, type Catalog, type Product } from '../catalog/catalog.ts'
import { signalsOf } from '../catalog/signals-of.ts'
import { fieldWords } from './field-words.ts'
import type { DiagnoseResult, MatchedSignal, ProductScore } from './schema.ts'
import type { UnderstoodAnswers } from './score-products.ts'

/** Explains the scores in words of the catalog only, without text of the caller. */
export function explainScores(
  [best, second]: readonly ProductScore[],
  { confidence, scoreMin, isBacked }: { confidence: string; scoreMin: number; isBacked: boolean },
): string {
  if (best === undefined || best.score === 0) {
    return 'Nothing in these answers speaks for a product of the catalog, so none is recommended.'
  }
  const reasons = best.matched.map(
    ({ field, signal, weight }) => `the ${fieldWords[field]} “${signal}” (${weight})`,
  )
  const result = `${best.name} has ${best.score} of ${points(best.maxPossible)}: ${enumerate(reasons)}.`
  if (best.score < scoreMin) {
    return `${result} A recommendation needs at least ${points(scoreMin)}, so no product is recommended.`
  }
  if (!isBacked) {
    return `${result} These are a scan’s suggestions, and at least two of them must point to the same product, so no product is recommended.`
  }
  return `${result} ${compare(best, second, confidence)}`
}

function compare(best: ProductScore, second: ProductScore | undefined, confidence: string): string {
  if (second === undefined) return `The confidence is ${confidence}.`
  const lead = best.score - second.score
  // Ties are ordered by key, which is not a merit.
  const gap =
    lead === 0
      ? 'the same score, and stands second by the order of the catalog’s keys alone'
      : `${points(lead)} behind`
  return `Next is ${second.name} with ${points(second.score)}, ${gap}, so the confidence is ${confidence}.`
}

/** Sentences in favour of the recommended product, by id, in words of the catalog only. */
export function reasonSentences({ product, scores: [best] }: DiagnoseResult): ReadonlyMap<string, string> {
  if (product === null || best === undefined) return new Map()
  const sentences = [
    `${product.name} is the agent that ${product.tagline}.`,
    ...best.matched.map(
      ({ field, signal, weight }) => `The ${fieldWords[field]} “${signal}” gives it ${points(weight)}.`,
    ),
  ]
  return new Map(sentences.map((sentence, index) => [`s${index + 1}`, sentence]))
}

/** The explanation of a recommendation with chosen sentences between its score and its comparison. */
export function explainChosen(
  { scores: [best, second], confidence }: DiagnoseResult,
  chosen: readonly string[],
): string {
  if (best === undefined) return chosen.join(' ')
  const score = `${best.name} has ${best.score} of ${points(best.maxPossible)}.`
  return [score, ...chosen, compare(best, second, confidence)].join(' ')
}

/** The message of the recommended agent; without one, the questions that are still open. */
export function agentMessage({
  product,
  scores,
  understood,
  catalog,
}: {
  product: Product | undefined
  scores: readonly ProductScore[]
  understood: UnderstoodAnswers
  catalog: Catalog
}): string {
  if (product === undefined) return askForMore(understood, catalog)
  const matched = scores.find(({ key }) => key === product.key)?.matched ?? []
  const timeline = [...(understood.get('timeline')?.keys() ?? [])]
  const replies = catalog.timelineReplies.filter(({ option }) => timeline.includes(option))
  return [
    `I am ${product.name}, the agent that ${product.tagline}.`,
    `I speak up because of ${enumerate(matched.map(quoteSignal))}.`,
    product.summary,
    ...replies.slice(0, 1).map(({ reply }) => reply),
    ...product.boundaries.slice(0, 1),
  ].join(' ')
}

function askForMore(understood: UnderstoodAnswers, catalog: Catalog): string {
  const weighed = answerFields.filter((field) =>
    catalog.products.some((one) => signalsOf(one, field).length > 0),
  )
  const open = weighed.filter((field) => (understood.get(field)?.size ?? 0) === 0)
  const asked = (open.length === 0 ? weighed : open).map((field) => catalog.questions[field].label)
  return `I cannot name an agent from these answers yet. What would help: ${asked.join(' ')}`
}

function quoteSignal({ signal }: MatchedSignal): string {
  return `“${signal}”`
}

function points(count: number): string {
  return count === 1 ? '1 point' : `${count} points`
}

function enumerate(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}
