import { LRUCache } from 'lru-cache'
import { type EgressReason, EgressRefused } from '../../kernel/egress/egress.ts'
import { decodeRobots, robotsBytesMax } from './robots/decode-robots.ts'
import type { RobotsFetcher } from './robots/fetch-robots.ts'
import { selectGroup } from './robots/own-group.ts'
import { type KeptRobots, keptBytesMax, type RobotsStore } from './robots/robots-store.ts'
import { type CompiledRules, compileRules, unavailableRobots } from './robots/rules.ts'

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
  /** The asking scan's own way out; with several scans at once, that of the first one is used for all. */
  fetch: RobotsFetcher
  /** Skips what is kept, in the database and in memory. */
  fresh?: boolean
  /** Whether what is fetched is kept in the database. */
  keep?: boolean
}

/** A robots.txt as it was fetched or kept. */
export interface RobotsFile {
  /** Cut to what is read of it. */
  body: Uint8Array
  /** Undefined for a file so large that compiling it would hold the event loop. */
  compiled: CompiledRules | undefined
}

export interface Robots {
  /**
   * The rules of an origin, from the database when they are younger than 24 hours.
   * @throws RobotsUnreachable, and whatever `fetch` throws (refusals by the egress policy, the caller's own abort)
   */
  rulesFor(origin: URL, options: RulesForOptions): Promise<RobotsFile>
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
  const underWay = new Map<string, Promise<RobotsFile>>()
  const unreachable = new LRUCache<string, RobotsUnreachable['reason']>({
    max: unreachableKeptMax,
    ttl: unreachableMsMax,
    ttlResolution: 0,
    perf: { now },
  })

  const fetchRules = async (origin: string, { fetch, keep = true }: RulesForOptions): Promise<RobotsFile> => {
    const answer = await fetch(new URL('/robots.txt', origin))
    if (answer.state === 'unreachable') {
      unreachable.set(origin, answer.reason)
      throw new RobotsUnreachable(origin, answer.reason)
    }
    unreachable.delete(origin)
    // One byte more shows that the file was longer.
    const body = answer.state === 'found' ? answer.body.subarray(0, robotsBytesMax + 1) : emptyBody
    if (body.length > keptBytesMax) return { body, compiled: undefined }
    const { text: group, sitemaps } = selectGroup(decodeRobots(body), token)
    const kept: KeptRobots = { state: answer.state === 'found' ? 'rules' : 'unavailable', group, sitemaps }
    if (keep) await store.save(origin, kept)
    return fileOf(kept)
  }

  const readRules = async (origin: string, options: RulesForOptions) => {
    if (!options.fresh) {
      const kept = await store.read(origin)
      if (kept !== undefined) return fileOf(kept)
      const reason = unreachable.get(origin)
      if (reason !== undefined) throw new RobotsUnreachable(origin, reason)
    }
    return await fetchRules(origin, options)
  }

  const rulesFor = async ({ origin }: URL, options: RulesForOptions): Promise<RobotsFile> => {
    const others = underWay.get(origin)
    if (others !== undefined) {
      try {
        return await others
      } catch (error) {
        // That the first caller went away, or had used up its budget, must not fail those who joined it.
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

const emptyBody = new Uint8Array(0)

function fileOf({ state, group, sitemaps }: KeptRobots): RobotsFile {
  return {
    body: new TextEncoder().encode(group),
    compiled: state === 'unavailable' ? unavailableRobots : compileRules(group, sitemaps),
  }
}
