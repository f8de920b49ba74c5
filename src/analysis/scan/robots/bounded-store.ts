import { within } from '../../../kernel/runtime/async.ts'
import { messageOf } from '../../../kernel/runtime/errors.ts'
import type { Log } from '../../../kernel/runtime/log.ts'
import type { RobotsStore } from './robots-store.ts'

/** After this long a scan fetches robots.txt again instead of waiting for the database. */
const databaseMsMax = 500

/**
 * The store for scans: while the database is slow or unreachable nothing is stored, and no scan waits or fails for it.
 */
export function boundedRobotsStore(store: RobotsStore, log: Log, msMax = databaseMsMax): RobotsStore {
  const attempt = <Result>(action: string, work: Promise<Result>): Promise<Result | undefined> =>
    within(work, msMax).catch((error) => {
      log.warn(`cannot ${action} a robots.txt in the database`, { error: messageOf(error) })
      return undefined
    })
  return {
    ...store,
    read: (origin) => attempt('find', store.read(origin)),
    save: async (origin, robots) => {
      await attempt('keep', store.save(origin, robots))
    },
  }
}
