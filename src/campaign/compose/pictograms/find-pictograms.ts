import type { CopyParts } from '../copy/parts.ts'
import { segmentWords } from '../segment-words.ts'
import generic from './generic.json' with { type: 'json' }
import table from './pictograms.json' with { type: 'json' }

const pictogramsMax = 3
/** Of a word where the subject of a campaign is named; one elsewhere may be an extra, such as a breakfast that is included. */
const subjectWeight = 2
/** More than any other weight. */
const genericWeight = 100
/** Subjects of less weight than this share of the first one's are only mentioned. */
const leastShare = 0.5
const firstSentence = /^.*?(?:[.!?。！？](?=\s|$)|\n|$)/su

const emojiOf = new Map(Object.entries(table).flatMap(([emoji, terms]) => terms.map((term) => [term, emoji])))
const termWordsMax = 3

/**
 * Emoji of what a campaign is about, at most three, the main subject first; none where no word has one.
 * @param beside the brief without the copy
 */
export function findPictograms(beside: string, parts: CopyParts): string[] {
  const { headline = '', eyebrow = '', ...others } = parts
  const subjects = [headline, eyebrow, firstSentence.exec(beside)?.[0] ?? '']
  const weights = new Map<string, number>()
  const terms = new Set<string>()
  for (const [index, text] of [...subjects, ...Object.values(others), beside].entries())
    for (const term of termsIn(text)) {
      const weight = index < subjects.length ? subjectWeight : 1
      const emoji = emojiOf.get(term)
      if (emoji === undefined || terms.has(term)) continue
      terms.add(term)
      weights.set(emoji, (weights.get(emoji) ?? 0) + weight)
    }
  const rank = ([emoji, weight]: [string, number]) => weight - (generic.includes(emoji) ? genericWeight : 0)
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
