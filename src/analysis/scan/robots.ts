import { LRUCache } from 'lru-cache'
import { type EgressReason, EgressRefused } from '../../kernel/egress.ts'
import type { RobotsFetcher } from './robots/fetch-robots.ts'
import { decodeRobots, selectGroup } from './robots/group.ts'
import type { KeptRobots, RobotsStore } from './robots/robots-store.ts'
import { compileRules, type RobotsRules, unavailableRobots } from './robots/rules.ts'

/**
 * The robots.txt of a site could not be had: a server error, a network error, no answer in time. Until it can be, the
 * whole site is forbidden.
 * @see RFC 9309, section 2.3.1.4
 */
export class RobotsUnreachable extends Error {
  override readonly name = 'RobotsUnreachable'
  readonly origin: string
  readonly reason: EgressReason | 'http_status'

  constructor(origin: string, reason: EgressReason | 'http_status') {
    super(`Cannot fetch from ${origin} as its robots.txt must be readable first: ${reason}`)
    this.origin = origin
    this.reason = reason
  }
}

export interface RulesForOptions {
  /** The asking scan's own way out; with several askers at once, that of the first one is used for all. */
  fetch: RobotsFetcher
  /** Skips what is kept, in the database and in memory. What is fetched is kept again. */
  fresh?: boolean
}

export interface Robots {
  /**
   * The rules of an origin, from the database when they are younger than 24 hours.
   * @throws RobotsUnreachable, and whatever `fetch` throws (refusals by the egress policy, the asker's own abort)
   */
  rulesFor(origin: URL, options: RulesForOptions): Promise<RobotsRules>
}

const unreachableMsMax = 60_000
const unreachableKeptMax = 1_000

/** One for the whole process, so that scans of one site share what they learn. */
export function createRobots({
  store,
  token,
  now,
}: {
  store: RobotsStore
  /** The product token that stands in our User-Agent header. */
  token: string
  /** Milliseconds since the epoch. */
  now: () => number
}): Robots {
  const underWay = new Map<string, Promise<RobotsRules>>()
  const unreachable = new LRUCache<string, RobotsUnreachable['reason']>({
    max: unreachableKeptMax,
    ttl: unreachableMsMax,
    ttlResolution: 0,
    perf: { now },
  })

  const fetchRules = async (origin: string, fetch: RobotsFetcher): Promise<RobotsRules> => {
    const answer = await fetch(new URL('/robots.txt', origin))
    if (answer.state === 'unreachable') {
      unreachable.set(origin, answer.reason)
      throw new RobotsUnreachable(origin, answer.reason)
    }
    unreachable.delete(origin)
    const kept: KeptRobots =
      answer.state === 'unavailable'
        ? { state: 'unavailable', group: '', sitemaps: [] }
        : readFile(answer.body, token)
    await store.save(origin, kept)
    return rulesOf(kept)
  }

  const readRules = async (origin: string, { fetch, fresh = false }: RulesForOptions) => {
    if (!fresh) {
      const kept = await store.read(origin)
      if (kept !== undefined) return rulesOf(kept)
      const reason = unreachable.get(origin)
      if (reason !== undefined) throw new RobotsUnreachable(origin, reason)
    }
    return await fetchRules(origin, fetch)
  }

  const rulesFor = async ({ origin }: URL, options: RulesForOptions): Promise<RobotsRules> => {
    const others = underWay.get(origin)
    if (others !== undefined) {
      try {
        return await others
      } catch (error) {
        // That the first asker went away, or had used up its budget, must not fail those who joined it.
        if (!(error instanceof EgressRefused) || error.reason === 'not_allowed') throw error
        return await rulesFor(new URL(origin), options)
      }
    }
    const own = readRules(origin, options).finally(() => underWay.delete(origin))
    underWay.set(origin, own)
    return await own
  }
  return { rulesFor }
}

/**
 * Asks once for each origin, also when it wants the rules fresh: one scan reads all its pages by the same rules, and a
 * kept file of 500 KiB is read from the database once.
 */
export function rulesOfScan(robots: Robots, options: RulesForOptions): (origin: URL) => Promise<RobotsRules> {
  const known = new Map<string, Promise<RobotsRules>>()
  return (url) => {
    const rules = known.get(url.origin) ?? robots.rulesFor(url, options)
    known.set(url.origin, rules)
    return rules
  }
}

function readFile(body: Uint8Array, token: string): KeptRobots {
  const { text, sitemaps } = selectGroup(decodeRobots(body), token)
  return { state: 'rules', group: text, sitemaps }
}

function rulesOf(kept: KeptRobots): RobotsRules {
  return kept.state === 'unavailable' ? unavailableRobots : compileRules(kept.group, kept.sitemaps)
}
