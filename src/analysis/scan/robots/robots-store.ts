import { and, eq, gt, lte } from 'drizzle-orm'
import type { Db } from '../../../kernel/db.ts'
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
  save(origin: string, robots: KeptRobots): Promise<void>
  /** Removes what is 24 hours old. Saving does it too, at most once a minute. */
  sweep(): Promise<void>
}

const keptMsMax = 24 * 3_600_000
const sweepEveryMs = 60_000

export function createRobotsStore({ db, now }: { db: Db; now: () => number }): RobotsStore {
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
      const values = { state, groupText: group, sitemaps, fetchedAt: now() }
      await db
        .insert(robotsFiles)
        .values({ origin, ...values })
        .onConflictDoUpdate({ target: robotsFiles.origin, set: values })
      if (now() - sweptAt >= sweepEveryMs) await sweep()
    },
  }
}
