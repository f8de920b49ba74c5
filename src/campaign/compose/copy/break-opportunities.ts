import LineBreaker from 'linebreak'
import { graphemes } from './script-of.ts'
import { sensePenalty } from './sense-penalty.ts'

/** Where a paragraph may be broken into lines. Offsets are UTF-16. */
export interface BreakOpportunity {
  /** The end of the line before, without white space. */
  end: number
  /** The start of the next line. */
  next: number
  /** 0 between sentences, from 1 on where readers would stumble. */
  penalty: number
}

/** No line begins with a dash, except as the sign of a figure. */
const dashed = /^[–—-](?!\p{Nd})/u
/** Between facts on one line; at the end of a line it is not drawn. */
const divider = /^[·•|]\s+/u
/** What a figure counts. */
const counter = /[年月日時分秒円名人回本個枚点泊歳階元원명월일년시]/

/** A longer word may be divided anywhere if its script allows that. */
const wholeWordCharsMax = 12
const words = new Intl.Segmenter('ja', { granularity: 'word' })
const katakana = /^[\p{Script=Katakana}\u30fc]+$/u
/** Particles and endings, which belong to the word before them; longer words of Hiragana do so behind other letters. */
const particle = /^\p{Script=Hiragana}{1,2}$/u
const hiragana = /\p{Script=Hiragana}/u
const han = /\p{Script=Han}/u
/** A web or mail address: letters on both sides of a full stop or an at sign. */
const address = /[a-z\d][.@][a-z\d]*[a-z]{2}/i
/** Longer ones may be divided where their parts end. */
const wholeAddressCharsMax = 32
/** In Japanese, two words without a particle between them are one term: 一番茶. */
const joinedTerm = /^[\p{Script=Han}\p{Script=Katakana}\u30fc]{2}$/u
/** A short name in quotation marks stays whole. */
const quotedName = /[「『][^」』]{1,10}[」』]/gu
const eastAsianStop = /^[、。！？，]$/u
const eastAsianLetter =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}\u30fc]$/u

/**
 * Every opportunity of a paragraph (UAX #14), the last one at its end. Words of Chinese, Japanese and Korean stay
 * whole, which the algorithm alone does not see to.
 */
export function breakOpportunities(paragraph: string): BreakOpportunity[] {
  const starts = new Set(graphemes(paragraph).map(({ start }) => start))
  const names = [...paragraph.matchAll(quotedName)].map(
    ({ 0: all, index }) => [index, index + all.length] as const,
  )
  const wordAt = wordsByOffset(paragraph)
  const opportunities: BreakOpportunity[] = []
  const senseOf = sensePenalty(paragraph)
  const breaker = new LineBreaker(paragraph)
  for (let found = breaker.nextBreak(); found !== null; found = breaker.nextBreak()) {
    const next = found.position
    if (next === paragraph.length || !starts.has(next) || dashed.test(paragraph.slice(next))) continue
    if (names.some(([from, to]) => next > from && next < to)) continue
    const end = paragraph.slice(0, next).trimEnd().length
    if (divider.test(paragraph.slice(end - 1))) continue
    const [divided = ''] = divider.exec(paragraph.slice(next)) ?? []
    const penalty =
      divided !== ''
        ? 0
        : end === next
          ? penaltyInside(paragraph, next, wordAt)
          : senseOf(...lastTokens(paragraph.slice(0, end)), ...firstTokens(paragraph.slice(next)))
    if (penalty !== undefined && end > 0) opportunities.push({ end, next: next + divided.length, penalty })
  }
  return [...opportunities, { end: paragraph.length, next: paragraph.length, penalty: 0 }]
}

const lastToken = (text: string) => text.slice(text.search(/\S+$/))
/** The last two, the first of them empty where there is one. */
const lastTokens = (text: string): [beforeThat: string, last: string] => {
  const last = lastToken(text)
  const rest = text.slice(0, text.length - last.length).trimEnd()
  return [rest === '' ? '' : lastToken(rest), last]
}
const firstToken = (text: string) => text.split(/\s/, 1)[0] ?? ''
const firstTokens = (text: string): [first: string, next: string] => {
  const [first = '', next = ''] = text.split(/\s+/, 2)
  return [first, next]
}

/** Shorter compounds are not divided after their hyphen, nor shorter alternatives ("m/w/d") after their stroke. */
const dividedCompoundCharsMin = 14

/** Of a break without white space; undefined where it would divide a word that must stay whole. */
function penaltyInside(
  paragraph: string,
  offset: number,
  wordAt: ReadonlyMap<number, { text: string; start: number }>,
): number | undefined {
  const word = wordAt.get(offset)
  const before = paragraph.charAt(offset - 1)
  const after = paragraph.charAt(offset)
  const lead = paragraph.slice(0, offset)
  // "8月31日" is one date, "3,800円" one price, "9.30–11" one time.
  if ((/\d[年月–—]$/.test(lead) && /\d/.test(after)) || (/\d/.test(before) && counter.test(after)))
    return undefined
  if (/[年月]/.test(before) && /\d/.test(after)) return 0.04
  const [start = '', rest = ''] = [/[!-~]*$/.exec(lead)?.[0], /^[!-~]*/.exec(paragraph.slice(offset))?.[0]]
  if (start !== '' && rest !== '' && address.test(start + rest))
    return start.length + rest.length <= wholeAddressCharsMax ? undefined : 0.5
  if (before === '-' || before === '/') {
    const compound = lastToken(lead) + firstToken(paragraph.slice(offset))
    return compound.length < dividedCompoundCharsMin ? undefined : 0.5
  }
  if (eastAsianStop.test(before)) return 0.01
  // "5%オフ"
  if (/[%％]/.test(before)) return 0.9
  if (!eastAsianLetter.test(before) || word === undefined) return 0.15
  if (word.start < offset) return word.text.length > wholeWordCharsMax ? 1 : undefined
  if (particle.test(word.text) || (hiragana.test(after) && !hiragana.test(before))) return 0.9
  return hiragana.test(paragraph) ? phrasePenaltyAt(paragraph, offset, wordAt.get(offset - 1)?.text) : 0.04
}

/** Of a break in Japanese before a word: small behind a particle, which ends a phrase, and not behind a noun or an adjective. */
function phrasePenaltyAt(paragraph: string, offset: number, last = ''): number {
  // "6月から9月まで"
  if (/から\d$/.test(paragraph.slice(0, offset + 1))) return 0.6
  const before = paragraph.charAt(offset - 1)
  if (before === 'の') return 0.4
  if (joinedTerm.test(before + paragraph.charAt(offset))) return 0.6
  return han.test(last) ? 0.4 : 0.04
}

function wordsByOffset(paragraph: string): Map<number, { text: string; start: number }> {
  const wordAt = new Map<number, { text: string; start: number }>()
  for (const word of joinLoanwords(words.segment(paragraph))) {
    for (let offset = 0; offset < word.text.length; offset += 1) wordAt.set(word.start + offset, word)
  }
  return wordAt
}

/** The dictionary cuts loanwords that it does not have into pieces. */
function joinLoanwords(segments: Intl.Segments): { text: string; start: number }[] {
  const joined: { text: string; start: number }[] = []
  for (const { segment, index } of segments) {
    const last = joined.at(-1)
    if (last !== undefined && katakana.test(last.text) && katakana.test(segment)) last.text += segment
    else joined.push({ text: segment, start: index })
  }
  return joined
}
