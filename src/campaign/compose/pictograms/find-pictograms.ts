import type { CopyParts } from '../copy/parts.ts'
import { segmentWords } from '../segment-words.ts'
import table from './pictograms.json' with { type: 'json' }

const pictogramsMax = 3
/** Of a word where the subject of a campaign is named; one elsewhere may be an extra, such as a breakfast that is included. */
const subjectWeight = 2
/** More than any other weight. */
const genericWeight = 100
/** Subjects of less weight than this share of the first one's are only mentioned. */
const leastShare = 0.5
/** Signs of what many campaigns are about, which a trade or a place beside them says better: jobs, helpers, news, phones. */
const generic = new Set(['💼', '🤝', '📢', '📋', '📱', '🎁', '🛍'])
const firstSentence = /^.*?(?:[.!?。！？](?=\s|$)|\n|$)/su

const emojiOf = new Map(Object.entries(table).flatMap(([emoji, terms]) => terms.map((term) => [term, emoji])))
const termWordsMax = 3

/**
 * Emoji of what a campaign is about, at most three, the main subject first; none where no word has one.
 * @param beside the brief without the copy
 */
export function findPictograms(beside: string, parts: CopyParts): string[] {
  const { headline = '', eyebrow = '', ...others } = parts
  const texts = [
    ...[headline, eyebrow, firstSentence.exec(beside)?.[0] ?? ''].map((text) => ({
      text,
      weight: subjectWeight,
    })),
    ...[...Object.values(others), beside].map((text) => ({ text, weight: 1 })),
  ]
  const weights = new Map<string, number>()
  const terms = new Set<string>()
  for (const { text, weight } of texts)
    for (const term of termsIn(text)) {
      const emoji = emojiOf.get(term)
      if (emoji === undefined || terms.has(term)) continue
      terms.add(term)
      weights.set(emoji, (weights.get(emoji) ?? 0) + weight)
    }
  const rank = ([emoji, weight]: [string, number]) => weight - (generic.has(emoji) ? genericWeight : 0)
  const found = [...weights]
    .filter(([, weight]) => weight >= subjectWeight)
    .toSorted((one, other) => rank(other) - rank(one))
  const least = leastShare * (found[0]?.[1] ?? 0)
  return found
    .filter(([, weight]) => weight >= least)
    .slice(0, pictogramsMax)
    .map(([emoji]) => emoji)
}

/** The terms of the table in a text, the longest at each place. */
function termsIn(text: string): string[] {
  const words = segmentWords(text.toLowerCase().normalize('NFC'))
  const terms: string[] = []
  for (let at = 0; at < words.length; ) {
    let length = termWordsMax
    while (length > 1 && !emojiOf.has(words.slice(at, at + length).join(' '))) length -= 1
    terms.push(words.slice(at, at + length).join(' '))
    at += length
  }
  return terms
}
