import { decodePercents } from '../decode-percents.ts'
import { fold } from './fold.ts'
import topicWords from './page-topic-words.json'

/**
 * Topics that a page may cover, in order of value for a scan: contact and identity first. The words are in the
 * languages en, de, fr, es, it, nl, pt, pl, sv, da, nb, fi, cs, ja, zh and some of ko, tr, ru; accents, case and
 * hyphens are ignored. Words in `whole` count only as a whole name, as they are ordinary words in others (Dutch "over",
 * Danish "om").
 */
export const pageTopics = [
  'contact',
  'about',
  'product',
  'pricing',
  'team',
  'imprint',
  'careers',
  'integrations',
  'terms',
] as const
export type PageTopic = (typeof pageTopics)[number]

/** Strength of the evidence: 8 for the topic's name, 4 for a related term, less for a mention. */
export type TopicScores = Partial<Record<PageTopic, number>>

const scores = { strong: 8, weak: 4, whole: 6 } as const
const textWordsMax = 6
const slugWordsMax = 4
export const textLengthMax = 80
const phraseWordsMax = 4

interface Meaning {
  topic: PageTopic
  whole: number
  /** As a part of a longer name. */
  within: number
}

const ideograph = /\p{Script=Han}|\p{Script=Katakana}/u

const { phrases, beginnings, ideographs } = readTable()

/** Topics by the text of a link. A whole sentence has none. */
export function topicsOfText(text: string): TopicScores {
  return text.length > textLengthMax ? {} : topicsOf(fold(text), textWordsMax)
}

/** Topics by one path segment, such as `about-us`, `AboutUs.html` or `%C3%BCber-uns`. */
export function topicsOfSlug(slug: string): TopicScores {
  return slug.length > 4 * textLengthMax
    ? {}
    : topicsOf(fold(decodePercents(slug).replace(extension, '')), slugWordsMax)
}

const extension = /\.[a-zA-Z]{2,5}$/

function topicsOf(folded: string, wordsMax: number): TopicScores {
  const found: TopicScores = {}
  const note = (topic: PageTopic, score: number) => {
    found[topic] = Math.max(found[topic] ?? 0, score)
  }
  const joined = folded.replaceAll(' ', '')
  for (const { topic, whole } of phrases.get(joined) ?? []) note(topic, whole)
  const words = folded.split(' ', wordsMax + 1)
  if (words.length > wordsMax) return found
  for (let from = 0; from < words.length; from += 1) {
    let run = ''
    for (let to = from; to < Math.min(words.length, from + phraseWordsMax); to += 1) {
      run += words[to] ?? ''
      if (!beginnings.has(run)) break
      for (const { topic, within } of phrases.get(run) ?? []) note(topic, within)
    }
  }
  // Chinese and Japanese have no spaces between words.
  if (!ideograph.test(joined)) return found
  for (const [phrase, { topic, within }] of ideographs) if (joined.includes(phrase)) note(topic, within)
  return found
}

function readTable() {
  const phrases = new Map<string, Meaning[]>()
  const beginnings = new Set<string>()
  const ideographs: [phrase: string, meaning: Meaning][] = []
  for (const topic of pageTopics) {
    for (const strength of ['strong', 'weak', 'whole'] as const) {
      const whole = scores[strength]
      const meaning = { topic, whole, within: strength === 'whole' ? 0 : whole / 2 }
      for (const written of topicWords[topic][strength]) {
        const phrase = fold(written).replaceAll(' ', '')
        phrases.set(phrase, [...(phrases.get(phrase) ?? []), meaning])
        for (let end = 1; end <= phrase.length; end++) beginnings.add(phrase.slice(0, end))
        if (strength !== 'whole' && ideograph.test(phrase)) ideographs.push([phrase, meaning])
      }
    }
  }
  return { phrases, beginnings, ideographs }
}
