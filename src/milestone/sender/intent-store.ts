import { and, asc, eq, inArray, isNotNull, lt, max, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import type { Database, Db } from '../../kernel/database/database.ts'
import { withoutSync } from '../../kernel/database/without-sync.ts'
import { intentNonces, intents, signedTransactions } from '../tables.ts'
import { StepFailed } from './errors.ts'
import { heldNonceOf, intentOf, isSameCall, signedOf } from './intent-rows.ts'
import type { Intent, IntentName, IntentStore } from './intents.ts'

const unplaced = { hash: null, blockNumber: null, blockHash: null, reason: null }

/**
 * The sender's journal in the database. `deployment` identifies a chain and its contracts, so that a fresh demo chain
 * has its own nonces. `now` in milliseconds.
 *
 * Only `keep` waits for the disk, before anything is sent: what a crash loses of the rest was not sent, or is found on
 * the chain again.
 */
export function createIntentStore(database: Database, deployment: string, now: () => number): IntentStore {
  const { db } = database
  const named = ({ runId, step }: IntentName) =>
    and(eq(intents.deployment, deployment), eq(intents.runId, runId), eq(intents.step, step))
  const nonceOf = (account: Address, nonce: number) =>
    and(
      eq(intentNonces.deployment, deployment),
      eq(intentNonces.account, account),
      eq(intentNonces.nonce, nonce),
    )
  const heldBy = async (intentId: number, on: Db = db) => {
    const rows = await on
      .select()
      .from(intentNonces)
      .where(eq(intentNonces.intentId, intentId))
      .orderBy(asc(intentNonces.attempt))
    const row = rows.at(-1)
    return row === undefined ? undefined : heldNonceOf(row)
  }
  const heldAt = async (account: Address, nonce: number) => {
    const [row] = await db.select().from(intentNonces).where(nonceOf(account, nonce))
    return row === undefined ? undefined : heldNonceOf(row)
  }
  const read = async (name: IntentName) => {
    const [row] = await db.select().from(intents).where(named(name))
    return row === undefined ? undefined : intentOf(row)
  }
  /** Holds the lock of this account's nonces. */
  const withNonceLock = <Answer>(account: Address, change: (transaction: Db) => Promise<Answer>) =>
    db.transaction(async (transaction) => {
      const key = `cairn.nonces:${deployment}:${account}`
      await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
      return await change(transaction)
    })
  const assignNext = async (on: Db, intent: Intent, attempt: number, transactionCount: number) => {
    const [highest] = await on
      .select({ nonce: max(intentNonces.nonce) })
      .from(intentNonces)
      .where(and(eq(intentNonces.deployment, deployment), eq(intentNonces.account, intent.account)))
    const nonce = Math.max(highest?.nonce == null ? 0 : highest.nonce + 1, transactionCount)
    const held = { account: intent.account, nonce, intentId: intent.id, attempt, givenUp: false }
    await on
      .insert(intentNonces)
      .values({ deployment, ...held })
      .returning({ withoutSync })
    return held
  }
  const signed = async (where: ReturnType<typeof and>) => {
    const rows = await db.select().from(signedTransactions).where(where).orderBy(asc(signedTransactions.id))
    return rows.map(signedOf)
  }

  return {
    read,
    heldBy,
    heldAt,
    async put(name, call) {
      await db
        .insert(intents)
        .values({
          deployment,
          ...name,
          account: call.account,
          toAddress: call.to,
          data: call.data,
          valueWei: call.value.toString(),
          gas: call.gas.toString(),
          state: 'open',
          createdAt: Math.floor(now() / 1000),
        })
        .onConflictDoNothing()
        .returning({ withoutSync })
      const intent = await read(name)
      if (intent === undefined || !isSameCall(intent, call)) throw new StepFailed('mismatch', name)
      return intent
    },
    async readById(id) {
      const [row] = await db.select().from(intents).where(eq(intents.id, id))
      return row === undefined ? undefined : intentOf(row)
    },
    async list({ runId, states }) {
      const rows = await db
        .select()
        .from(intents)
        .where(
          and(
            eq(intents.deployment, deployment),
            runId === undefined ? undefined : eq(intents.runId, runId),
            states === undefined ? undefined : inArray(intents.state, [...states]),
          ),
        )
        .orderBy(asc(intents.id))
      return rows.map(intentOf)
    },
    async minedBefore({ id, runId }) {
      const isEarlier = and(eq(intents.deployment, deployment), eq(intents.runId, runId), lt(intents.id, id))
      const rows = await db
        .select()
        .from(intents)
        .where(and(isEarlier, isNotNull(intents.blockNumber)))
        .orderBy(asc(intents.id))
      return rows.map(intentOf)
    },
    async settle(id, settlement) {
      const none = settlement.state === 'open' ? { reason: null } : unplaced
      await db
        .update(intents)
        .set({ ...none, ...settlement })
        .where(eq(intents.id, id))
        .returning({ withoutSync })
    },
    assignNonce: (intent, transactionCount) =>
      withNonceLock(
        intent.account,
        async (on) => (await heldBy(intent.id, on)) ?? (await assignNext(on, intent, 1, transactionCount)),
      ),
    moveToNextNonce: (intent, lost, transactionCount) =>
      withNonceLock(intent.account, async (on) => {
        const held = await heldBy(intent.id, on)
        if (held !== undefined && held.nonce !== lost.nonce) return held
        await on.update(intentNonces).set({ givenUp: true }).where(nonceOf(lost.account, lost.nonce))
        return await assignNext(on, intent, lost.attempt + 1, transactionCount)
      }),
    async giveUp({ account, nonce }) {
      await db.update(intentNonces).set({ givenUp: true }).where(nonceOf(account, nonce))
    },
    async holdGap(account, nonce) {
      const gap = { account, nonce, intentId: undefined, attempt: 0, givenUp: true }
      await db
        .insert(intentNonces)
        .values({ deployment, ...gap })
        .onConflictDoNothing()
      return (await heldAt(account, nonce)) ?? gap
    },
    signedFor: (intentId) => signed(eq(signedTransactions.intentId, intentId)),
    signedAt: (account, nonce) =>
      signed(
        and(
          eq(signedTransactions.deployment, deployment),
          eq(signedTransactions.account, account),
          eq(signedTransactions.nonce, nonce),
        ),
      ),
    async keep({ intentId, maxFeePerGas, maxPriorityFeePerGas, ...rest }) {
      await db
        .insert(signedTransactions)
        .values({
          deployment,
          ...rest,
          intentId: intentId ?? null,
          maxFeePerGas: maxFeePerGas.toString(),
          maxPriorityFeePerGas: maxPriorityFeePerGas.toString(),
        })
        .onConflictDoNothing()
    },
  }
}
