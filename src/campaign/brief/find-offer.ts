import { everywhere, form, formsOf } from './forms.ts'
import data from './missing-parts.json'
import { anyWord, pattern, wordStart } from './one-of.ts'
import type { Brief } from './rules.ts'
import { clauseBefore, isOpen, type Span } from './take-part.ts'

const { price } = data
const percentage = /\d[\d.,]* ?%/u
const money = form('money').source
/** " for 49 EUR" */
export const priceAhead = pattern` (?=${[...price.for, ...price.least]} ${money})`
export const anyMoney = new RegExp(money, 'giu')
/** Discounts, and prices alone where they say what they are, with the words around it that belong to it. */
const offers = formsOf('offers').map(everywhere)
/** Clauses that say what is free, or a rate: "first four sessions free", "97% pass rate", "£19.40/hr days". */
const freeClauses = formsOf('freeClauses').map(everywhere)
export const deals = pattern`${anyWord(price.deals).source}|${form('dealOfWords').source}`
/** Of amounts that readers need not know. */
const notOffer = pattern`${wordStart}(?:${price.notOffers}(?!\p{L})|costs?(?!\p{L}| ?${money}))`

const matchesMax = 4
const clauseCharsMax = 120
const clauseEnd = /[,.;:!?](?=\s)|[\n。、！]/u
/** "Members get another 5% off" */
export const secondary = anyWord([...price.ofSome, ...price.secondary])

/** Whether what stands before the end of an offer in its clause makes it one of some readers, or one beside another. */
const isSecondary = (text: string, end: number) =>
  secondary.test(
    text
      .slice(Math.max(0, end - clauseCharsMax), end)
      .split(clauseEnd)
      .at(-1) ?? '',
  )

/** Where an offer stands, and where what it says begins: behind the "for" of "for €5". */
export interface Offer extends Span {
  valueStart: number
  /** Only beside better parts. */
  isSoft?: boolean
}

/** The first discount ("20% off") or else the first price ("from €899") of a brief that its copy does not have. */
export function findOffer({ text, items, settings }: Brief, isWithClauses = false): Offer | undefined {
  const isSaid = (offer: string) => {
    const [core = offer] = percentage.exec(offer) ?? offer.match(anyMoney) ?? []
    return settings.some(({ path, value }) => path.startsWith('copy.') && `${value}`.includes(core.trim()))
  }
  const named = items.find(({ kind, end }) => kind === 'offer' && !(isWithClauses && isSecondary(text, end)))
  if (named !== undefined) {
    const { start, end } = named
    return isSaid(text.slice(start, end)) ? undefined : { start, end, valueStart: start }
  }
  for (const pattern of isWithClauses ? [...offers, ...freeClauses] : offers) {
    const match = text
      .matchAll(pattern)
      .take(matchesMax)
      .find(({ 0: whole, index }) => !isWithClauses || !isSecondary(text, index + whole.length))
    const offer = match?.groups?.['offer']
    if (match === undefined || offer === undefined || isSaid(offer)) continue
    const end = match.index + match[0].length
    const sentence = `${clauseBefore(text, end - offer.length)} ${/^[^.!?;\n]*/.exec(text.slice(end))?.[0]}`
    const start = match.index + (/^[.!?\n] /.exec(match[0])?.[0].length ?? 0)
    const found = { start, end, valueStart: end - offer.length, isSoft: freeClauses.includes(pattern) }
    if (!notOffer.test(sentence) && isOpen(items, found)) return found
  }
  return undefined
}
