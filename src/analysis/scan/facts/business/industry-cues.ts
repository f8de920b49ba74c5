import { foreignElements } from '../../document/foreign-elements.ts'
import { type Line, linesOf } from '../../document/lines.ts'
import { typesOf } from '../../document/organisation.ts'
import type { Page } from '../../document/page.ts'
import { type PageKind, pageKind } from '../../document/page-kind.ts'
import { siteOf } from '../../site/site-name.ts'
import { candidateInLine, candidatesOfOrganisations, type HeadText, headTexts } from '../candidates.ts'
import { isSameLanguage } from '../identity/detect-language.ts'
import { textLanguages } from '../identity/text-languages.ts'
import { isVacancy } from '../people/job-titles.ts'
import type { Candidate } from '../topic.ts'
import { type Cue, cueLanguages, cuesIn, industryOfType } from './industries.ts'
import { type PhraseHit, phraseWords, sentenceBreak } from './phrase-index.ts'
import lists from './towards.json'

/** `stated` is a sentence about the company: `We are an agency`, `Piper is an agency`. */
export type Spot = 'type' | 'title' | 'description' | 'stated' | 'heading' | 'menu' | 'text'

const linesMax = 600
const wordsPerLineMax = 120
const mentionsMax = 60
const spotRank: readonly Spot[] = ['title', 'description', 'stated', 'heading', 'menu', 'text']
const silent: ReadonlySet<PageKind> = new Set(['imprint', 'privacy', 'terms', 'careers', 'article', 'others'])

/** Industry cues of a page's structured data and words; each phrase once per kind of place. */
export function industryCues(page: Page): Candidate[] {
  const types = structuredTypes(page)
  if (silent.has(pageKind(page))) return types
  const mentions = new Map<string, Mention>()
  const isRead = languageCheck(page)
  const { label } = siteOf(page.url)
  for (const text of textsOf(page)) {
    for (const hit of ownCues(text.words)) {
      const { industry, languages } = hit.means
      if (text.spot !== 'title' && !isRead(languages)) continue
      const spot = text.spot === 'text' && isStated(text.words, hit.at, label) ? 'stated' : text.spot
      const key = `${spot} ${industry.name} ${hit.phrase}`
      const known = mentions.get(key)
      if (known === undefined) mentions.set(key, { ...text, spot, hit, count: 1 })
      else known.count += 1
    }
  }
  const prominent = [...mentions.values()].sort(
    (a, b) =>
      Number(b.hit.means.isName) - Number(a.hit.means.isName) ||
      spotRank.indexOf(a.spot) - spotRank.indexOf(b.spot) ||
      b.count - a.count,
  )
  return [
    ...types,
    ...prominent.slice(0, mentionsMax).flatMap(({ spot, hit, count, state }) => {
      const { industry, isName } = hit.means
      const details = { spot, phrase: hit.phrase, isName: String(isName), count: String(count) }
      return state({ topic: 'industry', value: industry.name, details, inferred: !isName })
    }),
  ]
}

/** Whether phrases of some languages may be on a page: a word may mean something else in another language. */
function languageCheck(page: Page): (languages: readonly string[]) => boolean {
  const own = textLanguages(page).filter((language) => cueLanguages.has(language))
  return (languages) =>
    own.length === 0 ||
    languages.some((language) => language === 'en' || own.some((one) => isSameLanguage(one, language)))
}

interface Text extends Pick<HeadText, 'state'> {
  spot: Spot
  words: readonly string[]
}

interface Mention extends Text {
  hit: PhraseHit<Cue>
  count: number
}

function structuredTypes(page: Page): Candidate[] {
  return candidatesOfOrganisations(page, (organisation) =>
    typesOf(organisation).flatMap((type) => {
      const industry = industryOfType.get(type)
      if (industry === undefined) return []
      const details = { spot: 'type', phrase: type, isName: 'true', count: '1' }
      return [{ topic: 'industry', value: industry.name, details, written: type }]
    }),
  )
}

function* textsOf(page: Page): Generator<Text> {
  const heads = headTexts(page)
  for (const spot of ['title', 'description'] as const) {
    const { text, state } = heads[spot] ?? {}
    if (text && state) yield { spot, words: phraseWords(text.slice(0, 500)), state }
  }
  const foreign = foreignElements(page)
  for (const line of linesOf(page).slice(0, linesMax)) {
    const element = line.pieces[0]?.run.element
    if (element === undefined || foreign(element) || (line.heading > 0 && isVacancy(line.text))) continue
    yield {
      spot: spotOf(line),
      words: phraseWords(withoutMails(line.text.slice(0, 1_000))).slice(0, wordsPerLineMax),
      state: (stated) => candidateInLine(page, stated, line),
    }
  }
}

const withoutMails = (text: string) => (text.includes('@') ? text.replace(/\S{1,64}@\S{1,80}/g, ' ') : text)

function spotOf({ area, heading }: Line): Spot {
  if (area === 'nav') return 'menu'
  return heading > 0 && area !== 'footer' ? 'heading' : 'text'
}

const declaring = new Set(lists.declaring.flatMap((list) => list.split('|')))
const copulas = new Set(lists.copulas)
const statementReach = 9

/** Whether `we are` or the company's name and `is` are before the word in its sentence. */
function isStated(words: readonly string[], at: number, label: string): boolean {
  for (let before = at - 1; before >= Math.max(0, at - statementReach); before--) {
    const [word = '', earlier = ''] = [words[before], words[before - 1]]
    if (word === sentenceBreak) return false
    if (declaring.has(word) || declaring.has(`${earlier} ${word}`)) return true
    if (copulas.has(word) && earlier.length > 2 && label.includes(earlier)) return true
  }
  return false
}

const wordSet = (texts: readonly string[]) => new Set(texts.flatMap((text) => phraseWords(text)))
const towards = wordSet(lists.towards)
const holders = wordSet(lists.holders)
const fields = wordSet(lists.fields)
const reach = 3
/** Maximum number of words between two items of a list: `hotels and small bars`. */
const listGap = 2

/** Without the trades of customers: `software for restaurants, cafés and bars`, `hotel software`, `hotel industry`. */
function ownCues(words: readonly string[]): Array<PhraseHit<Cue>> {
  const hits = cuesIn(words)
  let customersEnd = Number.NEGATIVE_INFINITY
  return hits.filter((hit) => {
    const isListed =
      hit.at - customersEnd <= listGap && !words.slice(customersEnd, hit.at).includes(sentenceBreak)
    const isServed = isListed || isCustomer(words, hit.at) || fields.has(words[hit.at + hit.words] ?? '')
    if (isServed && hit.means.isName) customersEnd = hit.at + hit.words
    return !isServed && !hits.some((other) => takesFrom(other, hit))
  })
}

function isCustomer(words: readonly string[], at: number): boolean {
  for (let before = at - 1; before >= Math.max(0, at - reach); before--) {
    const word = words[before] ?? ''
    if (word === sentenceBreak) return false
    if (towards.has(word)) return !holders.has(words[before - 1] ?? '')
  }
  return false
}

/** Whether a longer phrase contains the shorter one, or a trade that serves others follows it. */
function takesFrom(other: PhraseHit<Cue>, hit: PhraseHit<Cue>): boolean {
  if (other.means.industry === hit.means.industry) return false
  const [end, otherEnd] = [hit.at + hit.words, other.at + other.words]
  if (other.at <= hit.at && otherEnd >= end && other.words > hit.words) return true
  const isServing = hit.means.isName && other.means.isName && other.means.industry.serves === true
  return isServing && other.at >= hit.at && other.at <= end + 1 && otherEnd > end
}
