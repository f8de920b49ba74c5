import { normalWords } from '../../normal-words.ts'
import { cleanText } from '../page/clean-text.ts'
import type { Page, PageLink } from '../page.ts'
import type { PageFact } from './fact.ts'
import { attributeEvidence, jsonEvidence, lineEvidence, spanEvidence } from './shared/evidence.ts'
import { factsByPlace, type Said } from './shared/facts-by-place.ts'
import { foreignElements } from './shared/foreign-elements.ts'
import { looksLikeInstruction } from './shared/instruction.ts'
import {
  deniedPhrases,
  listPhrases,
  openHeadings,
  openPhrases,
  openStatements,
} from './shared/job-phrases.ts'
import { bareTitle, isJobTitle, isListedTitle, markedJobTitle, wantedTitle } from './shared/job-titles.ts'
import { type Line, linesOf, wordsOf } from './shared/lines.ts'
import { isObject, stringOf } from './shared/organisation.ts'
import { pageKind } from './shared/page-kind.ts'
import { sectionsOf } from './shared/sections.ts'
import { resembles, siteOf } from './shared/site.ts'
import { hasPhrase } from './shared/words.ts'

const jobsMax = 30
const openPositions = 'open-positions'

interface Job extends Said {
  title: string
}

/** The positions that the company offers: their titles where they are told, else that there are some. */
export function findHiring(page: Page): readonly PageFact[] {
  const jobs = [...structuredJobs(page), ...visibleJobs(page)]
  const facts = jobFacts(jobs)
  const denied = deniesHiring(page)
  if (denied) return facts
  const open = openMentions(page)
  if (open.length > 0)
    facts.push(
      ...factsByPlace(
        {
          topic: 'hiring',
          kind: open.some(({ strength }) => strength === 'explicit') ? 'found' : 'inferred',
          key: openPositions,
          text: 'The company offers open positions',
          value: openPositions,
        },
        open,
      ),
    )
  return facts
}

function jobFacts(jobs: readonly Job[]): PageFact[] {
  const byKey = new Map<string, Job[]>()
  for (const job of jobs) {
    if (looksLikeInstruction(job.title)) continue
    const key = normalWords(withoutGender(job.title)).join(' ')
    const same = byKey.get(key)
    if (same !== undefined) same.push(job)
    else if (byKey.size < jobsMax && key !== '') byKey.set(key, [job])
  }
  return [...byKey].flatMap(([key, said]) => {
    const value = cleanText(said[0]?.title ?? '')
    return factsByPlace(
      { topic: 'hiring', kind: 'found', key: `job ${key}`, text: `Open position: ${value}`, value },
      said,
    )
  })
}

function withoutGender(title: string): string {
  return title.replace(/\((?:[mwfdxhin](?:[/|*., ]{1,2}[mwfdxhin*]){1,3}|all genders|gn|h\/f|f\/h)\)/gi, '')
}

function structuredJobs(page: Page): Job[] {
  const jobs: Job[] = []
  const { label } = siteOf(page.url)
  for (const item of page.jsonLd) {
    if (!item.types.includes('JobPosting')) continue
    const title = stringOf(item.value['title']) || stringOf(item.value['name'])
    const employer = item.value['hiringOrganization']
    const name = isObject(employer) ? stringOf(employer['name']) : stringOf(employer)
    if (name !== '' && !resembles(name, label) && pageKind(page) !== 'careers') continue
    if (title.length > 2 && title.length < 120)
      jobs.push({ title, strength: 'structured', evidence: jsonEvidence(page, item, title) })
  }
  return jobs
}

/** Titles on a page about jobs, or under a heading that announces them. */
function visibleJobs(page: Page): Job[] {
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
    else if (announced !== undefined && isTitleLine(line, announced) && isTitle(line.text, announced))
      add(line, bareTitle(line.text))
    else if (line.heading === 0 && wantedTitle(line.text) !== undefined)
      add(line, wantedTitle(line.text) ?? '')
    else if (careers && isTitleLine(line) && isJobTitle(line.text)) add(line, bareTitle(line.text))
  }
  return jobs
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
  const holder = element?.closestNamed(...tags) ?? null
  // In an item with a heading of its own the heading is the title.
  return holder !== null && !holder.holdsNamed('h2', 'h3', 'h4', 'h5', 'p')
}

function deniesHiring(page: Page): boolean {
  return linesOf(page).some((line) => line.text.length < 300 && hasPhrase(wordsOf(line), deniedPhrases))
}

const boardHosts =
  /(?:^|\.)(?:greenhouse\.io|lever\.co|workable\.com|ashbyhq\.com|personio\.(?:de|com)|teamtailor\.com|recruitee\.com|smartrecruiters\.com|bamboohr\.com|join\.com|breezy\.hr|softgarden\.io|welcometothejungle\.com|homerun\.co|jobvite\.com|myworkdayjobs\.com|icims\.com|pinpointhq\.com|rippling-ats\.com)$/

function openMentions(page: Page): Said[] {
  const said: Said[] = []
  const sections = sectionsOf(page)
  const careers = pageKind(page) === 'careers'
  for (const line of linesOf(page)) {
    if (said.length >= 5) break
    if (line.text.length > 200 || sections.get(line)?.foreign === true) continue
    const words = wordsOf(line)
    if (hasPhrase(words, openStatements))
      said.push({ strength: 'explicit', evidence: lineEvidence(page, line) })
    else if (careers && line.heading > 0 && hasPhrase(words, openPhrases))
      said.push({ strength: 'explicit', evidence: lineEvidence(page, line) })
  }
  const foreign = foreignElements(page)
  for (const link of page.links) {
    if (said.length >= 8) break
    if (!link.visible || foreign(link.element) || !leadsToBoard(link)) continue
    const evidence =
      spanEvidence(page, 'link', link.hrefSpan) ?? attributeEvidence(page, 'link', link.element, 'href')
    said.push({ strength: 'explicit', evidence })
  }
  return said
}

/** A link to a company's own list at a provider of job boards, not to the provider's start page. */
function leadsToBoard(link: PageLink): boolean {
  const { hostname, pathname } = new URL(link.url)
  if (!boardHosts.test(hostname)) return false
  const own = hostname.split('.').length > 2 && !/^(?:www|support|help|docs|developers?)\./.test(hostname)
  const onShared = pathname.split('/').filter(Boolean).length > 0
  return own && (onShared || !/^(?:boards|jobs|apply|job-boards|careers)\./.test(hostname))
}

export const patterns = [
  /\((?:[mwfdxhin](?:[/|*., ]{1,2}[mwfdxhin*]){1,3}|all genders|gn|h\/f|f\/h)\)/gi,
  careersFolder,
  boardHosts,
  /^(?:www|support|help|docs|developers?)\./,
  /^(?:boards|jobs|apply|job-boards|careers)\./,
]
