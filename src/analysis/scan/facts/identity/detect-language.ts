import { once } from '../../../../kernel/runtime/once.ts'

/** Detected languages, by their ISO 639-3 codes in `franc`: with rarer ones it errs more often. */
const tags: Readonly<Record<string, string>> = Object.fromEntries(
  'eng en|deu de|fra fr|spa es|ita it|nld nl|por pt|swe sv|dan da|nob no|nno no|fin fi|pol pl|ces cs|slk sk|hun hu|ron ro|tur tr|cat ca|ekk et|lit lt|lvs lv|hrv hr|slv sl|jpn ja|cmn zh|kor ko|rus ru|ukr uk|bul bg|srp sr|ell el|heb he|tha th|arb ar|hin hi|vie vi|ind id'
    .split('|')
    .map((pair) => pair.split(' ')),
)
const only = Object.keys(tags)

/** Loading it takes as long as parsing several pages. */
const loadFranc = once(() => (require('franc') as typeof import('franc')).franc)

/** A longer text is sampled: `franc` reads no more than twice as many characters, and takes as much longer. */
const sampleMax = 1_024
const pieces = 8
/** Bytes in UTF-8, where one ideograph counts as three letters. */
const bytesMin = 60

/** The primary language tag of a text in one of the languages above; undefined for a short one. */
export function detectLanguage(text: string): string | undefined {
  const sample = sampleOf(text)
  if (Buffer.byteLength(sample.replace(/\P{L}/gu, '')) < bytesMin) return undefined
  return tags[loadFranc()(sample, { only })]
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
