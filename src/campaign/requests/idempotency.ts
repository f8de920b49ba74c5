import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { and, eq, isNull, lt } from 'drizzle-orm'
import type { Db } from '../../kernel/database/database.ts'
import { wellFormedJson } from '../../kernel/database/storable-text.ts'
import { canonicalDigest, sha256Of } from '../../kernel/runtime/canonical-digest.ts'
import { campaignError } from '../errors.ts'
import { idempotentRequests } from '../tables.ts'
import { idempotencyKeyPattern } from './request.ts'

export interface KeyedRequest {
  owner: string
  /** Of the agent, or what else takes keys. */
  capability: string
  /** Of the request, which may have an Idempotency-Key. */
  headers: Headers
  request: unknown
}

export interface StoredResponse<Body> {
  status: number
  body: Body
}

/** Runs a request with an Idempotency-Key once; the same key and request return the stored response. */
export interface Idempotency {
  /**
   * Returns the stored response, or runs `work` and stores its response; a failure stores nothing. Without a key it runs `work`.
   * @throws idempotency_key_malformed; idempotency_conflict for the same key with another request; idempotency_in_progress during the first one
   */
  once<Body>(request: KeyedRequest, work: () => Promise<StoredResponse<Body>>): Promise<StoredResponse<Body>>
  /** Frees the keys whose response is missing, after a process that is known to have ended. */
  endAbandoned(): Promise<void>
  /** Removes responses older than a day. */
  sweep(): Promise<void>
}

const keptMs = 86_400_000
/** After this time a request whose process died may be sent again. */
const abandonedMs = 120_000

export function createIdempotency(options: { db: Db; now: () => number }): Idempotency {
  const { db, now } = options
  return {
    once: async <Body>(request: KeyedRequest, work: () => Promise<StoredResponse<Body>>) => {
      const { owner, capability } = request
      const key = readIdempotencyKey(request.headers)
      if (key === undefined) return await work()
      const ofKey = and(
        eq(idempotentRequests.owner, owner),
        eq(idempotentRequests.capability, capability),
        eq(idempotentRequests.key, sha256Of(key)),
      )
      const createdAt = now()
      const requestSha256 = canonicalDigest(wellFormedJson(request.request))
      const values = { owner, capability, key: sha256Of(key), requestSha256, createdAt }
      await db
        .delete(idempotentRequests)
        .where(
          and(
            ofKey,
            isNull(idempotentRequests.status),
            lt(idempotentRequests.createdAt, createdAt - abandonedMs),
          ),
        )
      const inserted = await db
        .insert(idempotentRequests)
        .values(values)
        .onConflictDoNothing()
        .returning({ key: idempotentRequests.key })
      if (inserted.length === 0) {
        const [row] = await db.select().from(idempotentRequests).where(ofKey)
        if (row !== undefined && row.requestSha256 !== requestSha256)
          throw campaignError('idempotency_conflict')
        if (row === undefined || row.status === null || row.response === null)
          throw campaignError('idempotency_in_progress')
        const body: Body = JSON.parse(unseal(row.response, key))
        return { status: row.status, body }
      }
      try {
        const answer = await work()
        await db
          .update(idempotentRequests)
          .set({ status: answer.status, response: seal(JSON.stringify(answer.body), key) })
          .where(ofKey)
        return answer
      } catch (error) {
        await db.delete(idempotentRequests).where(ofKey)
        throw error
      }
    },
    endAbandoned: async () => {
      await db.delete(idempotentRequests).where(isNull(idempotentRequests.status))
    },
    sweep: async () => {
      await db.delete(idempotentRequests).where(lt(idempotentRequests.createdAt, now() - keptMs))
    },
  }
}

/** @throws idempotency_key_malformed */
function readIdempotencyKey(headers: Headers): string | undefined {
  const key = headers.get('idempotency-key')
  if (key === null) return undefined
  if (idempotencyKeyPattern.test(key)) return key
  throw campaignError('idempotency_key_malformed')
}

const nonceBytes = 12
const tagBytes = 16

/** Responses contain review tokens, so they are encrypted with the caller's key; the database has only its hash. */
export function seal(text: string, key: string): string {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes))
  const cipher = createCipheriv('aes-256-gcm', sealKey(key), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
}

export function unseal(sealed: string, key: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const cipher = createDecipheriv('aes-256-gcm', sealKey(key), bytes.subarray(0, nonceBytes))
  cipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([cipher.update(bytes.subarray(nonceBytes + tagBytes)), cipher.final()]).toString(
    'utf8',
  )
}

function sealKey(key: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, '', 'cairn idempotent answer', 32))
}
