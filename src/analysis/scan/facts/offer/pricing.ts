import type { Page } from '../../document/page.ts'
import { pageKind } from '../../document/page-kind.ts'
import type { Site } from '../../site/site.ts'
import { isStructured } from '../merge/confidence-rule.ts'
import type { Candidate, Decision, SiteCandidate, Topic } from '../topic.ts'
import { currencyCode } from './amounts.ts'
import { type FreeOffer, freeOffers, freeOffersOn } from './free-offers.ts'
import { isAboutOtherSums } from './price-words.ts'
import { structuredPrices } from './structured-prices.ts'
import { textPrices } from './text-prices.ts'
import data from './unit-words.json'

/** Prices of products and services: each with its name and unit, or many as one range. */
export const pricing: Topic = { topics: ['pricing'], read, decide }

const perPageMax = 50
const otherKinds = new Set(['imprint', 'article', 'careers', 'others'])

function read(page: Page): Candidate[] {
  if (otherKinds.has(pageKind(page)) || isAboutOtherSums(page)) return structuredPrices(page)
  return [...structuredPrices(page), ...fewOf(textPrices(page)), ...freeOffersOn(page)]
}

/** The first prices of a page, and the minimum and maximum of all. */
function fewOf(prices: readonly Candidate[]): Candidate[] {
  const amountOf = ({ details }: Candidate) => Number(details['amount'])
  const rest = prices.slice(perPageMax).sort((one, other) => amountOf(one) - amountOf(other))
  return [...prices.slice(0, perPageMax), ...new Set([...rest.slice(0, 1), ...rest.slice(-1)])]
}

/** Candidates with equal amount and unit. */
interface Price {
  currency: string
  amount: number
  /** End of a range stated on the page. */
  to: number | undefined
  unit: string
  name: string | undefined
  support: readonly SiteCandidate[]
}

/** More prices than this are combined to a range. */
const listedMax = 6
const examplesMax = 10
const rangesMax = 2

function decide(candidates: readonly SiteCandidate[], site: Site): Decision[] {
  const prices = pricesOf(candidates, site)
  const shown = prices.length <= listedMax ? prices.map(priceDecision) : rangeAndExamples(prices)
  return [...shown, ...offersOf(candidates, prices.length > 0)]
}

function offersOf(candidates: readonly SiteCandidate[], hasPrices: boolean): Decision[] {
  return (Object.keys(freeOffers) as FreeOffer[]).flatMap((offer) => {
    const support = candidates.filter(({ details }) => details['offer'] === offer)
    return support.length === 0 || (offer === 'on-request' && hasPrices)
      ? []
      : [
          {
            topic: 'pricing',
            key: offer,
            text: freeOffers[offer],
            value: offer,
            support,
            confidenceMax: 'medium',
          },
        ]
  })
}

/** Ordered by rank; candidates without a unit support one with a unit. */
function pricesOf(candidates: readonly SiteCandidate[], site: Site): Price[] {
  const priced = candidates.flatMap((candidate) => {
    const { currency = '', amount } = candidate.details
    const code = currencyCode(currency, site)
    return code === undefined || amount === undefined ? [] : [{ candidate, sum: `${code} ${amount}` }]
  })
  return [...Map.groupBy(priced, ({ sum }) => sum)].flatMap(([sum, stating]) => {
    const all = stating.map(({ candidate }) => candidate)
    const byUnit = Map.groupBy(all, ({ details }) => `${details['unit']} ${details['to'] ?? ''}`)
    const [bare = [], ...others] = [
      byUnit.get(' '),
      ...[...byUnit].flatMap(([unit, own]) => (unit === ' ' ? [] : [own])),
    ]
    const groups = others.length === 0 ? [bare] : others.map((own) => [...own, ...bare])
    return groups.flatMap((support) => priceOf(sum, support) ?? [])
  })
}

function priceOf(sum: string, support: readonly SiteCandidate[]): Price | undefined {
  const [currency = '', amount] = sum.split(' ')
  const first = support[0]
  if (first === undefined) return undefined
  const { to, unit = '' } = first.details
  const sure = support.filter(({ place }) => isStructured(place))
  const name = [...sure, ...support].flatMap(({ details }) => details['name'] ?? [])[0]
  return {
    currency,
    amount: Number(amount),
    to: to === undefined ? undefined : Number(to),
    unit,
    name,
    support,
  }
}

