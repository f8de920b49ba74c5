import { LRUCache } from 'lru-cache'
import { type EgressReason, EgressRefused } from '../../kernel/egress/egress.ts'
import { decodeRobots, robotsBytesMax } from './robots/decode-robots.ts'
import type { RobotsFetcher } from './robots/fetch-robots.ts'
import { selectGroup } from './robots/own-group.ts'
import { type RobotsStore, type StoredRobots, storedBytesMax } from './robots/robots-store.ts'
import { type CompiledRules, compileRules, unavailableRobots } from './robots/rules.ts'

/**
 * robots.txt could not be fetched: server error, network error or timeout. Until it can, the whole site is forbidden.
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
  /** Fetches within the scan's session; concurrent scans of one origin share the fetch of the first. */
  fetch: RobotsFetcher
  /** Ignores the cached copies in memory and in the database. */
  fresh?: boolean
  /** Whether the fetched file is stored in the database. */
  keep?: boolean
}

/** A robots.txt, fetched or from the cache. */
export interface RobotsFile {
  /** Cut to `robotsBytesMax`. */
  body: Uint8Array
  /** Undefined for a file too large to compile on the event loop. */
  compiled: CompiledRules | undefined
}

export interface Robots {
  /**
   * The rules of an origin, from the database when they are younger than 24 hours.
   * @throws RobotsUnreachable, and any error of `fetch` (refusals by the egress policy, the caller's abort)
   */
  rulesFor(origin: URL, options: RulesForOptions): Promise<RobotsFile>
}

const unreachableMsMax = 60_000
const unreachableCachedMax = 1_000

/** One per process, so that concurrent scans share files. */
export function createRobots({
  store,
  token,
  now,
}: {
  store: RobotsStore
  /** The product token of our User-Agent header. */
  token: string
  /** Milliseconds since the epoch. */
  now: () => number
}): Robots {
  const underWay = new Map<string, Promise<RobotsFile>>()
  const unreachable = new LRUCache<string, RobotsUnreachable['reason']>({
    max: unreachableCachedMax,
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
    // One extra byte shows that the file was longer.
    const body = answer.state === 'found' ? answer.body.subarray(0, robotsBytesMax + 1) : emptyBody
    if (body.length > storedBytesMax) return { body, compiled: undefined }
    const { text: group, sitemaps } = selectGroup(decodeRobots(body), token)
    const stored: StoredRobots = {
      state: answer.state === 'found' ? 'rules' : 'unavailable',
      group,
      sitemaps,
    }
    if (keep) await store.save(origin, stored)
    return fileOf(stored)
  }

  const readRules = async (origin: string, options: RulesForOptions) => {
    if (!options.fresh) {
      const stored = await store.read(origin)
      if (stored !== undefined) return fileOf(stored)
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
        // An abort or exhausted budget of the first caller must not fail the callers that joined its fetch.
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

function fileOf({ state, group, sitemaps }: StoredRobots): RobotsFile {
  return {
    body: new TextEncoder().encode(group),
    compiled: state === 'unavailable' ? unavailableRobots : compileRules(group, sitemaps),
  }
}
