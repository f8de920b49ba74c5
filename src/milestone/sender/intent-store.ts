import { and, asc, eq, inArray, isNotNull, lt, max, type SQL, sql } from 'drizzle-orm'
import { type Address, isAddressEqual } from 'viem'
import { type Database, type Db, withoutSync } from '../../kernel/database/database.ts'
import { intentNonces, intents, signedTransactions } from '../tables.ts'
import { StepFailed } from './errors.ts'
import {
  type HeldNonce,
  type Intent,
  type IntentCall,
  type IntentName,
  journalColumns,
  type Settlement,
  type SignedTransaction,
} from './intents.ts'

export type IntentStore = ReturnType<typeof createIntentStore>

/**
 * The sender's journal in the database. `deployment` identifies a chain and its contracts, so that a fresh demo chain
 * has its own nonces. `now` in milliseconds.
 *
 * Only `keep` waits for the disk, before anything is sent: what a crash loses of the rest was not sent, or is found on
 * the chain again.
 */
export function createIntentStore({ db }: Database, deployment: string, now: () => number) {
  return {
    ...intentQueries(db, deployment, now),
    ...nonceQueries(db, deployment),
    ...signedQueries(db, deployment),
  }
}

const unplaced = { hash: null, blockNumber: null, blockHash: null, reason: null }

function intentQueries(db: Db, deployment: string, now: () => number) {
  const select = (...where: (SQL | undefined)[]) =>
    db
      .select(journalColumns.intent)
      .from(intents)
      .where(and(eq(intents.deployment, deployment), ...where))
      .orderBy(asc(intents.id))
  const read = async ({ runId, step }: IntentName): Promise<Intent | undefined> =>
    (await select(eq(intents.runId, runId), eq(intents.step, step)))[0]
  return {
    read,
    /** The intent of that name, created when there is none. @throws StepFailed `mismatch` when it is for another call */
    async put(name: IntentName, call: IntentCall): Promise<Intent> {
      await db
        .insert(intents)
        .values({ deployment, ...name, ...call, state: 'open', createdAt: Math.floor(now() / 1000) })
        .onConflictDoNothing()
        .returning({ withoutSync })
      const intent = await read(name)
      if (intent === undefined || !isSameCall(intent, call)) throw new StepFailed('mismatch', name)
      return intent
    },
    async readById(id: number): Promise<Intent | undefined> {
      return (await select(eq(intents.id, id)))[0]
    },
    /** In order of creation. */
    async list({
      runId,
      states,
    }: {
      runId?: string
      states?: readonly Intent['state'][]
    }): Promise<Intent[]> {
      return await select(
        runId === undefined ? undefined : eq(intents.runId, runId),
        states === undefined ? undefined : inArray(intents.state, [...states]),
      )
    },
    /** The run's earlier intents that were mined before, also if a reorg has removed them since; in order of creation. */
    async minedBefore({ id, runId }: Intent): Promise<Intent[]> {
      return await select(eq(intents.runId, runId), lt(intents.id, id), isNotNull(intents.blockNumber))
    },
    /** `open` keeps the place where the intent was mined before. */
    async settle(id: number, settlement: Settlement): Promise<void> {
      const none = settlement.state === 'open' ? { reason: null } : unplaced
      await db
        .update(intents)
        .set({ ...none, ...settlement })
        .where(eq(intents.id, id))
        .returning({ withoutSync })
    },
  }
}

function isSameCall(intent: Intent, call: IntentCall): boolean {
  return (
    isAddressEqual(intent.account, call.account) &&
    isAddressEqual(intent.to, call.to) &&
    intent.data === call.data &&
    intent.value === call.value &&
    intent.gas === call.gas
  )
}

function nonceQueries(db: Db, deployment: string) {
  const nonceOf = (account: Address, nonce: number) =>
    and(
      eq(intentNonces.deployment, deployment),
      eq(intentNonces.account, account),
      eq(intentNonces.nonce, nonce),
    )
  /** The nonce of the intent's newest attempt. */
  const heldBy = async (intentId: number, on: Db = db): Promise<HeldNonce | undefined> => {
    const rows = await on
      .select(journalColumns.nonce)
      .from(intentNonces)
      .where(eq(intentNonces.intentId, intentId))
      .orderBy(asc(intentNonces.attempt))
    return rows.at(-1)
  }
  const heldAt = async (account: Address, nonce: number): Promise<HeldNonce | undefined> => {
    const [row] = await db.select(journalColumns.nonce).from(intentNonces).where(nonceOf(account, nonce))
    return row
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
  return {
    heldBy,
    heldAt,
    /** Gives the intent its first nonce: the next free one in the journal, at least the chain's `transactionCount`. */
    assignNonce: (intent: Intent, transactionCount: number): Promise<HeldNonce> =>
      withNonceLock(
        intent.account,
        async (on) => (await heldBy(intent.id, on)) ?? (await assignNext(on, intent, 1, transactionCount)),
      ),
    /** Gives up `lost` and moves the intent to the next free nonce, unless it has moved already. */
    moveToNextNonce: (intent: Intent, lost: HeldNonce, transactionCount: number): Promise<HeldNonce> =>
      withNonceLock(intent.account, async (on) => {
        const held = await heldBy(intent.id, on)
        if (held !== undefined && held.nonce !== lost.nonce) return held
        await on.update(intentNonces).set({ givenUp: true }).where(nonceOf(lost.account, lost.nonce))
        return await assignNext(on, intent, lost.attempt + 1, transactionCount)
      }),
    async giveUp({ account, nonce }: HeldNonce): Promise<void> {
      await db.update(intentNonces).set({ givenUp: true }).where(nonceOf(account, nonce))
    },
    /** Records an unused nonce below later ones, which no intent holds. */
    async holdGap(account: Address, nonce: number): Promise<HeldNonce> {
      const gap = { account, nonce, intentId: null, attempt: 0, givenUp: true }
      await db
        .insert(intentNonces)
        .values({ deployment, ...gap })
        .onConflictDoNothing()
      return (await heldAt(account, nonce)) ?? gap
    },
  }
}

/** Oldest first. */
function signedQueries(db: Db, deployment: string) {
  const signed = (where: SQL | undefined): Promise<SignedTransaction[]> =>
    db
      .select(journalColumns.signed)
      .from(signedTransactions)
      .where(where)
      .orderBy(asc(signedTransactions.id))
      .execute()
  return {
    signedFor: (intentId: number) => signed(eq(signedTransactions.intentId, intentId)),
    signedAt: (account: Address, nonce: number) =>
      signed(
        and(
          eq(signedTransactions.deployment, deployment),
          eq(signedTransactions.account, account),
          eq(signedTransactions.nonce, nonce),
        ),
      ),
    async keep(transaction: SignedTransaction): Promise<void> {
      await db
        .insert(signedTransactions)
        .values({ deployment, ...transaction })
        .onConflictDoNothing()
    },
  }
}
