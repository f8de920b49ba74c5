import type { Log } from '../runtime/log.ts'
import { isDatabaseUnavailable } from './database-unavailable.ts'

/**
 * Keeps the process alive when a connection ends while the driver asks for the types of arrays: it does so by a query of
 * its own that nothing awaits (`fetchArrayTypes` of postgres 3.4), and a rejection that nothing awaits ends a process.
 * Every other one still does.
 */
export function ignoreDriverRejections(log: Log): void {
  process.on('unhandledRejection', (reason) => {
    if (isDatabaseUnavailable(reason)) {
      log.debug('a query of the database driver itself was rejected', { error: String(reason) })
      return
    }
    console.error(reason)
    process.exit(1)
  })
}
