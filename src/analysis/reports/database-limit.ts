import { DatabaseUnavailable, isDatabaseUnavailable } from '../../kernel/database/database-unavailable.ts'
import { within } from '../../kernel/runtime/async.ts'

/** Time limit of all queries of one request together. */
const databaseMsMax = 2_000

/**
 * Runs database work with a limit of two seconds.
 * @throws DatabaseUnavailable on a timeout, or when the database is unreachable or full; other errors are passed on
 */
export async function withinDatabaseLimit<Result>(
  work: () => Promise<Result>,
  msMax = databaseMsMax,
): Promise<Result> {
  try {
    return await within(work(), msMax, () => new DatabaseUnavailable())
  } catch (error) {
    throw isDatabaseUnavailable(error) ? new DatabaseUnavailable() : error
  }
}
