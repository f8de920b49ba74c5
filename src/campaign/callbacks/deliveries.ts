import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Db } from '../../kernel/database/database.ts'
import { createBudget, type Egress, EgressRefused } from '../../kernel/egress/egress.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import { drafts } from '../tables.ts'
import type { Signatures } from './signatures.ts'
import { callbacks } from './tables.ts'

/** Sends stored callbacks, of all processes on the database; the rows are the queue, as the history shows them. */
export interface Deliveries {
  /** Sends what is due now. */
  wake(): void
  /** Ends the tries under way; they are repeated by another process, or after the next start. */
  stop(): Promise<void>
}

export interface DeliveryLimits {
  /** Pauses after failed tries, in milliseconds; a callback has failed after the try that follows the last one. */
  pausesMs: readonly number[]
  /** Of one request. */
  requestMs: number
  inFlightMax: number
  /** Between looks for what other processes have left. */
  lookMs: number
}

const minute = 60_000
const usualLimits: DeliveryLimits = {
  pausesMs: [5_000, 5 * minute, 30 * minute, 120 * minute, 300 * minute, 600 * minute],
  requestMs: 10_000,
  inFlightMax: 8,
  lookMs: 30_000,
}
/** What a busy machine may need beside the request itself. */
const leaseMarginMs = minute
/** Receivers of one host get so many at a time. */
const perHost = 2
const answerBytesMax = 131_072

type Row = typeof callbacks.$inferSelect

export function startDeliveries(options: {
  db: Db
  egress: Egress
  signatures: Signatures
  log: Log
  now: () => number
  limits?: Partial<DeliveryLimits> | undefined
}): Deliveries {
  const { db, egress, signatures, log, now } = options
  const limits = { ...usualLimits, ...options.limits }
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  let taking: Promise<void> | undefined
  let isWanted = false
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Takes what is due; each has until its lease ends to be sent, and is then due again. */
  const claim = async (count: number): Promise<Row[]> => {
    const at = now()
    const due = db
      .select({ id: callbacks.id })
      .from(callbacks)
      .where(and(eq(callbacks.state, 'pending'), lte(callbacks.nextAt, at)))
      .orderBy(asc(callbacks.nextAt))
      .limit(count)
      .for('update', { skipLocked: true })
    return await db
      .update(callbacks)
      .set({
        attempts: sql`${callbacks.attempts} + 1`,
        triedAt: at,
        nextAt: at + limits.requestMs + leaseMarginMs,
      })
      .where(inArray(callbacks.id, due))
      .returning()
  }
  /** @throws Error when it was not taken; `isFinal` when another try cannot help */
  const post = async ({ id, draftId, url, body, headers }: Row) => {
    const [draft] = await db.select({ owner: drafts.owner }).from(drafts).where(eq(drafts.id, draftId))
    if (draft === undefined) throw new NotTaken('the draft has expired', true)
    const signed = await signatures.headersOf({ id, caller: draft.owner, body, at: now() })
    const late = AbortSignal.timeout(limits.requestMs)
    const session = egress.open({
      signal: AbortSignal.any([stopping.signal, late]),
      budget: createBudget({
        requestsMax: 4,
        wireBytesMax: answerBytesMax,
        inflatedBytesMax: answerBytesMax,
      }),
      perHost,
    })
    try {
      const status = await session.post(egress.parse(url), {
        body: new TextEncoder().encode(body),
        headers: { ...JSON.parse(headers), ...signed, 'content-type': 'application/json' },
        limits: { requestMs: limits.requestMs },
      })
      if (status < 200 || status > 299) throw new NotTaken(`answered ${status}`, status === 410)
    } catch (error) {
      if (!(error instanceof EgressRefused)) throw error
      throw new NotTaken(error.reason.replaceAll('_', ' '), error.reason === 'not_allowed')
    } finally {
      session.close()
    }
  }
  const deliver = async (row: Row) => {
    const { id, draftId, event, attempts } = row
    try {
      await post(row)
      await db.update(callbacks).set({ state: 'delivered', problem: null }).where(eq(callbacks.id, id))
    } catch (error) {
      if (stopping.signal.aborted) return
      const pause = error instanceof NotTaken && error.isFinal ? undefined : limits.pausesMs[attempts - 1]
      const problem = error instanceof NotTaken ? error.message : 'could not be sent'
      log.info('callback not delivered', { draftId, event, attempts, problem: messageOf(error) })
      const next = pause === undefined ? { state: 'failed' as const } : { nextAt: now() + pause }
      await db
        .update(callbacks)
        .set({ ...next, problem })
        .where(eq(callbacks.id, id))
    }
  }
  const start = (row: Row) => {
    const settled = deliver(row)
      .catch((error) => log.warn('cannot settle a callback', { error: messageOf(error) }))
      .finally(() => {
        running.delete(settled)
        wake()
      })
    running.add(settled)
  }
  const take = async () => {
    while (isWanted && !stopping.signal.aborted) {
      isWanted = false
      const room = limits.inFlightMax - running.size
      if (room <= 0) return
      const rows = await claim(room)
      for (const row of rows) start(row)
    }
    await lookLater()
  }
  const wake = () => {
    isWanted = true
    if (stopping.signal.aborted) return
    taking ??= take()
      .catch((error) => {
        log.warn('cannot look for callbacks', { error: messageOf(error) })
        lookAfter(limits.lookMs)
      })
      .finally(() => {
        taking = undefined
        if (isWanted && running.size < limits.inFlightMax) wake()
      })
  }
  const lookLater = async () => {
    const [next] = await db
      .select({ at: callbacks.nextAt })
      .from(callbacks)
      .where(eq(callbacks.state, 'pending'))
      .orderBy(asc(callbacks.nextAt))
      .limit(1)
    lookAfter(Math.min(limits.lookMs, Math.max(1, (next?.at ?? Infinity) - now())))
  }
  const lookAfter = (ms: number) => {
    clearTimeout(timer)
    if (stopping.signal.aborted) return
    timer = setTimeout(wake, ms)
    timer.unref()
  }
  lookAfter(limits.lookMs / 10)

  return {
    wake,
    stop: async () => {
      stopping.abort(new Error('this process stops'))
      clearTimeout(timer)
      await taking
      await Promise.all(running)
    },
  }
}

/** Why a receiver did not take a callback. */
class NotTaken extends Error {
  readonly isFinal: boolean
  constructor(message: string, isFinal: boolean) {
    super(message)
    this.isFinal = isFinal
  }
}
