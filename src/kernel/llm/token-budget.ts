import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '../database/database.ts'
import { countersTable, queryClient } from '../database/rate-limit-store.ts'
import { messageOf } from '../runtime/errors.ts'
import type { Log } from '../runtime/log.ts'
import { ModelFault } from './llm-fault.ts'

/** Tokens that may be spent in a day (UTC), shared by all processes on one database. */
export interface TokenBudget {
  /** Sets tokens aside before they are spent. @throws ModelFault `budget`, or `uncounted` when nothing can be counted */
  reserve(caller: string, tokens: number): Promise<Reservation>
}

export interface Reservation {
  /** Corrects the count to what was spent. */
  settle(tokensSpent: number): Promise<void>
}

const dayMs = 86_400_000
/** Counts are kept past their day, so that late corrections meet the row that they correct. */
const keptSeconds = (2 * dayMs) / 1000

/**
 * Counts before the call what it may cost at most, so that no number of calls at the same time spends more than the
 * day has. A database that does not answer spends nothing: without a model everything still works.
 */
export function createTokenBudget(options: {
  perCallerDay: number
  perDay: number
  database: Pick<Database, 'rows'>
  log: Log
  now: () => number
  /** How long the database may take for an answer; half a second unless told. */
  databaseMsMax?: number
}): TokenBudget {
  const { perCallerDay, perDay, database, log, now, databaseMsMax } = options
  const storeClient = queryClient(
    database,
    (error) =>
      log.warn('the model is not asked as its tokens cannot be counted', { error: messageOf(error) }),
    { databaseMsMax },
  )
  const counter = (keyPrefix: string, points: number) =>
    new RateLimiterPostgres({ ...countersTable, storeClient, keyPrefix, points, duration: keptSeconds })
  const ofCaller = counter('model_tokens_caller', perCallerDay)
  const ofAll = counter('model_tokens', perDay)

  return {
    async reserve(caller, tokens) {
      const time = now()
      const day = new Date(time).toISOString().slice(0, 10)
      const untilTomorrow = Math.ceil((dayMs - (time % dayMs)) / 1000)
      const spenders = [
        { limiter: ofCaller, key: `${day}:${caller}` },
        { limiter: ofAll, key: day },
      ]
      for (const [index, { limiter, key }] of spenders.entries()) {
        try {
          await limiter.consume(key, tokens)
        } catch (error) {
          const isSpent = error instanceof RateLimiterRes
          // A refused request has been counted as well; what is not known to be counted is not given back.
          const counted = spenders.slice(0, isSpent ? index + 1 : index)
          await giveBack(counted, tokens)
          throw new ModelFault(isSpent ? 'budget' : 'uncounted', {
            retryAfterSeconds: isSpent ? untilTomorrow : 10,
          })
        }
      }
      return { settle: (tokensSpent) => giveBack(spenders, tokens - tokensSpent) }
    },
  }
}

type Spender = { limiter: RateLimiterPostgres; key: string }

/** A negative number of tokens is charged on top. What cannot be written stays counted as it was: never too little. */
async function giveBack(spenders: readonly Spender[], tokens: number): Promise<void> {
  if (tokens === 0) return
  await Promise.allSettled(
    spenders.map(({ limiter, key }) =>
      tokens > 0 ? limiter.reward(key, tokens) : limiter.penalty(key, -tokens),
    ),
  )
}
