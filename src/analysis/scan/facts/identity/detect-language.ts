import { once } from '../../../../kernel/runtime/once.ts'

/** Detected languages, by their ISO 639-3 codes in `franc`: with rarer ones it errs more often. */
const tags: Readonly<Record<string, string>> = Object.fromEntries(
  'eng en|deu de|fra fr|spa es|ita it|nld nl|por pt|swe sv|dan da|nob no|nno no|fin fi|pol pl|ces cs|slk sk|hun hu|ron ro|tur tr|cat ca|ekk et|lit lt|lvs lv|hrv hr|slv sl|jpn ja|cmn zh|kor ko|rus ru|ukr uk|bul bg|srp sr|ell el|heb he|tha th|arb ar|hin hi|vie vi|ind id'
    .split('|')
    .map((pair) => pair.split(' ')),
)
const only = Object.keys(tags)

/** Loading it takes as long as parsing several pages, so that it is loaded for other scripts than the Latin one alone. */
const loadFranc = once(() => (require('franc') as typeof import('franc')).franc)

/** The ranks of each trigram of `franc` in the languages that are written in Latin script. */
const latin = once(() => {
  const { data } = require('franc/data.js') as typeof import('franc/data.js')
  const languages = Object.keys(data['Latin'] ?? {}).filter((language) => only.includes(language))
  const ranks = new Map<string, Array<number | undefined>>()
  for (const [at, language] of languages.entries())
    for (const [rank, trigram] of (data['Latin']?.[language] ?? '').split('|').entries()) {
      const known = ranks.get(trigram) ?? languages.map(() => undefined)
      known[at] = rank
      ranks.set(trigram, known)
    }
  return { languages, ranks }
})

/** A longer text is sampled: `franc` reads no more than twice as many characters, and takes as much longer. */
const sampleMax = 1_024
const pieces = 8
/** Bytes in UTF-8, where one ideograph counts as three letters. */
const bytesMin = 60

/** The primary language tag of a text in one of the languages above; undefined for a short one. */
export function detectLanguage(text: string): string | undefined {
  const sample = sampleOf(text)
  const letters = sample.replace(/\P{L}/gu, '')
  const bytes = Buffer.byteLength(letters)
  if (bytes < bytesMin) return undefined
  const otherBytes = Buffer.byteLength(letters.replace(/\p{Script=Latin}/gu, ''))
  if (otherBytes === 0) return tags[latinLanguage(sample)]
  // `franc` counts letters of each script: the Latin names in a Japanese text outnumber its kana and its ideographs.
  const read = otherBytes > bytes / 2 ? sample.replace(/\p{Script=Latin}/gu, ' ') : sample
  return tags[loadFranc()(read, { only })]
}

const unknownDistance = 300

/** As `franc` decides, but each trigram of the text is looked up once for all languages. */
function latinLanguage(text: string): string {
  const words = text
    .replace(/[!-@]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
  const counts = new Map<string, number>()
  const padded = ` ${words} `
  for (let at = 0; at + 3 <= padded.length; at++) {
    const trigram = padded.slice(at, at + 3)
    counts.set(trigram, (counts.get(trigram) ?? 0) + 1)
  }
  const { languages, ranks } = latin()
  const distances = languages.map(() => 0)
  for (const [trigram, count] of counts) {
    const known = ranks.get(trigram)
    // A trigram that no language has changes no order.
    for (let at = 0; known !== undefined && at < languages.length; at++) {
      const rank = known[at]
      distances[at] =
        (distances[at] ?? 0) + (rank === undefined ? unknownDistance : Math.abs(count - rank - 1))
    }
  }
  return languages[distances.indexOf(Math.min(...distances))] ?? ''
}

export function isDetectable(language: string): boolean {
  return Object.values(tags).includes(language)
}

function sampleOf(text: string): string {
  if (text.length <= sampleMax) return text
  const length = sampleMax / pieces
  const step = (text.length - length) / (pieces - 1)
  return Array.from({ length: pieces }, (_, at) => text.slice(at * step, at * step + length)).join(' ')
}

/** Closely related languages are detected unreliably, and Japanese without kana is detected as Chinese. */
const families: ReadonlyMap<string, string> = new Map([
  ['da', 'da-no'],
  ['no', 'da-no'],
  ['cs', 'cs-sk'],
  ['sk', 'cs-sk'],
  ['ja', 'ja-zh'],
  ['zh', 'ja-zh'],
])

export function isSameLanguage(one: string, other: string): boolean {
  const family = (tag: string) => families.get(tag) ?? tag
  return family(one) === family(other)
}
