import { hasPhrase, phraseLine, phraseList } from '../../../text/phrases.ts'
import { looksLikeInstruction } from '../../document/instruction.ts'
import { type Line, linesOf, wordsOf } from '../../document/lines.ts'
import { metasNamed } from '../../document/metas.ts'
import { organisationsOf, stringOf } from '../../document/organisation.ts'
import type { Page } from '../../document/page.ts'
import { pageKind } from '../../document/page-kind.ts'
import type { Site } from '../../site/site.ts'
import { candidateInLine, candidateInMeta, candidatesOfOrganisations } from '../candidates.ts'
import { isStreet } from '../contact/postal-lines.ts'
import { beginsWithPlace } from '../contact/postal-parts.ts'
import type { Candidate, Decision, SiteCandidate, Topic } from '../topic.ts'
import words from './description-words.json'

/** What the company does, in a sentence of its own site. */
export const description: Topic = {
  topics: ['description'],
  read: (page) => [...inHead(page), ...inStructuredData(page), ...inParagraphs(page)],
  decide,
}

const lengthMin = 20
const lengthMax = 1200
const paragraphMin = 40
const paragraphMax = 700
/** So much is a sentence even in a heading. */
const longMin = 80
/** More are a date, a price list or a programme. */
const numbersMax = 3
const paragraphsMax = 6
const keyMax = 300
/** Per name. */
const metasMax = 5

/** First words of a line that begins in the middle of a thought. */
const spaced = (phrase: string) => ` ${phrase} `
const subordinate = phraseList(words.subordinate).map(spaced)
const continuing = phraseList(words.continuing)
/** So far into a line, `The centre is also equipped with showers` continues what was said before. */
const continuingMax = 60
const templates = phraseList(words.templates.join('|'))
const notices = phraseList(words.notices)
const own = phraseList(words.own.join('|'))
/** First words of a line that calls to another page or to contact. */
const teasers = phraseList(words.teasers).map(spaced)

const stated = (value: string) => ({ topic: 'description', value }) as const

/** Descriptions of other pages are about those pages. */
function inHead(page: Page): Candidate[] {
  if (pageKind(page) !== 'home') return []
  return ['description', 'og:description', 'twitter:description'].flatMap((name) =>
    metasNamed(page, name)
      .slice(0, metasMax)
      .filter(({ content }) => isDescription(content) && !isAddress(content))
      .flatMap((meta) => candidateInMeta(page, stated(meta.content), meta)),
  )
}

const isAddress = (text: string) =>
  text.length < paragraphMin && (beginsWithPlace(text) || isStreet(text.split(',', 1)[0] ?? ''))

function inStructuredData(page: Page): Candidate[] {
  const [main] = organisationsOf(page)
  return candidatesOfOrganisations(page, (organisation) => {
    const written = stringOf(organisation['description'])
    return organisation === main?.value && isDescription(written) ? [{ ...stated(written), written }] : []
  })
}

function inParagraphs(page: Page): Candidate[] {
  const kind = pageKind(page)
  if (kind !== 'home' && kind !== 'about') return []
  const paragraphs = linesOf(page).values().filter(isParagraph).take(paragraphsMax)
  return [...paragraphs].flatMap((line) => candidateInLine(page, stated(line.text), line))
}

function isParagraph(line: Line): boolean {
  const { text, area, heading } = line
  return (
    (area === 'main' || area === 'header') &&
    (heading === 0 || text.length >= longMin) &&
    text.length >= paragraphMin &&
    text.length <= paragraphMax &&
    /^[^\d.…].*[.!。…:]$/.test(text) &&
    !opensWith(line, subordinate) &&
    !hasPhrase(phraseLine(text.slice(0, continuingMax)), continuing) &&
    (text.match(/\d+/g) ?? []).length <= numbersMax &&
    isDescription(text) &&
    !hasPhrase(wordsOf(line), notices) &&
    (text.length >= longMin || !opensWith(line, teasers))
  )
}

const opensWith = (line: Line, starts: readonly string[]) =>
  starts.some((start) => wordsOf(line).startsWith(start))

function isDescription(text: string): boolean {
  const isSentence = text.includes(' ') || /\p{Lo}/u.test(text)
  return (
    text.length >= lengthMin &&
    text.length <= lengthMax &&
    isSentence &&
    !hasPhrase(phraseLine(text), templates) &&
    !/[{<}>]|\bfunction\b/.test(text) &&
    !looksLikeInstruction(text)
  )
}

const keyOf = (text: string) => phraseLine(text).trim().slice(0, keyMax)

/**
 * One description: the start page's, else that of structured data, else the paragraph most clearly about the company.
 */
function decide(candidates: readonly SiteCandidate[], site: Site): Decision[] {
  const names = site.names.map(phraseLine).filter((name) => name.trim() !== '')
  const plainness = ({ value, page }: SiteCandidate) => {
    const line = phraseLine(value)
    const isNamed = names.some((name) => line.includes(name))
    return 2 * Number(isNamed) + Number(hasPhrase(line, own)) + Number(page.kind === 'home')
  }
  const [paragraph] = candidates
    .filter(({ place }) => place !== 'meta' && place !== 'json-ld')
    .filter((candidate) => plainness(candidate) > 1)
    .sort((a, b) => plainness(b) - plainness(a))
  const best =
    candidates.find(({ place }) => place === 'meta') ??
    candidates.find(({ place }) => place === 'json-ld') ??
    paragraph
  if (best === undefined) return []
  const key = keyOf(best.value)
  const support = candidates.filter(({ value }) => keyOf(value) === key)
  return [{ topic: 'description', key, value: best.value, text: best.value, support }]
}
