import { kernelError } from '../runtime/errors.ts'

/** The driver's own codes and that of a cancelled statement, and those of PostgreSQL and the network by which the server, not the statement, is at fault. */
const driverCode = /^(CONNECT(ION_|_TIMEOUT)|57014)/
const serverCode = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08|53|57P0)/

/** Whether an error means that the database cannot be used; other connections fail with network codes as well. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (kernelError.is(error, 'database_unavailable')) return true
  const code: unknown = Reflect.get(error, 'code')
  const text = typeof code === 'string' ? code : ''
  // The driver adds the statement to the errors that it rejects a query with; drizzle's error has that one as its cause.
  if (driverCode.test(text) || ('query' in error && serverCode.test(text))) return true
  return isDatabaseUnavailable(error.cause)
}
