import { within } from '../runtime/async.ts'
import type { Database, QueryParameter } from './database.ts'

/** Time limit of one query: a slow database must not delay requests. */
export const usualDatabaseMsMax = 500

/** The table of every limiter of rate-limiter-flexible. */
export const countersTable = {
  storeType: 'client',
  tableName: 'kernel_rate_limits',
  tableCreated: true,
} as const

// No request waits for the disk to be counted, so a loss of power may lose the newest counts.
const returned = /RETURNING points, expire/
const withoutSync = "set_config('synchronous_commit', 'off', true)"

/**
 * The client that the limiters expect, over either database; a query fails after `databaseMsMax`, half a second by
 * default. The library's own adapter for drizzle loads a package by a computed name, which fails in an executable.
 */
export function queryClient(
  database: Pick<Database, 'query'>,
  onFailure: (error: unknown) => void,
  { databaseMsMax = usualDatabaseMsMax }: { databaseMsMax?: number | undefined } = {},
) {
  return {
    async query({ text, values }: { text: string; values: readonly QueryParameter[] }) {
      try {
        const answer = database.query(text.replace(returned, `$&, ${withoutSync}`), values)
        const rows = await within(answer, databaseMsMax)
        return {
          rowCount: rows.length,
          rows: rows.map(({ points, expire }) => ({ points: Number(points), expire: Number(expire) })),
        }
      } catch (error) {
        onFailure(error)
        throw error
      }
    },
  }
}
