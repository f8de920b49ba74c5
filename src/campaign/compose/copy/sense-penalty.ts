import currencyCodes from '../currency-codes.json' with { type: 'json' }
import { isWeekday } from '../layouts/dates.ts'
import priceWords from '../price-words.json' with { type: 'json' }
import languages from './line-break-words.json' with { type: 'json' }
import unitNames from './unit-names.json' with { type: 'json' }

/** Of a break between the last two words: small where a phrase ends, from 1 on where readers would stumble. */
export type SensePenalty = (beforeThat: string, before: string, after: string, afterThat: string) => number

interface Words {
  articles: ReadonlySet<string>
  links: ReadonlySet<string>
  months: ReadonlySet<string>
  titles: ReadonlySet<string>
  numbers: ReadonlySet<string>
  /** Prepositions of two words: "up to". */
  compounds: ReadonlySet<string>
}

/** Of a break between two words of one phrase. */
const plainPenalty = 0.12
/** From here on a break is inside of a phrase. */
export const phrasePenalty = 0.5
/** Of a break before the last word of a clause. */
const lastWordPenalty = 0.32
/** Of a break behind the first word of a sentence, or of a clause, which has begun in the middle of a line. */
const firstWordPenalty = { sentence: 0.55, clause: 0.15 }
/** Of a break inside of a name, by whether one of its parts has only one word. */
const namePenalty = { word: 0.8, words: 0.4 }
/** Prepositions from this length on ("before", "without") may end a line where its other breaks are worse. */
const longLink = 6
const longLinkPenalty = 0.45
/** Shorter names of weekdays are other words as well. */
const longWeekday = 5
/** Of a break inside what must stay together. */
export const keptPenalty = 2
const number = /^[-−–+]?[€$£¥]?\p{Nd}[\p{Nd}.,:/–-]*(?:[%٪€$£¥]|st|nd|rd|th|[ap]m|h)?$/iu
const currencies = new Set(currencyCodes)
const symbol = /^[€$£¥&+×=/«]$/u
const dash = /^[–—-]$/u
const closing = /^[&+×=/»!?:;%€$£¥]/u
/** "15% off" */
const discounts = new Set(priceWords.discount)
/** What a price includes stands beside it. */
const included = new Set(priceWords.included)
const units = new Set(unitNames)
const hourUnits = new Set(['am', 'pm', 'a.m', 'p.m', 'uhr', 'h'])
const sentenceEnd = /[.!?؟…。][”"»’']?$/u
const phraseEndPenalty = 0.03
const phraseEnd = /[,،;؛:–—、][”"»’']?$/u
const capitalised = /^\p{Lu}/u
/** Arabic nouns and adjectives with the article belong to the noun before them. */
const definite = /^ال\p{L}/u

const tokensOf = (paragraph: string) => paragraph.toLowerCase().split(/\s+/).map(bare)

/** The languages with most of the function words of a paragraph; none where it has none. */
export function languagesOf(paragraph: string) {
  const tokens = tokensOf(paragraph)
  const counted = Object.values(languages).map((words) => ({
    words,
    count: tokens.filter((token) => words.articles.includes(token) || words.links.includes(token)).length,
  }))
  const most = Math.max(1, ...counted.map(({ count }) => count))
  return counted.filter(({ count }) => count === most).map(({ words }) => words)
}

/** Penalties for the language of a paragraph. */
export function sensePenalty(paragraph: string): SensePenalty {
  const tokens = tokensOf(paragraph)
  const chosen = languagesOf(paragraph)
  const union = (name: keyof Words) => new Set(chosen.flatMap((words) => words[name]))
  const words = {
    articles: union('articles'),
    links: union('links'),
    titles: union('titles'),
    // Copy of a few words may have none of a language's function words.
    numbers: new Set(
      (chosen.length > 0 ? chosen : Object.values(languages)).flatMap(({ numbers }) => numbers),
    ),
    compounds: union('compounds'),
    months: new Set(Object.values(languages).flatMap(({ months }) => months)),
  }
  const original = paragraph.split(/\s+/)
  const isTitleCase = original.every(
    (token, index) =>
      !/^\p{Ll}/u.test(token) ||
      words.articles.has(tokens[index] ?? '') ||
      words.links.has(tokens[index] ?? ''),
  )
  const hasNames = !isTitleCase && !chosen.includes(languages.de)
  return (beforeThat, before, after, afterThat) => {
    // "10 – 12 Uhr" is one time, "3 May – 28 June" one range, behind other dashes a phrase begins.
    const isDated = (token: string) => /\p{Nd}/u.test(token) || words.months.has(bare(token.toLowerCase()))
    if (dash.test(before))
      return isDated(beforeThat) && /\p{Nd}/u.test(after) ? keptPenalty : phraseEndPenalty
    if (/^[–—]\p{Nd}/u.test(after) && isDated(before)) return keptPenalty
    // A currency after its amount ends a phrase as a word does; before an amount it belongs to it.
    const isUnit = (currencies.has(before) || /^[€$£¥]$/.test(before)) && isNumber(beforeThat)
    // So does a name with its version.
    const isVersion = capitalised.test(beforeThat) && /^\d+(?:\.\d+)+$/.test(before)
    const unit = bare(before.toLowerCase())
    // "10 am | to 5 pm"
    if (hourUnits.has(unit) && words.links.has(after.toLowerCase()) && isNumber(bare(afterThat)))
      return keptPenalty
    // "40% off | everything"
    const isDiscount = beforeThat.endsWith('%') && discounts.has(unit)
    const endsName = isUnit || isVersion || isDiscount
    const isName = hasNames && !endsName && isNamed(before, after)
    const name =
      isNamed(beforeThat, before) && isNamed(after, afterThat) ? namePenalty.words : namePenalty.word
    const penalty = penaltyOf([endsName ? '' : before, after, afterThat], words)
    const least = Math.max(
      isName ? name : 0,
      endsSentence(beforeThat)
        ? firstWordPenalty.sentence
        : phraseEnd.test(beforeThat)
          ? firstWordPenalty.clause
          : 0,
    )
    return penalty > phraseEndPenalty ? Math.max(penalty, least) : penalty
  }
}

function penaltyOf(
  [before, after, afterThat]: [before: string, after: string, afterThat: string],
  words: Words,
): number {
  const [one, other] = [bare(before.toLowerCase()), bare(after.toLowerCase())]
  if (symbol.test(before) || currencies.has(before) || closing.test(after)) return keptPenalty
  if (before.endsWith('%') && discounts.has(other)) return keptPenalty
  if (words.titles.has(one) && capitalised.test(after)) return keptPenalty
  if (isNumber(before) && (words.months.has(other) || hourUnits.has(other))) return keptPenalty
  // "from | 1 | to | 3 pm", "du lundi 8 | au | vendredi 19"
  const isBound = (token: string) => isNumber(token) || (token.length >= longWeekday && isWeekday(token))
  if (words.links.has(one) && isBound(bare(after))) return keptPenalty
  if (isNumber(before) && words.links.has(other) && isBound(bare(afterThat))) return keptPenalty
  // "Sunday 26 May", "Sunday, May 26"
  if (isWeekday(one) && (isNumber(after) || words.months.has(other))) return keptPenalty
  if (words.months.has(one) && /^\d{1,2}(?:st|nd|rd|th)?[.,]?$/.test(after)) return keptPenalty
  if (included.has(one)) return keptPenalty
  // "kWh/100 km"
  if (/\p{Nd}$/u.test(before) && units.has(other)) return keptPenalty
  if (isNumber(before) && included.has(other)) return keptPenalty
  // "1 950 €", "01603 555 812"
  if (/^\+?\d{1,5}$/.test(before) && /^\d{2,}(?!\p{L})/u.test(after)) return keptPenalty
  // "(m/w/d)"
  if (/^\([^\s)]+\)/u.test(after)) return keptPenalty
  if (words.compounds.has(`${one} ${other}`)) return 0.8
  if (words.months.has(one) && isNumber(after)) return 1.2
  if (endsSentence(before)) return 0
  if (phraseEnd.test(before)) return phraseEndPenalty
  if (isNumber(before) || words.numbers.has(one))
    return words.links.has(other) ? plainPenalty : isNumber(before) ? 1.5 : 0.6
  // "Unit 7", "Calle Mayor 14", "Studio 2.0"
  if (capitalised.test(before) && /^\d+(?:\.\d+)*[.,;:!?]?$/.test(after) && !/^\d{2,}/.test(afterThat))
    return keptPenalty
  if (words.links.has(one) && words.articles.has(other)) return one.length >= longLink ? longLinkPenalty : 0.8
  if (words.links.has(one) && words.links.has(other)) return 0.4
  if (words.articles.has(one) || words.links.has(one)) return 1.2
  if (words.links.has(other)) return 0.05
  if (definite.test(after)) return phrasePenalty
  if (phraseEnd.test(after) || sentenceEnd.test(after)) return lastWordPenalty
  return plainPenalty
}

/** Two words of one name. */
const isNamed = (before: string, after: string) =>
  capitalised.test(before) && capitalised.test(after) && !phraseEnd.test(before) && !endsSentence(before)
const isNumber = (token: string) => number.test(token)
/** "12. Juni" goes on. */
const endsSentence = (token: string) => sentenceEnd.test(token) && !/^\p{Nd}{1,2}\.$/u.test(token)

/** Without the punctuation around it. */
function bare(token: string): string {
  return token.replace(/^[“„«"'‘(]+/u, '').replace(/[.,،;؛:!?؟…”»"'’)]+$/u, '')
}
