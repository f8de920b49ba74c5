import { normalWords } from '../../../text/normal-words.ts'
import { hasPhrase, phraseList } from '../../../text/phrases.ts'
import { nearest } from '../../document/dom-tree.ts'
import { looksLikeInstruction } from '../../document/instruction.ts'
import { type Line, linesOf, wordsOf } from '../../document/lines.ts'
import { isObject, stringOf } from '../../document/organisation.ts'
import type { Page } from '../../document/page.ts'
import { pageKind } from '../../document/page-kind.ts'
import type { Site } from '../../site/site.ts'
import { resembles, siteOf } from '../../site/site-name.ts'
import { candidateInJsonLd, candidateInLine } from '../candidates.ts'
import type { Candidate, Decision, SiteCandidate, Topic } from '../topic.ts'
import { bareTitle, isJobTitle, markedJobTitle, withoutGenders } from './job-titles.ts'
import data from './job-words.json'

/** Open positions: by title where they are listed, else the statement that there are some. */
export const hiring: Topic = {
  topics: ['hiring'],
  read: (page) => [...inJsonLd(page), ...inLines(page)],
  decide,
}

const openPositions = 'open-positions'
const jobsMax = 30
const statementMax = 160
const [statements, lists, denials] = [data.statements, data.lists, data.denials].map(phraseList)
const announcing = [...(lists ?? []), ...phraseList(data.announcing)]
const headings = new Set(phraseList(data.headings))
const careersFolder =
  /\/(?:careers?|jobs?|karriere|stellen(?:angebote)?|vacatures|vacancies|emplois?|empleo|lavora-con-noi|recrutement|praca|kariera)\//i

const stated = (value: string) => ({ topic: 'hiring', value }) as const

function inJsonLd(page: Page): Candidate[] {
  const { label } = siteOf(page.url)
  return page.jsonLd.flatMap((item) => {
    if (!item.types.includes('JobPosting')) return []
    const written = stringOf(item.value['title']) || stringOf(item.value['name'])
    const employer = item.value['hiringOrganization']
    const name = isObject(employer) ? stringOf(employer['name']) : stringOf(employer)
    const isOwn = name === '' || resembles(name, label) || pageKind(page) === 'careers'
    if (!isOwn || written.length < 3 || written.length > 120) return []
    return candidateInJsonLd(page, stated(written), item, { written })
  })
}

/** Titles on pages about jobs, and statements that the company is hiring. */
function inLines(page: Page): Candidate[] {
  const kind = pageKind(page)
  if (kind === 'article' || kind === 'others' || kind === 'imprint') return []
  const isCareers = kind === 'careers' || careersFolder.test(new URL(page.url).pathname)
  const lines = linesOf(page).filter(({ area }) => area !== 'nav' && area !== 'footer')
  if (lines.some((line) => line.text.length < 300 && hasPhrase(wordsOf(line), denials ?? []))) return []
  const found: Candidate[] = []
  let list: Announced | undefined
  for (const line of lines) {
    const words = wordsOf(line)
    const opens = line.heading > 0 && hasPhrase(words, lists ?? [])
    const announces = line.heading > 0 && hasPhrase(words, announcing)
    if (opens || announces || headings.has(words.trim()))
      list = line.heading > 0 ? { only: opens, level: line.heading, titles: undefined } : list
    else if (line.heading > 0 && list !== undefined) {
      if (line.heading <= list.level) list = undefined
      else list.titles ??= line.heading
    }
    const title = titleIn(line, isCareers, list)
    if (title !== undefined) found.push(...candidateInLine(page, stated(title), line, spanOf(line, title)))
    else if (
      line.text.length <= statementMax &&
      (hasPhrase(words, statements ?? []) || opens || (isCareers && announces))
    )
      found.push(...candidateInLine(page, stated(openPositions), line))
  }
  return found
}

/** A heading that introduces positions; their titles follow as headings of one level or as list items. */
interface Announced {
  /** Whether only positions follow. */
  only: boolean
  level: number
  titles: number | undefined
}

function titleIn(line: Line, isCareers: boolean, list: Announced | undefined): string | undefined {
  const marked = markedJobTitle(line.text)
  if (marked !== undefined && (isCareers || list !== undefined || line.heading > 0)) return marked
  if (line.heading === 1 || (list === undefined && !isCareers)) return undefined
  const [first] = line.pieces
  const isLead = line.pieces.length > 1 && nearest(first?.run.element, ...leadTags) !== null
  const shown = bareTitle(isLead && first !== undefined ? first.text : line.text)
  const isLinked = nearest(first?.run.element, 'a') !== null
  const isListed = list?.only === true && (line.heading > 0 || isLinked)
  return isJobTitle(shown, isListed) && isTitleLine(line, list) ? shown : undefined
}

const itemTags = ['li', 'td', 'dt', 'summary']
const leadTags = ['a', 'b', 'strong']

/** A heading below the page's main one, a list item or a link; in an item with a heading the heading is the title. */
function isTitleLine({ heading, pieces }: Line, list: Announced | undefined): boolean {
  if (heading > 1) return list === undefined || list.titles === heading
  const element = pieces[0]?.run.element
  const holder = nearest(element, ...itemTags, ...(list === undefined ? leadTags : []))
  return holder !== null && holder.querySelector('h2, h3, h4, h5, p') === null
}

function spanOf({ text }: Line, title: string): [number, number] {
  const from = Math.max(0, text.indexOf(title))
  return [from, from + title.length]
}

function decide(candidates: readonly SiteCandidate[], _: Site): Decision[] {
  const byKey = Map.groupBy(candidates, ({ value }) =>
    value === openPositions ? openPositions : `job ${normalWords(withoutGenders(value)).join(' ')}`,
  )
  return [...byKey].slice(0, jobsMax).flatMap(([key, support]) => {
    const value = support[0]?.value ?? ''
    if (looksLikeInstruction(value)) return []
    const text = key === openPositions ? 'The company offers open positions' : `Open position: ${value}`
    return [{ topic: 'hiring', key, value, text, support }]
  })
}
