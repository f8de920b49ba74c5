import { createHmac } from 'node:crypto'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '../../kernel/database/database.ts'
import { countersTable, queryClient } from '../../kernel/database/rate-limit-store.ts'
import { sharedSecret } from '../../kernel/database/shared-secret.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import type { Log } from '../../kernel/runtime/log.ts'

/** Limits the letters to one mailbox, as callers may enter addresses of other people. */
export interface RecipientLimit {
  /** Counts one letter to the address; returns whether it may be sent. */
  take(email: string): Promise<boolean>
}

const daySeconds = 24 * 60 * 60

/**
 * Counted in the database, for all processes on it, under a keyed hash: the address itself is not stored. In memory while
 * the database is slow or unavailable.
 */
export function createRecipientLimit({
  database,
  log,
  perDay = 3,
  databaseMsMax,
}: {
  database: Pick<Database, 'db' | 'query'>
  log: Log
  perDay?: number
  /** How long the database may take for an answer; half a second by default. */
  databaseMsMax?: number
}): RecipientLimit {
  const quota = { keyPrefix: 'letters', points: perDay, duration: daySeconds }
  const limiter = new RateLimiterPostgres({
    ...quota,
    storeClient: queryClient(
      database,
      (error) =>
        log.warn('letters are counted in memory as the database does not answer', {
          error: messageOf(error),
        }),
      { databaseMsMax },
    ),
    ...countersTable,
    insuranceLimiter: new RateLimiterMemory(quota),
  })
  let secret: Promise<string> | undefined
  const hashOf = async (email: string) => {
    secret ??= sharedSecret(database.db, 'recipients')
    const key = await secret.catch((error: unknown) => {
      secret = undefined
      throw error
    })
    return createHmac('sha256', key).update(mailboxOf(email)).digest('base64url')
  }
  return {
    take: async (email) => {
      try {
        await limiter.consume(await hashOf(email))
        return true
      } catch (error) {
        if (error instanceof RateLimiterRes) return false
        throw error
      }
    },
  }
}

/** Addresses that usually reach the same mailbox: ignores case and any plus suffix. */
function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at)
  const plus = local.indexOf('+', 1)
  return `${plus === -1 ? local : local.slice(0, plus)}${email.slice(at)}`.toLowerCase()
}
