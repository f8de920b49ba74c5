import currencyCodes from '../compose/currency-codes.json'
import currencyNames from '../compose/currency-names.json'
import data from './missing-parts.json'
import { anyWord, oneOf, pattern, wordStart } from './one-of.ts'
import type { Brief } from './rules.ts'
import { clauseBefore, isOpen, type Span } from './take-part.ts'

const { price } = data
const percentage = /\d[\d.,]* ?%/u
const figures = String.raw`\d+(?:[.,\u00a0’']\d+)*(?:万\d*)?(?![.,]?\d)`
/** "from €1.2 million" */
const scale = `(?: ?${oneOf(price.scales)}(?!\\p{L}))?`
const money = `(?:(?:[€$£¥₹₪₽₩₺]|R\\$|S/|${oneOf(currencyCodes)}) ?${figures}${scale}|${figures}${scale} ?(?:[€$£¥₹₪₽₺円元원]|${oneOf([...currencyCodes, ...currencyNames])}(?!\\p{L})))`
const rate = `(?: ${oneOf(price.rate)} ${oneOf(price.per)}(?!\\p{L})| (?:per|pro|par|por) (?!t[ou][dt])[\\p{L}²]+| ?/ ?${oneOf(price.per)}(?!\\p{L})| one way| return| ${oneOf(price.included)}(?!\\p{L}))?(?: ${oneOf(price.lasting)}(?!\\p{L}))?`
/** " for 49 EUR" */
export const priceAhead = pattern` (?=${[...price.for, ...price.least]} ${money})`
export const anyMoney = new RegExp(money, 'giu')
const measure = String.raw`\d+ ?${oneOf(price.units)}`
/** Discounts, and prices alone where they say what they are, with the words around it that belong to it. */
const offers = [
  `(?<![\\d.,])(?<offer>${money} ${oneOf(price.insteadOf)} (?:${money}|${figures}))`,
  `(?<![\\d.,])(?<offer>\\d{1,2}(?:[.,]\\d+)? ?% ${oneOf(price.interest)})(?!\\p{L})`,
  `${wordStart}(?<offer>${oneOf(price.deals)}(?: ${oneOf(price.conditions)} [^,.;:!?\\n]{1,28}(?=[,.;:!?\\n]|$))?)(?!\\p{L})`,
  `${wordStart}(?<offer>\\d{1,3} ?% ${oneOf(price.discounts)})(?!\\p{L})`,
  `${wordStart}(?<offer>${oneOf(price.discounts)} \\p{N}{1,3} ?[%٪])`,
  `(?<offer>[%٪] ?\\p{N}{1,3} ${oneOf(price.discounts)})(?!\\p{L})`,
  `${wordStart}(?<offer>(?:${oneOf(price.insteadOf)} (?:${money}|${figures}) )?${oneOf([...price.least, ...price.just])} ${money}(?: ${oneOf(price.each)}(?!\\p{L})|${rate}))`,
  `(?<![\\d.,])(?<offer>${money}${oneOf(price.leastBehind)})`,
  `(?<![\\d.,:])(?<offer>(?:${money} ${oneOf(data.message.ors)} )?\\d{1,2} ${oneOf(price.multi)} ${money})`,
  `${wordStart}(?<offer>${measure} ${oneOf(price.for)} ${money})`,
  `${wordStart}${oneOf(price.named)}(?: ?[:=]| is| ist)? (?<offer>${money}${rate})`,
  `${wordStart}${oneOf([...price.for, ...price.paying])} (?<offer>${money}${rate})`,
  `${wordStart}(?<offer>${oneOf(price.things)}:? ${money}${rate})`,
  `[,;:.!?] (?<offer>${money}${rate})(?=[,;.!]|$)`,
].map((pattern) => new RegExp(pattern, 'giu'))
const closing = '["”“»’」]?'
/** Clauses that say what is free, or a rate: "first four sessions free", "97% pass rate", "£19.40/hr days". */
const freeClauses = [
  `(?:^|[,;:.!?\\n]${closing} | ${oneOf(data.message.ands)} )(?:${oneOf(data.sentence.articles)} )?(?<offer>(?:${oneOf([...price.firsts, ...data.message.numbers])}|\\p{N}+) (?:\\p{L}+ ){1,3}?(?:${oneOf(data.sentence.is)} )?${oneOf(price.freeOf)})(?=[,;.!?\\n]|$)`,
  `(?:^|[,;:.!?\\n]${closing} )(?<offer>(?!${oneOf(data.calls.verbs)} )(?:[\\p{L}\\p{N}][\\p{L}\\p{N}’'-]* ){1,4}(?<!(?: ${oneOf(price.notFree)}|\\p{L}ing) )(?<!^${oneOf(price.notFree)} )${oneOf(price.freeOf)})(?=[,;.!?\\n]|$)`,
  `(?:^|[,;:.!?\\n]${closing} )(?<offer>\\d{1,3}(?:[.,]\\d+)? ?% (?:\\p{L}+ )?${oneOf(price.shares)})(?=[,;.!?\\n]|$)`,
  `[,;:.!?\\n] (?<offer>${money}${rate} (?!${oneOf([...price.conditions, ...data.message.abbreviations, 'incl', 'inkl'])}(?!\\p{L}))\\p{L}+)(?=[,;.!?\\n]|$)`,
].map((pattern) => new RegExp(pattern, 'giu'))
/** "Three nights for the price of two" */
export const dealOfWords = `(?:\\p{L}+ |\\p{N}+ )(?:\\p{L}+ )?${oneOf(price.priceOf)} ?[\\p{L}\\p{N}]+`
export const deals = pattern`${anyWord(price.deals).source}|${dealOfWords}`
/** "There is 20% on roses", not "opacity 30% on white". */
const discount = new RegExp(
  `(?<=^|[,;:.!?\\n] |${wordStart}${oneOf([...data.sentence.there, ...price.just])} )(?<offer>\\d{1,3} ?%)(?= ${oneOf(price.discounted)} )`,
  'giu',
)
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
  const patterns = [discount, ...offers]
  for (const pattern of isWithClauses ? [...patterns, ...freeClauses] : patterns) {
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
