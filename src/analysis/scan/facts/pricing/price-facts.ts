import type { Evidence } from '../../document/evidence.ts'
import type { PageFact, Strength } from '../fact.ts'
import type { PriceUnit } from './units.ts'

export interface Price {
  currency: string
  amount: string
  unit: PriceUnit
  /** The page's own words for a unit that is `counted`. */
  unitWords?: string
  /** The least of several. */
  isFrom: boolean
  strength: Strength
  evidence: readonly Evidence[]
}

const unitTexts: Readonly<Record<PriceUnit, string>> = {
  '': '',
  month: ' per month',
  year: ' per year',
  'user/month': ' per user and month',
  'user/year': ' per user and year',
  hour: ' per hour',
  day: ' per day',
  week: ' per week',
  night: ' per night',
  person: ' per person',
  counted: '',
  item: ' each',
  'one-time': ' once',
}

/** The units that a canonical value can name; the others stand in the text only. */
const valueUnits = new Set<PriceUnit>([
  'month',
  'year',
  'user/month',
  'user/year',
  'hour',
  'day',
  'week',
  'night',
  'item',
  'one-time',
])

/** `EUR 29/month` */
export function priceValue({ currency, amount, unit }: Pick<Price, 'currency' | 'amount' | 'unit'>): string {
  return `${currency} ${amount}${valueUnits.has(unit) ? `/${unit}` : ''}`
}

export function priceFact(price: Price): PageFact {
  const value = priceValue(price)
  const unit = price.unitWords === undefined ? unitTexts[price.unit] : ` ${price.unitWords}`
  const sum = `${price.currency} ${price.amount}${unit}`
  return {
    topic: 'pricing',
    kind: price.strength === 'wording' ? 'inferred' : 'found',
    key: value.toLowerCase(),
    text: price.isFrom ? `From ${sum}` : sum,
    value,
    strength: price.strength,
    evidence: price.evidence,
  }
}

export type Offer = 'free-plan' | 'free-trial' | 'on-request'

const offerTexts: Readonly<Record<Offer, string>> = {
  'free-plan': 'There is a free plan',
  'free-trial': 'There is a free trial',
  'on-request': 'Prices on request',
}

export function offerFact(offer: Offer, strength: Strength, evidence: Evidence): PageFact {
  return {
    topic: 'pricing',
    kind: strength === 'wording' ? 'inferred' : 'found',
    key: offer,
    text: offerTexts[offer],
    value: offer,
    strength,
    evidence: [evidence],
  }
}
