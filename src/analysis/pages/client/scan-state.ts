import type { PublishedCatalog } from '../../catalog/catalog.ts'
import type { ChatAnswer } from '../../chat/schema.ts'
import type { DiagnoseResult, DiagnosticAnswers } from '../../diagnose/schema.ts'
import type { SavedReport } from '../../reports/schema.ts'
import type { FollowUpQuestion, ScannedPage, ScanResult, ScanStage } from '../../scan/schema.ts'

export type Mark = 'confirmed' | 'incorrect'
export type Filter = 'all' | 'unmarked' | Mark
export type Question = Pick<typeof FollowUpQuestion.static, 'field' | 'label' | 'options'> & {
  because: readonly string[]
}

/** What the page shows. */
export interface ScanView {
  phase: 'idle' | 'running' | 'done' | 'failed'
  url: string
  stage: ScanStage | undefined
  pages: readonly ScannedPage[]
  result: ScanResult | undefined
  problem: string | undefined
  marks: ReadonlyMap<string, Mark>
  /** Fact whose sources are open. */
  open: string | undefined
  selected: string | undefined
  filter: Filter
  catalog: typeof PublishedCatalog.static | undefined
  answers: DiagnosticAnswers
  recommendation: DiagnoseResult | undefined
  moreOptions: boolean
  consent: boolean
  saved: SavedReport | undefined
  kit: { id: string; version: number } | undefined
  chat: readonly { question: string; answer: ChatAnswer | undefined }[]
  /** Refusals of actions, by the action. */
  failures: Readonly<Record<string, string>>
  busy: string | undefined
}

export function idleView(url: string): ScanView {
  return {
    phase: 'idle',
    url,
    stage: undefined,
    pages: [],
    result: undefined,
    problem: undefined,
    marks: new Map(),
    open: undefined,
    selected: undefined,
    filter: 'all',
    catalog: undefined,
    answers: {},
    recommendation: undefined,
    moreOptions: false,
    consent: false,
    saved: undefined,
    kit: undefined,
    chat: [],
    failures: {},
    busy: undefined,
  }
}

/** The address that a person means: that of a bare domain is HTTPS, except on this machine. */
export function fullAddress(text: string): string {
  const typed = text.trim()
  if (/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(typed) || !/^[^\s/?#]+/.test(typed)) return typed
  const isHere = /^([^\s/?#]+\.)?localhost(?=[:/?#]|$)/i.test(typed)
  return `${isHere ? 'http' : 'https'}://${typed}`
}

const fields = ['role', 'painPoints', 'tools', 'timeline'] as const
const optionsShown = 6

/** The question of the scan while it is open, then the catalog's others; undefined when all are answered. */
export function nextQuestion({ result, catalog, answers }: ScanView): Question | undefined {
  const isOpen = (field: (typeof fields)[number]) => {
    const given = answers[field]
    return given === undefined || given.length === 0
  }
  const asked = result?.followUpQuestion
  // Suggestions of a scan do not close the question that the scan asks.
  if (asked !== undefined && (isOpen(asked.field) || answers.source === 'scan')) return asked
  const field = fields.find(isOpen)
  const question = field && catalog?.questions[field]
  return field && question && { field, label: question.label, options: question.options, because: [] }
}

/** Options to show, and whether there are more. */
export function shownOptions(
  { options }: Question,
  all: boolean,
): { shown: readonly string[]; more: number } {
  const shown = all ? options : options.slice(0, optionsShown)
  return { shown, more: options.length - shown.length }
}

/** The answers with one more; a person has confirmed them then. */
export function withAnswer(
  { source: _, ...answers }: DiagnosticAnswers,
  field: Question['field'],
  option: string,
): DiagnosticAnswers {
  if (field === 'role' || field === 'timeline') return { ...answers, [field]: option }
  return { ...answers, [field]: [...new Set([...(answers[field] ?? []), option])] }
}

const regionNames = new Intl.DisplayNames('en', { type: 'region' })

/** The name of a country's code; other regions are named as they are. */
export function regionName(region: string): string {
  return /^[A-Z]{2}$/.test(region) ? (regionNames.of(region) ?? region) : region
}

const savedFactsMax = 60

/** Body of a request that saves what the page shows. */
export function reportOf({ result, answers, recommendation, marks }: ScanView): object {
  const { source: _, ...given } = answers
  return {
    consent: true,
    path: 'url',
    answers: given,
    recommendation: recommendation ?? { product: null },
    scan: result && {
      url: result.finalUrl,
      domain: result.domain,
      facts: result.facts.slice(0, savedFactsMax).map(({ signals: _signals, ...fact }) => ({
        ...fact,
        sources: fact.sources.map(({ context: _context, ...source }) => source),
      })),
      factStatuses: Object.fromEntries(
        [...marks].filter(([id]) => result.facts.slice(0, savedFactsMax).some((fact) => fact.id === id)),
      ),
    },
  }
}
