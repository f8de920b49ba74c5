import { RequestRefused } from '../http/problem.ts'

const slug = 'database_unavailable'
const retryAfterSeconds = 5

/** The driver's own codes, and those of PostgreSQL and the network by which the server, not the statement, is at fault. */
const driverCode = /^CONNECT(ION_|_TIMEOUT)/
const serverCode = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08|53|57P0|57014)/

/** Without a cause: the driver's wrapper tells every value of the statement in its message. */
export function databaseUnavailable(): RequestRefused {
  return new RequestRefused(
    503,
    slug,
    'Cannot answer this as the database does not answer at the moment: try again in a few seconds',
    { retryAfterSeconds },
  )
}

/** Whether an error means that the database cannot be used; other connections fail with network codes as well. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof RequestRefused) return error.slug === slug
  const code: unknown = Reflect.get(error, 'code')
  const text = typeof code === 'string' ? code : ''
  // The driver adds the statement to each error that it rejects one with; its wrapper holds that error as its cause.
  if (driverCode.test(text) || ('query' in error && serverCode.test(text))) return true
  return isDatabaseUnavailable(error.cause)
}
