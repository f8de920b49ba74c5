import { normalWords } from '../../normal-words.ts'
import { cleanText } from '../page/clean-text.ts'
import type { Page, PageLink } from '../page.ts'
import type { PageFact } from './fact.ts'
import { attributeEvidence, jsonEvidence, lineEvidence, spanEvidence } from './shared/evidence.ts'
import { factsByPlace, type Said } from './shared/facts-by-place.ts'
import { foreignElements } from './shared/foreign-elements.ts'
import { looksLikeInstruction } from './shared/instruction.ts'
import { isJobTitle, markedJobTitle } from './shared/job-titles.ts'
import { type Line, linesOf } from './shared/lines.ts'
import { isObject, stringOf } from './shared/organisation.ts'
import { pageKind } from './shared/page-kind.ts'
import { sectionsOf } from './shared/sections.ts'
import { resembles, siteOf } from './shared/site.ts'
import { hasPhrase, phraseLine } from './shared/words.ts'

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

/** Titles on a page about jobs: marked ones anywhere on it, others in headings and in links to a job's own page. */
function visibleJobs(page: Page): Job[] {
  const careers = pageKind(page) === 'careers' || isUnderCareers(page.url)
  const sections = sectionsOf(page)
  const jobs: Job[] = []
  for (const line of linesOf(page)) {
    if (line.area === 'nav' || line.area === 'footer' || sections.get(line)?.foreign === true) continue
    const inJobs = careers || hasPhrase(phraseLine(sections.get(line)?.heading ?? ''), openPhrases)
    const marked = markedJobTitle(line.text)
    if (marked !== undefined && (inJobs || line.heading > 0)) {
      const from = line.text.indexOf(marked)
      jobs.push({
        title: marked,
        strength: 'explicit',
        evidence: lineEvidence(page, line, from, from + marked.length),
      })
    } else if (inJobs && isTitleLine(line) && isJobTitle(line.text)) {
      jobs.push({ title: line.text, strength: 'explicit', evidence: lineEvidence(page, line) })
    }
  }
  return jobs
}

function isUnderCareers(url: string): boolean {
  return /\/(?:careers?|jobs?|karriere|stellen(?:angebote)?|vacatures|vacancies|emplois?|empleo|lavora-con-noi|recrutement|praca|kariera)\//i.test(
    new URL(url).pathname,
  )
}

/** A heading below the page's own, a list item, a link or bold text: what titles stand in. */
function isTitleLine(line: Line): boolean {
  if (line.heading > 1) return true
  if (line.text.length > 80 || line.heading === 1) return false
  const element = line.pieces[0]?.run.element
  return element !== undefined && element.closest('a, li, td, dt, summary, strong, b') !== null
}

const openPhrases = [
  ...[
    'open positions',
    'open position',
    'open roles',
    'current openings',
    'job openings',
    'we are hiring',
    'were hiring',
    'now hiring',
    'join our team',
  ],
  ...[
    'open vacancies',
    'current vacancies',
    'vacancies',
    'openings',
    'offene stellen',
    'offene positionen',
    'stellenangebote',
    'aktuelle stellen',
    'wir stellen ein',
  ],
  ...[
    'stellenausschreibung',
    'stellenausschreibungen',
    'freie stellen',
    'wir suchen',
    'verstarkung gesucht',
    'unsere stellen',
    'postes ouverts',
    'postes a pourvoir',
  ],
  ...[
    'nous recrutons',
    'on recrute',
    'offres d emploi',
    'offres demploi',
    'nos offres',
    'puestos vacantes',
    'vacantes',
    'ofertas de empleo',
    'estamos contratando',
    'posizioni aperte',
  ],
  ...[
    'stiamo assumendo',
    'cerchiamo',
    'vacatures',
    'openstaande vacatures',
    'wij zoeken',
    'lediga tjanster',
    'lediga jobb',
    'vi soker',
    'vi anstaller',
    'ledige stillinger',
  ],
  ...[
    'vi soger',
    'avoimet tyopaikat',
    'haemme',
    'oferty pracy',
    'szukamy',
    'zatrudniamy',
    'volna mista',
    'hledame',
    'vagas abertas',
    'estamos a contratar',
    'allasok',
  ],
  ...['come work with us', 'stelle frei', 'stellen frei', 'ausbildungsplatz', 'ausbildungsplatze'],
]
const statements = [
  ...[
    'we are hiring',
    'were hiring',
    'now hiring',
    'open positions',
    'open roles',
    'current openings',
    'job openings',
    'current vacancies',
  ],
  ...[
    'offene stellen',
    'wir stellen ein',
    'verstarkung gesucht',
    'nous recrutons',
    'on recrute',
    'postes ouverts',
    'postes a pourvoir',
  ],
  ...[
    'estamos contratando',
    'posizioni aperte',
    'stiamo assumendo',
    'openstaande vacatures',
    'lediga tjanster',
    'ledige stillinger',
    'vi anstaller',
    'zatrudniamy',
  ],
]
const denials = [
  ...[
    'no open positions',
    'no current openings',
    'no openings',
    'no vacancies',
    'not hiring',
    'no open roles',
    'no current vacancies',
    'no job openings',
  ],
  ...[
    'keine offenen stellen',
    'keine stellen frei',
    'keine freien stellen',
    'derzeit keine stellen',
    'aktuell keine stellen',
    'keine stellenangebote',
  ],
  ...[
    'pas de poste',
    'aucun poste',
    'aucune offre',
    'ne recrutons pas',
    'no hay vacantes',
    'sin vacantes',
    'nessuna posizione',
    'geen vacatures',
    'inga lediga',
    'ingen ledige',
    'dont have any open',
    'do not have any open',
    'currently no',
  ],
]

function deniesHiring(page: Page): boolean {
  return linesOf(page).some((line) => line.text.length < 300 && hasPhrase(phraseLine(line.text), denials))
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
    const words = phraseLine(line.text)
    if (hasPhrase(words, statements)) said.push({ strength: 'explicit', evidence: lineEvidence(page, line) })
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
  /\/(?:careers?|jobs?|karriere|stellen(?:angebote)?|vacatures|vacancies|emplois?|empleo|lavora-con-noi|recrutement|praca|kariera)\//i,
  boardHosts,
  /^(?:www|support|help|docs|developers?)\./,
  /^(?:boards|jobs|apply|job-boards|careers)\./,
]
