import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '../database/database.ts'
import { countersTable, queryClient } from '../database/rate-limit-store.ts'
import { widerCallerOf, widerQuotaFactor } from '../runtime/caller-networks.ts'
import { messageOf } from '../runtime/errors.ts'
import type { Log } from '../runtime/log.ts'
import { LlmFault } from './llm-fault.ts'

/** Tokens that may be spent in a day (UTC), shared by all processes on one database. */
export interface TokenBudget {
  /** Reserves tokens before they are spent. @throws LlmFault `budget`, or `uncounted` when nothing can be counted */
  reserve(caller: string, tokens: number): Promise<Reservation>
}

export interface Reservation {
  /** Corrects the count to what was spent. */
  settle(tokensSpent: number): Promise<void>
}

const dayMs = 86_400_000
/** Counts outlive their day, so that a late correction finds its row. */
const keptSeconds = (2 * dayMs) / 1000

/**
 * Counts the most that a call may cost before the call, so that concurrent calls cannot spend more than the limit.
 * When the database does not answer, nothing is spent: every text can be made without a language model.
 */
export function createTokenBudget(options: {
  perCallerDay: number
  perDay: number
  database: Pick<Database, 'query'>
  log: Log
  now: () => number
  /** Time limit of one query; half a second by default. */
  databaseMsMax?: number
}): TokenBudget {
  const { perCallerDay, perDay, database, log, now, databaseMsMax } = options
  const storeClient = queryClient(
    database,
    (error) => log.warn('llm call refused as its tokens cannot be counted', { error: messageOf(error) }),
    { databaseMsMax },
  )
  const counter = (keyPrefix: string, points: number) =>
    new RateLimiterPostgres({ ...countersTable, storeClient, keyPrefix, points, duration: keptSeconds })
  const ofCaller = counter('model_tokens_caller', perCallerDay)
  const ofNetwork = counter('model_tokens_caller-48', perCallerDay * widerQuotaFactor)
  const ofAll = counter('model_tokens', perDay)

  return {
    async reserve(caller, tokens) {
      const time = now()
      const day = new Date(time).toISOString().slice(0, 10)
      const untilTomorrow = Math.ceil((dayMs - (time % dayMs)) / 1000)
      const network = widerCallerOf(caller)
      const spenders = [
        { limiter: ofCaller, key: `${day}:${caller}` },
        ...(network === undefined ? [] : [{ limiter: ofNetwork, key: `${day}:${network}` }]),
        { limiter: ofAll, key: day },
      ]
      for (const [index, { limiter, key }] of spenders.entries()) {
        try {
          await limiter.consume(key, tokens)
        } catch (error) {
          const isSpent = error instanceof RateLimiterRes
          // A refused request was counted too. After an error it is unknown, so nothing is refunded.
          const counted = spenders.slice(0, isSpent ? index + 1 : index)
          await refund(counted, tokens)
          throw new LlmFault(isSpent ? 'budget' : 'uncounted', {
            retryAfterSeconds: isSpent ? untilTomorrow : 10,
          })
        }
      }
      return { settle: (tokensSpent) => refund(spenders, tokens - tokensSpent) }
    },
  }
}

type Spender = { limiter: RateLimiterPostgres; key: string }

/** A negative number charges more. When the write fails, the higher count stays. */
async function refund(spenders: readonly Spender[], tokens: number): Promise<void> {
  if (tokens === 0) return
  await Promise.allSettled(
    spenders.map(({ limiter, key }) =>
      tokens > 0 ? limiter.reward(key, tokens) : limiter.penalty(key, -tokens),
    ),
  )
}