const valueUnits = new Set(
  'month quarter half-year year user/month user/year hour day week night item one-time'.split(' '),
)
const unitTexts: Readonly<Record<string, string>> = data.texts

const written = (amount: number) => (Number.isInteger(amount) ? String(amount) : amount.toFixed(2))

/** `EUR 29/month`, `EUR 80-120/night` */
function canonical({ currency, amount, to, unit }: Omit<Price, 'name' | 'support'>): string {
  const end = to === undefined ? '' : `-${written(to)}`
  return `${currency} ${written(amount)}${end}${valueUnits.has(unit) ? `/${unit}` : ''}`
}

function priceDecision(price: Price): Decision {
  const { currency, amount, to, unit, name, support } = price
  const details = support.map((candidate) => candidate.details)
  const per = details.flatMap(({ unitWords }) => unitWords ?? [])[0] ?? unitTexts[unit] ?? ''
  const isFrom = details.some(({ from }) => from !== undefined)
  const sum =
    to === undefined ? `${currency} ${written(amount)}` : `${currency} ${written(amount)} to ${written(to)}`
  const shown = `${isFrom ? 'from ' : ''}${sum}${per === '' ? '' : ` ${per}`}`
  const text = name === undefined ? `${shown.charAt(0).toUpperCase()}${shown.slice(1)}` : `${name}: ${shown}`
  return {
    topic: 'pricing',
    key: canonical(price).toLowerCase(),
    text,
    value: canonical(price),
    support,
    ...limitOf([support]),
  }
}

/** Prices found only in text are never `high`: the name may belong to another. */
function limitOf(supports: ReadonlyArray<readonly SiteCandidate[]>): Pick<Decision, 'confidenceMax'> {
  return supports.every((support) => support.some(({ place }) => isStructured(place)))
    ? {}
    : { confidenceMax: 'medium' }
}

function rangeAndExamples(prices: readonly Price[]): Decision[] {
  const stated = prices.filter(({ support }) => support.some(({ inferred }) => !inferred))
  const groups = [...Map.groupBy(stated, ({ currency, unit }) => `${currency} ${unit}`).values()]
  const sorted = groups
    .map((group) => group.sort((one, other) => one.amount - other.amount))
    .sort((one, other) => other.length - one.length)
  // Rates for a day and prices of the same things for sale are two ranges.
  const ranges = sorted.filter((group, at) => at === 0 || group.length > listedMax).slice(0, rangesMax)
  const median = (price: Price) => {
    const group = ranges.find((each) => each.includes(price)) ?? sorted[0] ?? []
    return group[group.length >> 1]?.amount ?? 0
  }
  const examples = [...prices]
    .sort((one, other) => rank(other, median(other)) - rank(one, median(one)))
    .slice(0, examplesMax)
    .map(priceDecision)
  return [
    ...ranges.flatMap(([least, ...others]) => {
      const last = others.at(-1)
      return least === undefined || last === undefined ? [] : [rangeDecision(least, last)]
    }),
    ...examples,
  ]
}

function rangeDecision(least: Price, last: Price): Decision {
  const value = canonical({ ...least, to: last.to ?? last.amount })
  const per = unitTexts[least.unit] ?? ''
  const text = `Prices from ${least.currency} ${written(least.amount)} to ${written(last.to ?? last.amount)}${per === '' ? '' : ` ${per}`}`
  const support = [...least.support.slice(0, 2), ...last.support.slice(0, 2)]
  return {
    topic: 'pricing',
    key: value.toLowerCase(),
    text,
    value,
    support,
    ...limitOf([least.support, last.support]),
  }
}

/** Structured, named and with a unit is best; an amount far below the median is an extra. */
function rank({ name, unit, support, amount }: Price, median: number): number {
  const isSure = support.some(({ place }) => isStructured(place))
  const isExtra = 4 * amount < median
  return (isSure ? 4 : 0) + (name === undefined ? 0 : 2) + (unit === '' ? 0 : 1) - (isExtra ? 4 : 0)
}
