import { type CopyParts, type PartName, partNames } from '../copy/parts.ts'
import priceWords from '../price-words.json' with { type: 'json' }
import { segmentWords } from '../segment-words.ts'
import table from './pictograms.json' with { type: 'json' }
import signs from './signs.json' with { type: 'json' }

/** Signs of many campaigns, such as a price tag, which show no subject. */
export const isGeneric = (emoji: string | undefined) => emoji === undefined || signs.generic.includes(emoji)
/**
 * What a text says of the subject: the brief's first sentence and the eyebrow say what a company or an event is, a headline
 * may be a metaphor. A word elsewhere may be an extra, such as a breakfast that is included.
 */
const weights = { sentence: 3, other: 0, extra: -1 }
const partWeights: Partial<Record<PartName, number>> = { eyebrow: 3, headline: 2, cta: 2 }
const anyOf = (words: readonly string[]) => `(?<!\\p{L})(?:${words.join('|')})(?!\\p{L})`
const extra = new RegExp(anyOf(priceWords.included), 'iu')
/** Of a subject that a headline, an eyebrow or the sentence names. */
const namedMin = 2
/** Of each further text that names a subject: of one that has a weight, and of another. */
const againWeight = { named: 1, other: 0.5 }
/** Longer than a greeting. */
const firstSentence = /^.{0,8}.*?(?:[.!?](?=\s|$)|[。！？؟\n]|$)/su

/** A text before copy that is given as such. */
const namesCopy = /(?:["“„«「『'‘]|(?:^|[\n.!?;,])\s*\S+(?: \S+)?\s?[:：])\s*$/u

const emojiOf = new Map(Object.entries(table).flatMap(([emoji, terms]) => terms.map((term) => [term, emoji])))
const termWordsMax = 3

/**
 * The emoji of what a campaign is about; none where no word has one.
 * @param about the brief
 * @param isSober leaves out cheerful drawings, and threatening ones that the brief's sentence does not name
 */
export function findPictograms(about: string, parts: CopyParts, isSober = false): string[] {
  const { headline = '' } = parts
  const at = headline === '' ? -1 : about.indexOf(headline)
  // A headline that the brief quotes is not a part of its sentence.
  const rest = namesCopy.test(about.slice(0, Math.max(0, at))) ? about.replace(headline, ' ').trim() : about
  const sentence = { clauses: clausesOf(firstSentence.exec(rest)?.[0] ?? ''), weight: weights.sentence }
  // Conditions are not about the subject.
  const copy = partNames
    .filter((name) => name !== 'legal')
    .map((name) => {
      const text = parts[name] ?? ''
      const weight = partWeights[name] ?? (extra.test(text) ? weights.extra : weights.other)
      return { clauses: clausesOf(text), weight }
    })
  const found = new Map<string, number>()
  for (const { clauses, weight } of [sentence, ...copy])
    for (const emoji of new Set(clauses.flatMap(emojiIn))) {
      const before = found.get(emoji)
      const again = weight > 0 ? againWeight.named : againWeight.other
      found.set(emoji, before === undefined ? weight : Math.max(before, weight) + again)
    }
  // A landscape, an occasion or a delivery is beside the subject, unless it is named once more.
  for (const [emoji, weight] of found)
    if (signs.circumstances.includes(emoji) && weight > namedMin) found.set(emoji, weight - againWeight.named)
  showKinds(found)
  if (isSober)
    for (const [emoji, weight] of found)
      if (signs.cheerful.includes(emoji) || (signs.threatening.includes(emoji) && weight < weights.sentence))
        found.delete(emoji)
  const main = [...found]
    .filter(([, weight]) => weight >= namedMin)
    .toSorted((one, other) => rankOf(one[0]) - rankOf(other[0]) || other[1] - one[1])[0]?.[0]
  return main === undefined ? [] : [main]
}

/** Persons and signs of many campaigns are drawn only where the copy names no other thing. */
const lowerRanks = [signs.people, signs.generic]
const rankOf = (emoji: string) => 1 + lowerRanks.findIndex((list) => list.includes(emoji))
const isThing = (emoji: string) => rankOf(emoji) === 0 && !signs.circumstances.includes(emoji)

/** What a trade sells, where the text names it, takes the place of the trade's sign. */
function showKinds(found: Map<string, number>): void {
  for (const [sign, kinds] of Object.entries(kindsOf)) {
    const weight = found.get(sign)
    const named = [...found].filter(([emoji, own]) => kinds.includes(emoji) && own >= weights.other)
    if (weight === undefined || named.length === 0) continue
    found.delete(sign)
    for (const [emoji, own] of named) found.set(emoji, Math.max(weight, own))
  }
}

/** Where a clause ends, but not an amount. */
const clauseEnd = /[.:](?=\s|$)|[;!?()…–—\n。！？]/u
/** What stands beside a place, or was there before, is not the subject, nor is what a thing is like, "dog-friendly". */
const aside = new RegExp(`${anyOf(signs.asideWords)}[^,]*|${anyOf(signs.modifiers)}`, 'giu')
const listMarks = /[&+/、،]|,(?!\d)/g
/** Has the head of a name before what it is of. */
const arabic = /\p{Script=Arabic}/u

const emojiIn = (clause: string): readonly string[] => clause.match(/[^- ]+/gu) ?? []

/** The clauses of a text as emoji of the longest term at each place, and `-` for other words. */
function clausesOf(text: string): string[] {
  return text.split(clauseEnd).map((clause) => {
    const said = clause.normalize('NFC').replace(aside, ' ').replace(listMarks, ' and ').replace(/['’]/g, ' ')
    const words = segmentWords(said.toLowerCase())
    const signsOf: string[] = []
    for (let at = 0; at < words.length; ) {
      const term = formsOf(words.slice(at, at + termWordsMax)).find((form) => emojiOf.has(form))
      const sign = emojiOf.get(term ?? '')
      const last = signsOf.at(-1)
      // Of two names without a word between them, the first one says of which kind the second one is.
      if (sign !== undefined && last !== undefined && isBefore(last, sign) && !arabic.test(clause))
        signsOf.pop()
      signsOf.push(sign ?? '-')
      at += term?.split(' ').length ?? 1
    }
    return signsOf.join(' ')
  })
}

const kindsOf: Readonly<Record<string, readonly string[]>> = signs.kinds

/** A museum before its café, but not what a trade sells. */
const isBefore = (first: string, sign: string) =>
  first !== '-' && isThing(sign) && kindsOf[sign]?.includes(first) !== true

/** As the table may have the first of words: with those after it, alone, as `start*` and as `*end`, the longest first. */
function formsOf(words: readonly string[]): string[] {
  const [word = ''] = words
  return [
    ...words.map((_, cut) => words.slice(0, words.length - cut).join(' ')),
    ...Array.from(word, (_, cut) => [`${word.slice(0, word.length - cut)}*`, `*${word.slice(cut)}`]).flat(),
  ]
}
