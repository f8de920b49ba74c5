import { hasPhrase } from '../../../text/phrases.ts'
import { lineEvidence } from '../../document/evidence.ts'
import { type Line, linesOf, wordsOf } from '../../document/lines.ts'
import type { Page } from '../../document/page.ts'
import { pageKind } from '../../document/page-kind.ts'
import { sectionsOf } from '../../document/sections.ts'
import type { Said } from './facts-by-place.ts'
import { listPhrases, openHeadings, openPhrases } from './job-phrases.ts'
import { bareTitle, isJobTitle, isListedTitle, markedJobTitle, wantedTitle } from './job-titles.ts'

export interface Job extends Said {
  title: string
}

/** Titles on a page about jobs, or under a heading that announces them. */
export function visibleJobs(page: Page): Job[] {
  const kind = pageKind(page)
  if (kind === 'article' || kind === 'others' || kind === 'privacy' || kind === 'terms') return []
  const careers = kind === 'careers' || isUnderCareers(page.url)
  const sections = sectionsOf(page)
  const jobs: Job[] = []
  let announced: Announced | undefined
  const add = (line: Line, title: string) => {
    const from = Math.max(0, line.text.indexOf(title))
    jobs.push({ title, strength: 'explicit', evidence: lineEvidence(page, line, from, from + title.length) })
  }
  for (const line of linesOf(page)) {
    if (line.area === 'nav' || line.area === 'footer' || sections.get(line)?.foreign === true) continue
    announced = announcedBy(line, announced, careers)
    const marked = markedJobTitle(line.text)
    if (marked !== undefined && (careers || announced !== undefined || line.heading > 0)) add(line, marked)
    else if (announced !== undefined && isTitleLine(line, announced) && isTitle(titleText(line), announced))
      add(line, bareTitle(titleText(line)))
    else if (line.heading === 0 && wantedTitle(line.text) !== undefined)
      add(line, wantedTitle(line.text) ?? '')
    else if (careers && isTitleLine(line) && isJobTitle(titleText(line)))
      add(line, bareTitle(titleText(line)))
  }
  return jobs
}

/** A link or bold text at a line's start is the title; what follows it is the place or the hours. */
function titleText({ text, pieces }: Line): string {
  const [first] = pieces
  if (first === undefined || pieces.length === 1) return text
  return ['a', 'strong', 'b'].includes(first.run.element.localName) ? first.text : text
}

function isTitle(text: string, { list }: Announced): boolean {
  return isJobTitle(text) || (list && isListedTitle(text))
}

/** Positions have been announced, and titles follow in headings of one level or in a list. */
interface Announced {
  /** Nothing but positions follows. */
  list: boolean
  level: number
  titleLevel: number | undefined
}

function announcedBy(line: Line, before: Announced | undefined, careers: boolean): Announced | undefined {
  const words = wordsOf(line)
  const list = hasPhrase(words, listPhrases) || isOpenHeading(words)
  if (line.heading === 0) {
    const leadIn = careers && line.text.length <= 60 && line.text.endsWith(':') && list
    return leadIn ? { list, level: 6, titleLevel: undefined } : before
  }
  if (list || hasPhrase(words, openPhrases)) return { list, level: line.heading, titleLevel: undefined }
  if (before === undefined || (line.heading <= before.level && before.level < 6)) return undefined
  // The first heading below tells the titles' level.
  return { ...before, titleLevel: before.titleLevel ?? line.heading }
}

/** Headings that are nothing but the word for open positions. */
function isOpenHeading(words: string): boolean {
  return openHeadings.includes(words.trim())
}

function isUnderCareers(url: string): boolean {
  return careersFolder.test(new URL(url).pathname)
}

const careersFolder =
  /\/(?:careers?|jobs?|karriere|stellen(?:angebote)?|vacatures|vacancies|emplois?|empleo|lavora-con-noi|recrutement|praca|kariera)\//i

const titleTagsAnnounced = ['li', 'td', 'dt', 'summary']
const titleTags = ['a', 'strong', 'b', ...titleTagsAnnounced]

/** A heading below the page's own, a list item, a link or bold text: what titles stand in. */
function isTitleLine(line: Line, announced?: Announced): boolean {
  if (line.heading === 1 || line.text.length > 80) return false
  if (line.heading > 1) return announced === undefined || announced.titleLevel === line.heading
  const element = line.pieces[0]?.run.element
  const tags = announced === undefined ? titleTags : titleTagsAnnounced
  const holder = element?.closest(tags.join(',')) ?? null
  // In an item with a heading of its own the heading is the title.
  return holder !== null && holder.querySelector('h2, h3, h4, h5, p') === null
}

export const patterns = [careersFolder]
