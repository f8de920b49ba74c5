import { type CopyParts, type PartName, partNames } from '../copy/parts.ts'
import priceWords from '../price-words.json' with { type: 'json' }
import { segmentWords } from '../segment-words.ts'
import table from './pictograms.json' with { type: 'json' }
import signs from './signs.json' with { type: 'json' }

const pictogramsMax = 3

/** Signs of many campaigns, such as a price tag, which show no subject. */
export const isGeneric = (emoji: string | undefined) => emoji === undefined || signs.generic.includes(emoji)
/**
 * What a text says of the subject: the brief's first sentence and the eyebrow say what a company or an event is, a headline
 * may be a metaphor. A word elsewhere may be an extra, such as a breakfast that is included.
 */
const weights = { sentence: 3, other: 0, extra: -1 }
const partWeights: Partial<Record<PartName, number>> = { eyebrow: 3, headline: 2 }
const extra = new RegExp(`(?<!\\p{L})(?:${priceWords.included.join('|')})(?!\\p{L})`, 'iu')
/** Of a subject that a headline, an eyebrow or the sentence names. */
const namedMin = 2
/** Of each further text that names a subject: of one that has a weight, and of another. */
const againWeight = { named: 1, other: 0.5 }
/** Subjects of less weight than this share of the first one's are only mentioned. */
const leastShare = 0.5
/** Longer than a greeting. */
const firstSentence = /^.{0,8}.*?(?:[.!?。！？](?=\s|$)|\n|$)/su

/** A text before copy that is given as such. */
const namesCopy = /["“„«「『'‘:：]\s*$/u

const emojiOf = new Map(Object.entries(table).flatMap(([emoji, terms]) => terms.map((term) => [term, emoji])))
const termWordsMax = 3

/**
 * Emoji of what a campaign is about, at most three, the main subject first; none where no word has one.
 * @param about the brief
 * @param isSober leaves out cheerful drawings
 */
export function findPictograms(about: string, parts: CopyParts, isSober = false): string[] {
  const { headline = '' } = parts
  const at = headline === '' ? -1 : about.indexOf(headline)
  // A headline that the brief quotes is not a part of its sentence.
  const rest = namesCopy.test(about.slice(0, Math.max(0, at))) ? about.replace(headline, ' ').trim() : about
  const texts = [
    { text: firstSentence.exec(rest)?.[0] ?? '', weight: weights.sentence },
    // Conditions are not about the subject.
    ...partNames
      .filter((name) => name !== 'legal')
      .map((name) => {
        const text = parts[name] ?? ''
        return { text, weight: partWeights[name] ?? (extra.test(text) ? weights.extra : weights.other) }
      }),
  ]
  const found = new Map<string, number>()
  for (const { text, weight } of texts)
    for (const emoji of new Set(termsIn(text).map((term) => emojiOf.get(term)))) {
      if (emoji === undefined) continue
      const before = found.get(emoji)
      const again = weight > 0 ? againWeight.named : againWeight.other
      found.set(emoji, before === undefined ? weight : Math.max(before, weight) + again)
    }
  showKinds(found)
  const all = [...found]
    .filter(([emoji]) => !(isSober && signs.cheerful.includes(emoji)))
    .toSorted(([, one], [, other]) => other - one)
  const subjects = all.filter(([emoji]) => !isGeneric(emoji))
  const isNamed = ([, weight]: [string, number]) => weight >= namedMin
  const ranked =
    [
      subjects.filter((subject) => isNamed(subject) && !signs.people.includes(subject[0])),
      subjects.filter(isNamed),
      // Where nothing says it, a word of the other copy is more than none.
      subjects.filter(([, weight]) => weight >= weights.other).slice(0, 1),
      all.filter(isNamed),
    ].find((list) => list.length > 0) ?? []
  const least = leastShare * (ranked[0]?.[1] ?? 0)
  return ranked
    .filter(([, weight]) => weight >= least)
    .slice(0, pictogramsMax)
    .map(([emoji]) => emoji)
}

/** What a trade sells, where the text names it, takes the place of the trade's sign. */
function showKinds(found: Map<string, number>): void {
  for (const [sign, kinds] of Object.entries(signs.kinds)) {
    const weight = found.get(sign)
    const named = [...found].filter(([emoji, own]) => kinds.includes(emoji) && own >= weights.other)
    if (weight === undefined || named.length === 0) continue
    found.delete(sign)
    for (const [emoji, own] of named) found.set(emoji, Math.max(weight, own))
  }
}

/** The terms of the table in a text, the longest at each place. */
function termsIn(text: string): string[] {
  const words = segmentWords(text.toLowerCase().normalize('NFC').replace(/['’]/g, ' '))
  const terms: string[] = []
  for (let at = 0; at < words.length; at += terms.at(-1)?.split(' ').length ?? 1)
    terms.push(formsOf(words.slice(at, at + termWordsMax)).find((form) => emojiOf.has(form)) ?? '')
  return terms
}

/** As the table may have the first of words: with those after it, alone, as `start*` and as `*end`, the longest first. */
function formsOf(words: readonly string[]): string[] {
  const [word = ''] = words
  return [
    ...words.map((_, cut) => words.slice(0, words.length - cut).join(' ')),
    ...Array.from(word, (_, cut) => [`${word.slice(0, word.length - cut)}*`, `*${word.slice(cut)}`]).flat(),
  ]
}
