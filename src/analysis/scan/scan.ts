import { createBudget, type Dns, type Egress } from '../../kernel/egress/egress.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Diagnose } from '../diagnose/diagnose.ts'
import type { Browser } from './browser.ts'
import { firstAllowed, pageChooser } from './crawl/choose-pages.ts'
import { isSameSite, siteOf } from './crawl/same-site.ts'
import { readDns } from './dns.ts'
import { leftOutReason, PageDisallowed, scanError } from './failures.ts'
import { createPace, type Pace } from './pace.ts'
import type { ParserPool } from './parser/parser.ts'
import { type PageReader, type ReadPage, readPage } from './read-page.ts'
import { type FurtherPages, renderShell, renderShells } from './render-shell.ts'
import { composeResult } from './result.ts'
import { robotsFetcher } from './robots/fetch-robots.ts'
import { rulesOfScan } from './robots/rules-of-scan.ts'
import type { Robots } from './robots.ts'
import type { Reading } from './scanner.ts'
import type { ScannedPage } from './schema.ts'
import { readSitemaps } from './sitemaps.ts'

export interface ScanDeps {
  egress: Egress
  dns: Dns
  robots: Robots
  /** The name that robots.txt files know the crawler by. */
  robotsToken: string
  parsers: ParserPool
  /** Undefined where no browser can be run: pages are read as they come. */
  browser: Browser | undefined
  catalog: Catalog
  diagnose: Diagnose
  log: Log
  /** Milliseconds that only go forward. */
  clock: () => number
  /** Milliseconds since the epoch. */
  now: () => number
  limits?: Partial<ScanLimits>
}

export interface ScanLimits {
  /** For everything. */
  scanMs: number
  /** From the start until further pages are no longer waited for. */
  pagesMs: number
  /** For one rendering. */
  renderMs: number
  /** Beside the page that was asked for. */
  furtherPagesMax: number
  perHost: number
  requestsMax: number
  wireBytesMax: number
  inflatedBytesMax: number
}

export const scanLimits: ScanLimits = {
  scanMs: 20_000,
  pagesMs: 12_000,
  renderMs: 8_000,
  furtherPagesMax: 5,
  perHost: 2,
  requestsMax: 150,
  wireBytesMax: 16 * 1024 * 1024,
  inflatedBytesMax: 32 * 1024 * 1024,
}

/** Kept back of the scan's time for what follows the pages. */
const keptMs = 2_000

/**
 * Reads one website: robots rules, the page that was asked for, up to five more that promise something, what DNS says,
 * a browser only where a page is an empty shell; then merges the facts of all pages.
 * @throws UrlNotAllowed, ScanFailed; the reason of `signal` when the caller gives up
 */
