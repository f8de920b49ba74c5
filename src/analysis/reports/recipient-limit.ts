import { createHmac } from 'node:crypto'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '../../kernel/database/database.ts'
import { countersTable, queryClient } from '../../kernel/database/rate-limit-store.ts'
import { sharedSecret } from '../../kernel/database/shared-secret.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import type { Log } from '../../kernel/runtime/log.ts'

/** How many letters one mailbox gets: anybody may give anybody's address. */
export interface RecipientLimit {
  /** Counts one letter to the address; answers whether it may be sent. */
  take(email: string): Promise<boolean>
}

const daySeconds = 24 * 60 * 60

/**
 * Counted in the database, for all processes on it, under a keyed hash: the address itself is kept nowhere. In memory
 * while the database is slow or gone.
 */
export function createRecipientLimit({
  database,
  log,
  perDay = 3,
}: {
  database: Pick<Database, 'db' | 'rows'>
  log: Log
  perDay?: number
}): RecipientLimit {
  const quota = { keyPrefix: 'letters', points: perDay, duration: daySeconds }
  const limiter = new RateLimiterPostgres({
    ...quota,
    storeClient: queryClient(database, (error) =>
      log.warn('letters are counted in memory as the database does not answer', { error: messageOf(error) }),
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

/** Addresses that reach one mailbox nearly everywhere: case does not matter, nor what stands behind a plus. */
function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at)
  const plus = local.indexOf('+', 1)
  return `${plus === -1 ? local : local.slice(0, plus)}${email.slice(at)}`.toLowerCase()
}
