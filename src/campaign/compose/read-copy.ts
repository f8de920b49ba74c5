import { tones } from './controls.ts'
import type { CopyParts } from './copy/parts.ts'
import type { LayoutRequest } from './judge-layout.ts'
import { isDate } from './layouts/dates.ts'
import type { Brief } from './layouts/layout.ts'
import { leadingAmount, trailingAmount } from './layouts/numbers.ts'
import toneWords from './layouts/tone-words.json' with { type: 'json' }
import topics from './layouts/topics.json' with { type: 'json' }
import { findPictograms } from './pictograms/find-pictograms.ts'
import { segmentWords } from './segment-words.ts'

const quotation = /^\s*[“„«‹"'「『].{8,}[”“»›"'」』]\s*$/su

const figure = /\p{N}/u

/** A headline of a testimonial with fewer words is about it. */
const quoteWordsMin = 6

/** What a campaign's copy is like. @param about the brief in the caller's words */
export function readBrief(
  parts: CopyParts,
  {
    hasPicture,
    tone,
    about,
    family,
    layout,
  }: Pick<LayoutRequest, 'hasPicture' | 'tone' | 'about' | 'family' | 'layout'>,
): Brief {
  const { headline = '', subline = '', badge } = parts
  const all = Object.values(parts).join('\n')
  const lines = subline.split('\n').filter((line) => line !== '')
  const words = segmentWords(headline)
  // Words of the copy may be metaphors.
  const beside = Object.values(parts)
    .reduce((rest, text) => rest.replaceAll(text, ' '), about)
    .trim()
  const named = toneOf(beside)
  const own = topicsOf(beside)
  const found = own.size > 0 ? own : topicsOf(`${about}\n${all}`)
  // The brief's own words name one, which is not copy.
  const chosen = tone ?? tones.find((name) => named.has(name))
  return {
    hasPicture,
    hasBadge: badge !== undefined,
    hasButton: parts.cta !== undefined,
    hasLegal: parts.legal !== undefined,
    isQuote: quotation.test(headline) || (found.has('testimonial') && words.length >= quoteWordsMin),
    hasDate: badge !== undefined && isDate(badge),
    sign: badge === undefined ? amountOf(headline) : figure.test(badge) ? badge : undefined,
    listLength: lines.length >= 2 && lines.every((line) => line.length <= 60) ? lines.length : 0,
    headlineWords: words.length,
    longestWord: Math.max(0, ...words.map((word) => word.length)),
    sublineWords: segmentWords(subline).length,
    words: segmentWords(all).length,
    tone: chosen,
    isDark: named.has('dark'),
    topics: found,
    // Flat drawings are too cheerful for what is elegant.
    pictograms: chosen === 'premium' && layout === undefined ? [] : findPictograms(about, parts),
    family,
  }
}

/** The tones that words of a text ask for, and `dark`. */
export const toneOf = (text: string) => topicsOf(text, toneWords)

const amountOf = (headline: string) => (leadingAmount(headline) ?? trailingAmount(headline))?.number

export function topicsOf(text: string, table: Record<string, readonly string[]> = topics): Set<string> {
  const words = ` ${segmentWords(text.toLowerCase()).join(' ')} `
  const found = Object.entries(table).filter(([, list]) => list.some((word) => words.includes(` ${word} `)))
  return new Set(found.map(([topic]) => topic))
}
