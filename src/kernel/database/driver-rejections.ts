import type { Log } from '../runtime/log.ts'
import { isDatabaseUnavailable } from './database-unavailable.ts'

/**
 * Keeps the process alive when a connection ends during the driver's own query for array types, whose promise nothing
 * awaits (`fetchArrayTypes` of postgres 3.4). Any other unhandled rejection still ends the process.
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
