import { fold } from './fold.ts'
import { type PagePromise, pagePromises, promiseWords } from './promises.ts'

/** How plainly something promises: 8 names the promise, 4 something near it, less only mentions it. */
export type PromiseScores = Partial<Record<PagePromise, number>>

const scores = { strong: 8, weak: 4, whole: 6 } as const
const textWordsMax = 6
const slugWordsMax = 4
const textLengthMax = 80
const phraseWordsMax = 4

interface Meaning {
  promise: PagePromise
  whole: number
  /** Within other words. */
  within: number
}

const { phrases, ideographs } = readTable()

/** What the words of a link promise. A whole sentence promises nothing. */
export function promisesOfText(text: string): PromiseScores {
  return text.length > textLengthMax ? {} : promisesOf(fold(text), textWordsMax)
}

/** What one segment of a path promises, such as `about-us`, `AboutUs.html` or `%C3%BCber-uns`. */
export function promisesOfSlug(slug: string): PromiseScores {
  return slug.length > 4 * textLengthMax
    ? {}
    : promisesOf(fold(decoded(slug).replace(extension, '')), slugWordsMax)
}

const extension = /\.[a-zA-Z]{2,5}$/

export const patterns = [extension]

function promisesOf(folded: string, wordsMax: number): PromiseScores {
  const found: PromiseScores = {}
  const note = (promise: PagePromise, score: number) => {
    found[promise] = Math.max(found[promise] ?? 0, score)
  }
  const joined = folded.replaceAll(' ', '')
  for (const { promise, whole } of phrases.get(joined) ?? []) note(promise, whole)
  const words = folded.split(' ')
  if (words.length > wordsMax) return found
  for (let from = 0; from < words.length; from += 1) {
    for (let to = from + 1; to <= Math.min(words.length, from + phraseWordsMax); to += 1) {
      for (const { promise, within } of phrases.get(words.slice(from, to).join('')) ?? [])
        note(promise, within)
    }
  }
  // Chinese and Japanese have no spaces between words.
  for (const [phrase, { promise, within }] of ideographs) if (joined.includes(phrase)) note(promise, within)
  return found
}

function readTable() {
  const phrases = new Map<string, Meaning[]>()
  const ideographs: [phrase: string, meaning: Meaning][] = []
  for (const promise of pagePromises) {
    for (const strength of ['strong', 'weak', 'whole'] as const) {
      const whole = scores[strength]
      const meaning = { promise, whole, within: strength === 'whole' ? 0 : whole / 2 }
      for (const written of promiseWords[promise][strength].split('|')) {
        const phrase = fold(written).replaceAll(' ', '')
        phrases.set(phrase, [...(phrases.get(phrase) ?? []), meaning])
        if (strength !== 'whole' && /\p{Script=Han}|\p{Script=Katakana}/u.test(phrase))
          ideographs.push([phrase, meaning])
      }
    }
  }
  return { phrases, ideographs }
}

function decoded(slug: string): string {
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}
