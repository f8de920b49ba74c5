import { type AnswerField, answerFields, type Catalog } from '../catalog/catalog.ts'
import { signalsOf } from '../catalog/signals-of.ts'
import type { ProductScore } from './schema.ts'

const pointingMin = 2

/**
 * Whether at least two matched signals point to a product: each gives it more than any other product, and half of the
 * score needed for a recommendation.
 */
export function createScanCheck(catalog: Catalog): (score: ProductScore | undefined) => boolean {
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
