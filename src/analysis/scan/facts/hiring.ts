import { normalWords } from '../../text/normal-words.ts'
import { hasPhrase, phraseLine } from '../../text/phrases.ts'
import { cleanText } from '../document/clean-text.ts'
import { attributeEvidence, jsonEvidence, lineEvidence, spanEvidence } from '../document/evidence.ts'
import { foreignElements } from '../document/foreign-elements.ts'
import { looksLikeInstruction } from '../document/instruction.ts'
import { linesOf, wordsOf } from '../document/lines.ts'
import { metaOf } from '../document/metas.ts'
import { isObject, stringOf } from '../document/organisation.ts'
import type { Page, PageLink } from '../document/page.ts'
import { pageKind } from '../document/page-kind.ts'
import { sectionsOf } from '../document/sections.ts'
import { resembles, siteOf } from '../site/site-name.ts'
import type { PageFact } from './fact.ts'
import { factsByPlace, type Said } from './shared/facts-by-place.ts'
import {
  agencyPhrases,
  deniedPhrases,
  listPhrases,
  openPhrases,
  openStatements,
} from './shared/job-phrases.ts'
import { type Job, visibleJobs } from './shared/visible-jobs.ts'

const jobsMax = 30
const openPositions = 'open-positions'

/**
 * The positions that the company offers: their titles where they are told, else that there are some. The titles
 * that an agency lists are its clients' positions.
 */
export function findHiring(page: Page): readonly PageFact[] {
  const jobs = isAgency(page) ? [] : [...structuredJobs(page), ...visibleJobs(page)]
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

function isAgency(page: Page): boolean {
  if (page.jsonLd.some(({ types }) => types.includes('EmploymentAgency'))) return true
  const named = `${page.title} ${metaOf(page, 'og:site_name')?.content ?? ''} ${page.description}`
  return hasPhrase(phraseLine(named.slice(0, 600)), agencyPhrases)
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
    else if (line.heading > 1 && listPhrases.includes(words.trim()))
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
  boardHosts,
  /^(?:www|support|help|docs|developers?)\./,
  /^(?:boards|jobs|apply|job-boards|careers)\./,
]
