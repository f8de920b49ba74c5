import { sql } from 'drizzle-orm'

/**
 * In the `returning` of a write: its commit does not wait for the disk, so a loss of power, or a kill of the process that
 * has PGlite open, may undo it. The next commit that waits makes it durable too.
 */
export const withoutSync = sql<string>`set_config('synchronous_commit', 'off', true)`
