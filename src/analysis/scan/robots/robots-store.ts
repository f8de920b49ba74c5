import { and, desc, eq, gt, inArray, lte } from 'drizzle-orm'
import type { Db } from '../../../kernel/database/database.ts'
import { robotsFiles } from '../../tables.ts'

/** What is kept of a robots.txt: whether there is one, and the part that concerns us. */
export interface KeptRobots {
  state: 'rules' | 'unavailable'
  /** As `selectGroup` answers it. */
  group: string
  sitemaps: readonly string[]
}

export interface RobotsStore {
  /** Undefined when nothing is kept or it is 24 hours old. */
  read(origin: string): Promise<KeptRobots | undefined>
  /** Keeps the newest 2,000 origins. What is larger than `keptBytesMax` is not kept. */
  save(origin: string, robots: KeptRobots): Promise<void>
  /** Removes what is 24 hours old. Saving does it too, at most once a minute. */
  sweep(): Promise<void>
}

/** Of one origin: all origins together have 32 MiB. Files up to this size are compiled on the event loop. */
export const keptBytesMax = 16 * 1024
const keptOriginsMax = 2_000
const keptMsMax = 24 * 3_600_000
const sweepEveryMs = 60_000

export function createRobotsStore({
  db,
  now,
  originsMax = keptOriginsMax,
}: {
  db: Db
  now: () => number
  originsMax?: number
}): RobotsStore {
  let sweptAt = Number.NEGATIVE_INFINITY
  const sweep = async () => {
    sweptAt = now()
    await db.delete(robotsFiles).where(lte(robotsFiles.fetchedAt, now() - keptMsMax))
  }
  return {
    sweep,
    read: async (origin) => {
      const [row] = await db
        .select()
        .from(robotsFiles)
        .where(and(eq(robotsFiles.origin, origin), gt(robotsFiles.fetchedAt, now() - keptMsMax)))
      return row === undefined
        ? undefined
        : { state: row.state, group: row.groupText, sitemaps: row.sitemaps }
    },
    save: async (origin, { state, group, sitemaps }) => {
      if (Buffer.byteLength(group) > keptBytesMax) return
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
