import {
  type Budget,
  createBudget,
  type Dns,
  type Egress,
  type EgressSession,
} from '../../../kernel/egress/egress.ts'
import type { Llm } from '../../../kernel/llm/llm.ts'
import type { Work } from '../../../kernel/runtime/fair-turns.ts'
import type { Log } from '../../../kernel/runtime/log.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { Diagnose } from '../../diagnose/diagnose.ts'
import type { Browser } from '../browser.ts'
import type { ChosenPage } from '../crawl/choose-pages.ts'
import type { Pace } from '../crawl/pace.ts'
import type { DnsRecords } from '../dns.ts'
import type { Parser, ParserPool } from '../parser/parser.ts'
import { robotsFetcher } from '../robots/fetch-robots.ts'
import { type RulesFor, rulesOfScan } from '../robots/rules-of-scan.ts'
import type { Robots } from '../robots.ts'
import type { ScanOptions } from '../scanner.ts'
import { pagesMax, type ScannedPage, type ScanProgress } from '../schema.ts'
import type { ReadPage } from './read-page.ts'

export interface ScanDeps {
  egress: Egress
  dns: Dns
  robots: Robots
  /** The crawler's product token for robots.txt files. */
  robotsToken: string
  parsers: ParserPool
  /** Undefined where no browser is available: pages are read without scripts. */
  browser: Browser | undefined
  /** Proposes facts; undefined where none is configured. */
  llm?: Pick<Llm, 'write'> | undefined
  catalog: Catalog
  diagnose: Diagnose
  log: Log
  /** Monotonic milliseconds. */
  clock: () => number
  /** Milliseconds since the epoch. */
  now: () => number
  limits: ScanTime & Partial<ScanLimits>
}

/** In milliseconds. */
export interface ScanTime {
  /** For the whole scan. */
  scanMs: number
  /** From the start of the scan to the end of reading further pages. */
  pagesMs: number
  /** For one rendering. */
  renderMs: number
}

export type ScanLimits = ScanTime & typeof defaultLimits

const defaultLimits = {
  /** In addition to the requested page. */
  furtherPagesMax: pagesMax - 1,
  perHost: 2,
  requestsMax: 150,
  wireBytesMax: 16 * 1024 * 1024,
  inflatedBytesMax: 32 * 1024 * 1024,
}

/** Constant during one scan. */
export interface ScanRun extends Omit<ScanDeps, 'limits'> {
  limits: ScanLimits
  start: URL
  work: Work
  session: EgressSession
  budget: Budget
  parser: Parser
  rulesFor: RulesFor
  /** Aborted when the caller aborts or the deadline passes. */
  signal: AbortSignal
  timeLimit: AbortSignal
  /** Aborted at the end of `pagesMs`. */
  pagesSignal: AbortSignal
  elapsedMs: () => number
  /** Reports what happens to the callers who listen. */
  report: (progress: ScanProgress) => void
}

/** State of a scan; each step returns the next one. */
export interface ScanState {
  readonly run: ScanRun
  /** The start page first. */
  readonly pages: readonly [ReadPage, ...ReadPage[]]
  /** Pages that were chosen but not read, with the reason. */
  readonly leftOut: readonly ScannedPage[]
  /** URLs of further pages to read next. */
  readonly chosen: readonly URL[]
  /** Topics of the pages chosen so far. */
  readonly coveredTopics: ReadonlySet<ChosenPage['topic']>
  /** Observes the site's crawl delay. */
  readonly pace: Pace
  /**
   * URLs of the start page before and after redirects, and of chosen pages. Rendering may have changed a page's URL.
   */
  readonly visited: readonly URL[]
  /** Whether a redirect of the start page left the site. */
  readonly leftSite: boolean
  readonly dns: Promise<DnsRecords>
  readonly warnings: readonly string[]
}

export type Step = (state: ScanState) => Promise<ScanState>

export function openRun(deps: ScanDeps, start: URL, { signal: caller, ...options }: ScanOptions): ScanRun {
  const limits = { ...defaultLimits, ...deps.limits }
  const startedAt = deps.clock()
  const timeLimit = AbortSignal.timeout(limits.scanMs)
  const signal = AbortSignal.any([caller, timeLimit])
  const budget = createBudget(limits)
  const work = { caller: options.caller }
  const own = deps.parsers.forScan(work)
  const excerpt = deps.llm !== undefined
  const parser: Parser = { ...own, parse: (page, over) => own.parse({ ...page, excerpt }, over) }
  const session = deps.egress.open({ signal, budget, perHost: limits.perHost })
  const rulesFor = rulesOfScan(deps.robots, {
    start,
    fetch: robotsFetcher(session, signal),
    fresh: options.fresh,
    parser,
    token: deps.robotsToken,
    signal,
  })
  return {
    ...deps,
    limits,
    start,
    work,
    session,
    budget,
    parser,
    rulesFor,
    signal,
    timeLimit,
    pagesSignal: AbortSignal.any([signal, AbortSignal.timeout(limits.pagesMs)]),
    elapsedMs: () => deps.clock() - startedAt,
    report: (progress) => options.onProgress?.(progress),
  }
}
