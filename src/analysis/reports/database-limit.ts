import { databaseUnavailable, isDatabaseUnavailable } from '../../kernel/database/database-unavailable.ts'
import { within } from '../../kernel/runtime/async.ts'

/** How long the queries of one request may take together. */
const databaseMsMax = 2_000

/**
 * Waits for what the database answers, for two seconds.
 * @throws RequestRefused 503 when it does not answer, cannot be reached or is full; what else is thrown goes on
 */
export async function withinDatabaseLimit<Result>(
  work: () => Promise<Result>,
  msMax = databaseMsMax,
): Promise<Result> {
  try {
    return await within(work(), msMax, databaseUnavailable)
  } catch (error) {
    throw isDatabaseUnavailable(error) ? databaseUnavailable() : error
  }
}
