import { sql } from 'drizzle-orm'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from './db.ts'
import { messageOf } from './errors.ts'
import type { Log } from './log.ts'
import { RequestRefused } from './problem.ts'

/** A quota of requests a minute for each caller. */
export interface RateLimit {
  /** Counts one request of `caller`. @throws RequestRefused 429 with the standard headers when the quota is used up */
  take(caller: string): Promise<void>
}

const windowSeconds = 60
/** A database that takes longer than this does not hold up requests: they are counted in memory meanwhile. */
const databaseMsMax = 500

/** Counted in the database, so that all processes on it share one quota; in memory while it is slow or gone. */
export function createRateLimit(options: {
  name: string
  perMinute: number
  database: Pick<Database, 'rows'>
  log: Log
}): RateLimit {
  const { name, perMinute, database, log } = options
  const quota = { keyPrefix: name, points: perMinute, duration: windowSeconds }
  const limiter = new RateLimiterPostgres({
    ...quota,
    storeClient: queryClient(database, (error) =>
      log.warn('requests are counted in memory as the database does not answer', {
        quota: name,
        error: messageOf(error),
      }),
    ),
    storeType: 'client',
    tableName: 'kernel_rate_limits',
    tableCreated: true,
    // Whoever has used up the quota costs no more queries until the window ends.
    inMemoryBlockOnConsumed: perMinute + 1,
    insuranceLimiter: new RateLimiterMemory(quota),
  })
  return {
    async take(caller) {
      try {
        await limiter.consume(caller)
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        throw quotaUsedUp(name, perMinute, refused.msBeforeNext)
      }
    },
  }
}

function quotaUsedUp(name: string, perMinute: number, msBeforeNext: number): RequestRefused {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
  return new RequestRefused(
    429,
    'rate_limited',
    `Cannot take more than ${perMinute} of these requests a minute: try again in ${seconds} s`,
    {
      retryAfterSeconds: seconds,
      headers: {
        'ratelimit-policy': `"${name}";q=${perMinute};w=${windowSeconds}`,
        ratelimit: `"${name}";r=0;t=${seconds}`,
      },
    },
  )
}

/**
 * The client that the limiter expects, over either database. The library's own adapter for drizzle loads a package by a
 * name made at run time, which an executable does not have.
 */
function queryClient(database: Pick<Database, 'rows'>, onFailure: (error: unknown) => void) {
  return {
    async query({ text, values }: { text: string; values: readonly unknown[] }) {
      const parts = text.split(/\$(\d+)/)
      const statement = sql.join(
        parts.map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql`${values[Number(part) - 1]}`)),
      )
      try {
        const rows = await withinTime(database.rows<{ points: number; expire: string | number }>(statement))
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

async function withinTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${databaseMsMax} ms`)), databaseMsMax)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