export async function scan(
  deps: ScanDeps,
  start: URL,
  { signal, fresh, caller }: { signal: AbortSignal; fresh: boolean; caller: string },
): Promise<Reading> {
  const limits = { ...scanLimits, ...deps.limits }
  const startedAt = deps.clock()
  const late = AbortSignal.timeout(limits.scanMs)
  const over = AbortSignal.any([signal, late])
  const budget = createBudget(limits)
  const work = { caller }
  const parser = deps.parsers.forScan(work)
  const session = deps.egress.open({ signal: over, budget, perHost: limits.perHost })
  const fetch = robotsFetcher(session, over)
  const rulesFor = rulesOfScan(deps.robots, {
    start,
    fetch,
    fresh,
    parser,
    token: deps.robotsToken,
    signal: over,
  })
  const warnings: string[] = []
  try {
    let strayed = false
    const reader: PageReader = {
      session,
      parser,
      rulesFor,
      mayLeadTo: (url) => {
        strayed ||= !isSameSite(url, start)
        return true
      },
    }
    const first = await readPage(start, reader, over)
    const firstUrl = new URL(first.page.url)
    const dns = readDns(deps.dns, firstUrl, over, deps.now)
    const pagesOver = AbortSignal.any([over, timeLeft(limits.pagesMs - (deps.clock() - startedAt))])

    const escalation = {
      ...deps,
      work,
      parser,
      limits,
      session,
      budget,
      rulesFor,
      warnings,
      signal: over,
    }
    const shown = await renderShell(first, escalation)
    // Its scripts may have led to another page of the site.
    const home = new URL(shown.page.url)
    const rules = await rulesFor(home)
    const onSite: PageReader = { ...reader, mayLeadTo: (url) => isSameSite(url, home) }
    const pace = createPace(rules.crawlDelayMs, deps.clock)
    const sitemap = { session, parser, rules, home, pace, signal: pagesOver }
    const likely = pageChooser({
      start: home,
      exclude: [start, firstUrl],
      links: shown.page.links,
      lang: shown.page.lang,
    })
    const choose = (urls: readonly string[]) =>
      firstAllowed(likely(urls), {
        max: limits.furtherPagesMax,
        allowed: async (url) => url.origin !== home.origin || (await rules.verdict(url)).allowed,
      })
    const announced = await readSitemaps({ ...sitemap, files: rules.sitemaps })
    const linked = await choose(announced)
    const chosen =
      linked.length < limits.furtherPagesMax && rules.sitemaps.length === 0
        ? await choose(await readSitemaps({ ...sitemap, files: [new URL('/sitemap.xml', home).href] }))
        : linked
    const fetched = await readFurther(
      chosen.map(({ url }) => new URL(url)),
      {
        reader: onSite,
        pace,
        signal: pagesOver,
        giveUp: over,
      },
    )
    const further = await renderShells(fetched, {
      ...escalation,
      first: shown,
      pace,
      leftMs: () => limits.scanMs - keptMs - (deps.clock() - startedAt),
    })
    over.throwIfAborted()
    const read: readonly [ReadPage, ...ReadPage[]] = [shown, ...further.read]
    const result = composeResult({
      catalog: deps.catalog,
      diagnose: deps.diagnose,
      url: start.href,
      finalUrl: home.href,
      domain: siteOf(home),
      read,
      leftOut: further.leftOut,
      dns: await dns,
      escalatedToBrowser: read.some(({ listed }) => listed.viaBrowser),
      spent: budget.spent,
      elapsedMs: Math.round(deps.clock() - startedAt),
      warnings,
      scannedAt: new Date(deps.now()).toISOString(),
    })
    return { result, speaksForFinalUrl: !strayed }
  } catch (error) {
    signal.throwIfAborted()
    throw scanError(error, late.aborted)
  } finally {
    session.close()
  }
}

/** Reads further pages as far as they come in time. A page that fails is listed with its reason and fails nothing. */
async function readFurther(
  urls: readonly URL[],
  options: {
    reader: PageReader
    pace: Pace
    signal: AbortSignal
    /** The end of the whole scan: then nothing is worth listing. */
    giveUp: AbortSignal
  },
): Promise<FurtherPages> {
  const { reader, pace, signal } = options
  const outcomes = await Promise.all(
    urls.map((url) =>
      // The session itself asks two pages of a host at a time.
      pace(signal)
        .then(() => readPage(url, reader, signal))
        .then(
          (read) => ({ read }),
          (error: unknown) => ({ leftOut: listLeftOut(url, error, signal.aborted) }),
        ),
    ),
  )
  options.giveUp.throwIfAborted()
  const read = outcomes.flatMap((outcome) => ('read' in outcome ? [outcome.read] : []))
  return {
    // Two addresses may lead to one page by redirects.
    read: read.filter((each, index) => read.findIndex((other) => other.page.url === each.page.url) === index),
    leftOut: outcomes.flatMap((outcome) => ('leftOut' in outcome ? [outcome.leftOut] : [])),
  }
}

function listLeftOut(url: URL, error: unknown, late: boolean): ScannedPage {
  return {
    url: url.href,
    status: null,
    bytes: 0,
    robots: { allowed: !(error instanceof PageDisallowed) },
    viaBrowser: false,
    reason: late ? 'timeout' : leftOutReason(error),
  }
}

function timeLeft(ms: number): AbortSignal {
  return AbortSignal.timeout(Math.max(1, Math.round(ms)))
}
