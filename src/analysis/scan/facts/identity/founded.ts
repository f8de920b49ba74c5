import { hasPhrase, phraseLine, phraseList } from '../../../text/phrases.ts'
import { sentenceAt } from '../../../text/sentences.ts'
import { type Line, linesOf, wordsOf } from '../../document/lines.ts'
import { stringOf } from '../../document/organisation.ts'
import type { Page } from '../../document/page.ts'
import { type PageKind, pageKind } from '../../document/page-kind.ts'
import type { Site } from '../../site/site.ts'
import { candidateInLine, candidatesOfOrganisations, headTexts } from '../candidates.ts'
import { settle } from '../merge/settle.ts'
import type { Candidate, Decision, SiteCandidate, Topic } from '../topic.ts'
import words from './founded-words.json'

/** The founding year: of structured data, or of a sentence about the company. */
export const founded: Topic = { topics: ['founded'], read, decide }

const year = '(?<year>(?:1[5-9]|20)\\d{2})(?![\\d-])'
const verb = new RegExp(`(?<!\\p{L})(?:${words.verbs})(?: \\p{L}{1,12}){0,4} ${year}`, 'iu')
const verbLast = new RegExp(`(?<![\\d-])${year}(?: \\p{L}{1,15}){0,6} (?:${words.lastVerbs})(?!\\p{L})`, 'iu')
/** `1952年創業`, between whose parts no spaces stand. */
const unspaced = new RegExp(`(?<![\\d-])${year}年(?:\\d{1,2}月)?(?:\\d{1,2}日)?に?(?:${words.unspaced})`, 'u')
const since = new RegExp(`(?<!\\p{L})(?:${words.since}),? ${year}`, 'iu')
const labelled = new RegExp(`^(?:${words.labels}|${words.furtherLabels})\\s?[:：]?\\s{0,3}${year}`, 'iu')
const labels = phraseList(words.labels)
const yearFirst = new RegExp(`^${year}`, 'u')

/** Words of a sentence about the company, and about another subject. */
const ownWords = phraseList(words.own)
const otherWords = phraseList(words.other)

const lineMax = 600
const sloganMax = 100
const subjectMax = 200
const sourcesMax = 10

function read(page: Page): Candidate[] {
  return [...inJsonLd(page), ...inLines(page)]
}

function inJsonLd(page: Page): Candidate[] {
  return candidatesOfOrganisations(page, (organisation) => {
    const written = stringOf(organisation['foundingDate'])
    const value = yearFirst.exec(written.slice(0, 4))?.groups?.['year']
    return value === undefined ? [] : [{ topic: 'founded', value, written }]
  })
}

const ownKinds: ReadonlySet<PageKind> = new Set<PageKind>(['home', 'about', 'team', 'imprint'])

function inLines(page: Page): Candidate[] {
  const kind = pageKind(page)
  if (!ownKinds.has(kind)) return []
  const found: Candidate[] = Object.values(headTexts(page)).flatMap(({ text, state }) => {
    const year = statedYear({ text })
    return year === undefined ? [] : state(stating(year))
  })
  let last: Line | undefined
  for (const line of linesOf(page)) {
    const label = last
    last = line
    if (line.text.length > lineMax || !/\d{4}/.test(line.text) || found.length >= sourcesMax) continue
    const year = labelledYear(line, label) ?? statedYear(line)
    if (year === undefined) continue
    const inLine = candidateInLine(page, stating(year), line, [year.from, year.to])
    found.push(...inLine.filter(({ place }) => place !== 'copyright'))
  }
  return found
}

const stating = ({ value, inferred, subject }: StatedYear) => {
  return { topic: 'founded', value, inferred, details: subject === undefined ? {} : { subject } } as const
}

interface StatedYear {
  value: string
  from: number
  to: number
  inferred: boolean
  /** Words of a sentence that is about the company only if they contain its name. */
  subject?: string
}

/** After a label, in the same line or in the next cell. */
function labelledYear(line: Line, before: Line | undefined): StatedYear | undefined {
  const isCell = before !== undefined && before.text.length <= 40 && labels.includes(wordsOf(before).trim())
  return place(line.text, isCell ? yearFirst : labelled, false)
}

/** In a sentence about the company, or in a slogan: `Segelmacherei seit 1987 in Kassel`. */
function statedYear({ text }: Pick<Line, 'text'>): StatedYear | undefined {
  const stated = [verb, verbLast, unspaced].map((form) => place(text, form, false)).find(Boolean)
  const found = stated ?? place(text, since, true)
  if (found === undefined) return undefined
  const { start, end } = sentenceAt(text, found.from)
  const words = phraseLine(text.slice(start, end))
  if (hasPhrase(words, otherWords)) return undefined
  const isSlogan =
    end - start <= sloganMax &&
    (found.from === start || (found.inferred && /\p{L}{3}/u.test(text.slice(start, found.from))))
  if (isSlogan || hasPhrase(words, ownWords)) return found
  return { ...found, subject: phraseLine(text.slice(Math.max(start, found.from - subjectMax), found.from)) }
}

function place(text: string, pattern: RegExp, inferred: boolean): StatedYear | undefined {
  const match = pattern.exec(text)
  const value = match?.groups?.['year']
  if (match === null || value === undefined) return undefined
  return { value, from: match.index, to: match.index + match[0].length, inferred }
}

/**
 * One year: that of structured data, else a stated one, else an inferred one. Two that are stated are a conflict, of
 * which structured data alone decides; of two inferred ones neither counts.
 */
function decide(candidates: readonly SiteCandidate[], site: Site): Decision[] {
  const names = site.names.map(phraseLine).filter((name) => name.trim() !== '')
  const past = candidates.filter(
    ({ value, page, details: { subject } }) =>
      value <= page.fetchedAt.slice(0, 4) &&
      (subject === undefined || names.some((name) => ` ${subject} `.includes(name))),
  )
  const tiers = [
    past.filter(({ place }) => place === 'json-ld'),
    past.filter(({ inferred }) => !inferred),
    past,
  ]
  const tier = tiers.find(({ length }) => length > 0) ?? []
  const years = [...new Set(tier.map(({ value }) => value))]
  const isSure = tier === tiers[0]
  if (years.length > 1 && tier.every(({ inferred }) => inferred)) return []
  const decisions = years.map((value): Decision => {
    const support = past.filter((candidate) => candidate.value === value)
    return { topic: 'founded', key: value, value, text: `Founded in ${value}`, support }
  })
  const [best, ...others] = settle(decisions, 'the year it was founded')
  if (best === undefined || others.length === 0) return decisions
  return [...(isSure ? [best] : []), ...others.filter(({ topic }) => topic === 'conflict')]
}
