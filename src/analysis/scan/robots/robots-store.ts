import { and, desc, eq, gt, inArray, lte } from 'drizzle-orm'
import type { Db } from '../../../kernel/database/database.ts'
import { robotsFiles } from '../../tables.ts'

/** A stored robots.txt: whether it exists, and the group that applies to us. */
export interface StoredRobots {
  state: 'rules' | 'unavailable'
  /** As returned by `selectGroup`. */
  group: string
  sitemaps: readonly string[]
}

export interface RobotsStore {
  /** Undefined when nothing is stored or it is older than 24 hours. */
  read(origin: string): Promise<StoredRobots | undefined>
  /** Stores the newest 2,000 origins. Files larger than `storedBytesMax` are not stored. */
  save(origin: string, robots: StoredRobots): Promise<void>
  /** Removes rows older than 24 hours. `save` does the same, at most once a minute. */
  sweep(): Promise<void>
}

/** Per origin; all origins together have 32 MiB. Files up to this size are compiled on the event loop. */
export const storedBytesMax = 16 * 1024
const storedOriginsMax = 2_000
const storedMsMax = 24 * 3_600_000
const sweepEveryMs = 60_000

export function createRobotsStore({
  db,
  now,
  originsMax = storedOriginsMax,
}: {
  db: Db
  now: () => number
  originsMax?: number
}): RobotsStore {
  let sweptAt = Number.NEGATIVE_INFINITY
  const sweep = async () => {
    sweptAt = now()
    await db.delete(robotsFiles).where(lte(robotsFiles.fetchedAt, now() - storedMsMax))
  }
  return {
    sweep,
    read: async (origin) => {
      const [row] = await db
        .select()
        .from(robotsFiles)
        .where(and(eq(robotsFiles.origin, origin), gt(robotsFiles.fetchedAt, now() - storedMsMax)))
      return row === undefined
        ? undefined
        : { state: row.state, group: row.groupText, sitemaps: row.sitemaps }
    },
    save: async (origin, { state, group, sitemaps }) => {
      if (Buffer.byteLength(group) > storedBytesMax) return
      const values = { state, groupText: group, sitemaps, fetchedAt: now() }
      await db
        .insert(robotsFiles)
        .values({ origin, ...values })
        .onConflictDoUpdate({ target: robotsFiles.origin, set: values })
      const oldest = db
        .select({ origin: robotsFiles.origin })
        .from(robotsFiles)
        .orderBy(desc(robotsFiles.fetchedAt))
        .offset(originsMax)
      await db.delete(robotsFiles).where(inArray(robotsFiles.origin, oldest))
      if (now() - sweptAt >= sweepEveryMs) await sweep()
    },
  }
}
