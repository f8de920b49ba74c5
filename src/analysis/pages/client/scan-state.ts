import type { PublishedCatalog } from '../../catalog/catalog.ts'
import type { ChatAnswer } from '../../chat/schema.ts'
import type { DiagnoseResult, DiagnosticAnswers, GivenAnswers } from '../../diagnose/schema.ts'
import type { SavedReport } from '../../reports/schema.ts'
import type {
  Fact,
  FollowUpQuestion,
  KnownValue,
  Profile,
  ScannedPage,
  ScanResult,
  ScanStage,
} from '../../scan/schema.ts'
import type { Kit } from './scan-api.ts'

export type Mark = 'confirmed' | 'incorrect'
export type Filter = 'all' | 'unmarked' | Mark
export type Question = Pick<typeof FollowUpQuestion.static, 'field' | 'label' | 'options'> & {
  because: readonly string[]
}

/** What the page shows. */
export interface ScanView {
  phase: 'idle' | 'running' | 'done' | 'failed'
  url: string
  stage?: ScanStage | undefined
  pages: readonly ScannedPage[]
  result?: ScanResult | undefined
  problem?: string | undefined
  marks: ReadonlyMap<string, Mark>
  /** Fact whose sources are open. */
  open?: string | undefined
  selected?: string | undefined
  filter: Filter
  catalog?: typeof PublishedCatalog.static | undefined
  /** Given or confirmed by the reader. */
  answers: DiagnosticAnswers
  /** Suggestions that the reader has removed, by `keyOf`. */
  removed: ReadonlySet<string>
  recommendation?: DiagnoseResult | undefined
  moreOptions: boolean
  consent: boolean
  saved?: SavedReport | undefined
  kit?: Kit | undefined
  chat: readonly { question: string; answer: ChatAnswer | undefined }[]
  /** Refusals of actions, by the action. */
  failures: Readonly<Record<string, string>>
  busy?: string | undefined
}

export function idleView(url: string): ScanView {
  return {
    phase: 'idle',
    url,
    pages: [],
    marks: new Map(),
    filter: 'all',
    answers: {},
    removed: new Set(),
    moreOptions: false,
    consent: false,
    chat: [],
    failures: {},
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

/** One answer of the reader, or one that the scan suggests. */
export interface Answer {
  field: Question['field']
  option: string
}

export interface Suggestion extends Answer {
  /** The facts that it rests on. */
  facts: readonly Fact[]
}

export const keyOf = ({ field, option }: Answer) => `${field} ${option}`

export function answersIn(answers: DiagnosticAnswers): Answer[] {
  return fields.flatMap((field) => [answers[field] ?? []].flat().map((option) => ({ field, option })))
}

/** What the scan suggests and the reader has neither answered nor removed, where a fact not marked wrong says so. */
export function suggestionsOf({ result, marks, answers, removed }: ScanView): Suggestion[] {
  const given = new Set(answersIn(answers).map(keyOf))
  const isOpen = (answer: Answer) =>
    !removed.has(keyOf(answer)) &&
    !given.has(keyOf(answer)) &&
    !(isSingle(answer.field) && answers[answer.field])
  return answersIn(result?.suggestedAnswers ?? {})
    .filter(isOpen)
    .map((answer) => {
      const says = ({ id, signals }: Fact) =>
        marks.get(id) !== 'incorrect' &&
        answersIn(signals ?? {}).some((each) => keyOf(each) === keyOf(answer))
      return { ...answer, facts: result?.facts.filter(says) ?? [] }
    })
    .filter(({ facts }) => facts.length > 0)
}

/** What a diagnosis and a report get: the reader's answers, and apart from them what is only suggested. */
export function answersOf(view: ScanView): GivenAnswers {
  const suggested = suggestionsOf(view).reduce<DiagnosticAnswers>(withAnswer, {})
  return { ...view.answers, ...(Object.keys(suggested).length > 0 && { suggested }) }
}

/** The profile without the values whose facts are all marked wrong. */
export function profileOf({ result, marks }: ScanView): Profile {
  const isRight = ({ facts }: KnownValue) => facts.some((id) => marks.get(id) !== 'incorrect')
  return Object.fromEntries(
    Object.entries(result?.profile ?? {}).flatMap(([name, known]) => {
      const right = [known].flat().filter(isRight)
      return right.length === 0 ? [] : [[name, Array.isArray(known) ? right : right[0]]]
    }),
  )
}

/** The questions that are open: that of the scan, then the catalog's others, those without a suggestion first. */
export function openQuestions(view: ScanView): Question[] {
  const { result, catalog, answers } = view
  const asked = result?.followUpQuestion
  const suggested = new Set(suggestionsOf(view).map(({ field }) => field))
  const rank = (field: Question['field']) => (field === asked?.field ? 0 : suggested.has(field) ? 2 : 1)
  return fields
    .filter((field) => (answers[field] ?? []).length === 0)
    .sort((a, b) => rank(a) - rank(b))
    .flatMap((field): Question[] => {
      const question = field === asked?.field ? asked : catalog?.questions[field]
      return question === undefined ? [] : [{ because: [], ...question, field }]
    })
}

const isSingle = (field: Question['field']) => field === 'role' || field === 'timeline'

export function withAnswer(answers: DiagnosticAnswers, { field, option }: Answer): DiagnosticAnswers {
  if (isSingle(field)) return { ...answers, [field]: option }
  return { ...answers, [field]: [...new Set([answers[field] ?? [], option].flat())] }
}

export function withoutAnswer(answers: DiagnosticAnswers, removed: Answer): DiagnosticAnswers {
  return answersIn(answers)
    .filter((answer) => keyOf(answer) !== keyOf(removed))
    .reduce<DiagnosticAnswers>(withAnswer, {})
}

const regionNames = new Intl.DisplayNames('en', { type: 'region' })

/** The name of a country's code; other regions are named as they are. */
export function regionName(region: string): string {
  return /^[A-Z]{2}$/.test(region) ? (regionNames.of(region) ?? region) : region
}

const savedFactsMax = 60

/** Body of a request that saves what the page shows. */
export function reportOf(view: ScanView): object {
  const { result, recommendation, marks } = view
  return {
    consent: true,
    path: 'url',
    answers: answersOf(view),
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
