import type { Page } from '../document/page.ts'
import type { PageFact } from './fact.ts'
import { freeOffers } from './pricing/free-offers.ts'
import { type Price, priceFact } from './pricing/price-facts.ts'
import { type StructuredPrice, structuredPrices } from './pricing/structured-prices.ts'
import { visiblePrices } from './pricing/visible-prices.ts'

/** Prices of what the company sells, with their unit; free plans, trials, and prices on request. */
export function findPricing(page: Page): PageFact[] {
  const structured = structuredPrices(page)
  const visible = visiblePrices(page)
  const facts = [
    ...structured.filter(isComplete).map(priceFact),
    ...visible.map((price) => priceFact(confirmed(price, structured))),
    ...freeOffers(page),
  ]
  return facts.filter(
    (fact, at) =>
      at === facts.findIndex(({ key, strength }) => key === fact.key && strength === fact.strength),
  )
}

function isComplete({ needsUnit, unit, amount }: StructuredPrice): boolean {
  return Number(amount) > 0 && (!needsUnit || unit !== '')
}

/** A visible price with a unit that the structured data gives without one. */
function confirmed(price: Price, structured: readonly StructuredPrice[]): Price {
  const same = structured.find(
    ({ currency, amount, unit }) => currency === price.currency && amount === price.amount && unit === '',
  )
  if (same === undefined || price.unit === '' || price.strength !== 'explicit') return price
  return { ...price, strength: 'structured', evidence: [...price.evidence, ...same.evidence] }
}
