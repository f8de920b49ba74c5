import { RequestRefused } from '../../kernel/problem.ts'

/** How long the queries of one request may take together. */
const databaseMsMax = 2_000
const retryAfterSeconds = 5

/** How PostgreSQL and its driver say that the server, rather than the statement, is at fault. */
const unavailableCode =
  /^(CONNECT|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08|53|57P0)/

/**
 * Waits for what the database answers, for two seconds.
 * @throws RequestRefused 503 when it does not answer, cannot be reached or is full; what else is thrown goes on
 */
export async function withinDatabaseLimit<Result>(
  work: () => Promise<Result>,
  msMax = databaseMsMax,
): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(databaseUnavailable()), msMax)
  try {
    return await Promise.race([work(), late.promise])
  } catch (error) {
    throw isUnavailable(error) ? databaseUnavailable() : error
  } finally {
    clearTimeout(timer)
  }
}

/** Without a cause: the driver's wrapper tells every value of the statement in its message. */
function databaseUnavailable(): RequestRefused {
  return new RequestRefused(
    503,
    'database_unavailable',
    'Cannot reach the reports as the database does not answer at the moment: try again in a few seconds',
    { retryAfterSeconds },
  )
}

/** The driver's wrapper holds the driver's error, which holds the code. */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code: unknown = Reflect.get(error, 'code')
  return (typeof code === 'string' && unavailableCode.test(code)) || isUnavailable(error.cause)
}
