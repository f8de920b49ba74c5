import PQueue from 'p-queue'
import { ParseFailed, type Parser } from '../parser/parser.ts'
import { type Robots, type RobotsFile, RobotsUnreachable, type RulesForOptions } from '../robots.ts'
import type { RobotsHead, RobotsVerdict } from './rules.ts'

/** The rules of one origin for one scan. */
export interface RobotsRules extends RobotsHead {
  /** @throws RobotsUnreachable for a file that cannot be read, ParseFailed `busy`, the reason of the scan's signal */
  verdict(url: URL): Promise<RobotsVerdict>
}

export type RulesFor = (origin: URL) => Promise<RobotsRules>

export interface RulesOfScanOptions extends Omit<RulesForOptions, 'keep'> {
  /** The requested URL. Rules of its origin are stored; those of redirect targets are not. */
  start: URL
  parser: Pick<Parser, 'robots'>
  /** The product token of our User-Agent header. */
  token: string
  signal: AbortSignal
  limits?: Partial<typeof defaults>
}

/**
 * Steps of verdicts, as counted by `workFor`. A step takes up to 6 ns: about a second in the child, 24 ms on the event
 * loop.
 */
const defaults = {
  /** For one scan; beyond it every URL is forbidden. */
  workMax: 200_000_000,
  /** Verdicts with a smaller total are cheaper on the event loop than as messages to a parse child. */
  workHereMax: 4_000_000,
}

/**
 * Loads each origin once per scan, also with `fresh`, so that all pages of a scan use the same rules. Ordinary files
 * are evaluated here, all others in a parse child, one at a time.
 */
export function rulesOfScan(
  robots: Robots,
  { start, parser, token, signal, limits, ...options }: RulesOfScanOptions,
): RulesFor {
  const { workMax, workHereMax } = { ...defaults, ...limits }
  const known = new Map<string, Promise<RobotsRules>>()
  const oneByOne = new PQueue({ concurrency: 1 })
  let spent = 0
  let spentHere = 0

  const askChild = async (origin: string, body: Uint8Array, url?: string) => {
    try {
      const question = { token, workMax: workMax - spent, ...(url !== undefined && { url }) }
      const answer = await parser.robots({ ...question, body }, signal)
      spent += answer.work
      return answer
    } catch (error) {
      if (!(error instanceof ParseFailed) || error.reason === 'busy') throw error
      throw new RobotsUnreachable(origin, error.reason === 'timeout' ? 'timeout' : 'too_large')
    }
  }
  const rulesOf = async (origin: string, { body, compiled }: RobotsFile): Promise<RobotsRules> => {
    const { crawlDelayMs, sitemaps } = compiled ?? (await askChild(origin, body))
    const verdicts = new Map<string, Promise<RobotsVerdict>>()
    const decide = async (url: URL): Promise<RobotsVerdict> => {
      const work = compiled?.workFor(url) ?? Number.POSITIVE_INFINITY
      if (compiled === undefined || spentHere + work > workHereMax) {
        return await oneByOne.add(async () => (await askChild(origin, body, url.href)).verdict, { signal })
      }
      spentHere += work
      return compiled.verdict(url)
    }
    return {
      crawlDelayMs,
      sitemaps,
      verdict: (url) => {
        const path = url.pathname + url.search
        const verdict = verdicts.get(path) ?? decide(url)
        verdicts.set(path, verdict)
        return verdict
      },
    }
  }
  return (url) => {
    const { origin } = url
    const rules =
      known.get(origin) ??
      robots
        .rulesFor(url, { ...options, keep: origin === start.origin })
        .then((file) => rulesOf(origin, file))
    known.set(origin, rules)
    return rules
  }
}
