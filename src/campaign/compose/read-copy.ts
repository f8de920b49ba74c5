import { type Tone, tones } from './controls.ts'
import type { CopyParts } from './copy/parts.ts'
import { isDate } from './layouts/dates.ts'
import { amountOf, isAmount, isPrice, splitBadge } from './layouts/numbers.ts'
import type { Facts } from './layouts/suitability.ts'
import toneWords from './layouts/tone-words.json' with { type: 'json' }
import topics from './layouts/topics.json' with { type: 'json' }
import { findPictograms, isGeneric } from './pictograms/find-pictograms.ts'
import signs from './pictograms/signs.json' with { type: 'json' }
import { segmentWords } from './segment-words.ts'

const quotation = /^\s*[“„«‹"'「『].{8,}[”“»›"'」』]\s*$/su

const figure = /\p{N}/u

/** A headline of a testimonial with fewer words is about it. */
const quoteWordsMin = 6

const notThings = [...signs.people, ...signs.circumstances, ...signs.activities]

/** What copy and picture of a campaign are like, for the choice of a layout. */
export interface Brief {
  facts: Facts
  tone: Tone | undefined
  /** The brief asks for a dark picture. */
  isDark: boolean
  /** Quiet, serious or a charity's. */
  isSober: boolean
  topics: ReadonlySet<string>
  /** Emoji of what the campaign is about, the main subject first. */
  pictograms: readonly string[]
}

/** @param about the brief in the caller's words */
export function readBrief(
  parts: CopyParts,
  request: {
    hasPicture: boolean
    isPictureGiven?: boolean
    tone: Tone | undefined
    about: string
    family: string | undefined
  },
): Brief {
  const { about, family } = request
  const { headline = '', subline = '', badge } = parts
  const all = Object.values(parts).join('\n')
  const lines = subline.split('\n').filter((line) => line !== '')
  const words = segmentWords(headline)
  // Words of the copy may be metaphors.
  const beside = Object.values(parts)
    .reduce((rest, text) => rest.replaceAll(text, ' '), about)
    .trim()
  const asked = toneOf(beside)
  const own = topicsOf(beside)
  const found = own.size > 0 ? own : topicsOf(`${about}\n${all}`)
  // The brief's own words name one, which is not copy.
  const tone = request.tone ?? tones.find((name) => asked.has(name))
  const isSober = tone === 'calm' || tone === 'premium' || found.has('charity')
  const subjects = findPictograms(about, parts, isSober)
  const [subject = ''] = subjects
  const isFine = asked.has('premium') || tone === 'premium' || found.has('elegance')
  const isQuiet = tone !== 'bold' && tone !== 'playful' && (isFine || !found.has('sale'))
  // Light shows a fine thing better than a drawing.
  const isElegant =
    isQuiet &&
    (signs.elegant.includes(subject) || (isFine && (subject === '' || signs.fine.includes(subject))))
  const isDrawn = (emoji: string) => !signs.undrawn.includes(emoji)
  // What is only listed beside the subject does not stand for it.
  const pictograms = isElegant || !isDrawn(subject) ? [] : subjects.filter(isDrawn)
  const isQuote = quotation.test(headline) || (found.has('testimonial') && words.length >= quoteWordsMin)
  const sign = badge === undefined ? amountOf(headline)?.number : figure.test(badge) ? badge : undefined
  const amount = sign === undefined ? '' : (splitBadge(sign)?.main ?? sign)
  const named = [`family:${family}`, `tone:${tone}`, ...Array.from(found, (topic) => `topic:${topic}`)]
  const facts = {
    ...Object.fromEntries(named.map((name) => [name, 1])),
    picture: request.hasPicture,
    /** By the request. */
    given: request.isPictureGiven === true,
    badge: badge !== undefined,
    button: parts.cta !== undefined,
    legal: parts.legal !== undefined,
    quote: isQuote,
    date: badge !== undefined && isDate(badge),
    amount: sign !== undefined && isAmount(sign),
    price: isPrice(amount),
    family: family !== undefined,
    list: lines.length >= 2 && lines.every((line) => line.length <= 60) ? lines.length : 0,
    headlineWords: words.length,
    longestWord: Math.max(0, ...words.map((word) => word.length)),
    sublineWords: segmentWords(subline).length,
    words: segmentWords(all).length,
    /** Letters of the amount that the copy is about: of its badge, or of the first words of its headline. */
    figure: amount.length,
    pictograms: pictograms.length,
    /** No pictogram shows a subject. */
    generic: isGeneric(pictograms[0]),
    elegant: isElegant,
    /** What is sold is named, not where or when something is done. */
    thing: !isElegant && !isGeneric(subjects[0]) && !notThings.includes(subject),
  }
  return { facts, tone, isDark: asked.has('dark'), isSober, topics: found, pictograms }
}

/** The tones that words of a text ask for, and `dark`. */
export const toneOf = (text: string) => topicsOf(text, toneWords)

export function topicsOf(text: string, table: Record<string, readonly string[]> = topics): Set<string> {
  const words = ` ${segmentWords(text.toLowerCase()).join(' ')} `
  const found = Object.entries(table).filter(([, list]) => list.some((word) => words.includes(` ${word} `)))
  return new Set(found.map(([topic]) => topic))
}
