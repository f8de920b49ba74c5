import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core'
import type { Address, Hex } from 'viem'
import { activityTypes } from './pipeline-event.ts'
import { recoveryOutcomes } from './recovery-event.ts'

/** An amount of wei, which no integer column holds. */
const wei = customType<{ data: bigint; driverData: string }>({
  dataType: () => 'text',
  fromDriver: BigInt,
  toDriver: String,
})

/**
 * The indexer's position on each followed deployment. `deployment` identifies a chain and its contracts (see
 * `deploymentKey`), so that one database can have several and a new demo chain never reads an old one's rows.
 */
export const chainCursors = pgTable('milestone_chain_cursors', {
  deployment: text().primaryKey(),
  blockNumber: bigint({ mode: 'number' }).notNull(),
  blockHash: text().notNull(),
  parentHash: text().notNull(),
  timestamp: bigint({ mode: 'number' }).notNull(),
  /** Goes up with every commit, reorgs included; replicas compare it. */
  revision: bigint({ mode: 'number' }).notNull(),
})

/**
 * What the leading process of each deployment reports about its node, every second or two; replicas derive their own
 * freshness from it. Apart from the cursor, as a leader whose node never answered has no cursor to write.
 */
export const chainLeaders = pgTable('milestone_chain_leaders', {
  deployment: text().primaryKey(),
  state: text({ enum: ['starting', 'following', 'unreachable', 'halted'] }).notNull(),
  /** Why it is unreachable or halted. */
  reason: text(),
  /** The node's newest block number, as the leader last saw it. */
  head: bigint({ mode: 'number' }),
  /** How long before `beatAt` the node last answered the leader. */
  silentMs: bigint({ mode: 'number' }),
  /** By the database's clock, as the clocks of the processes may differ. */
  beatAt: timestamp({ withTimezone: true }).notNull(),
})

/** The newest blocks of each deployment, as many as a reorg may undo. */
export const chainBlocks = pgTable(
  'milestone_chain_blocks',
  {
    deployment: text().notNull(),
    number: bigint({ mode: 'number' }).notNull(),
    hash: text().notNull(),
    parentHash: text().notNull(),
    timestamp: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.deployment, table.number] })],
)

/** Every event of the followed contracts. Integers in `args` are decimal strings. */
export const chainEvents = pgTable(
  'milestone_chain_events',
  {
    deployment: text().notNull(),
    blockNumber: bigint({ mode: 'number' }).notNull(),
    logIndex: integer().notNull(),
    blockHash: text().notNull(),
    txHash: text().notNull(),
    timestamp: bigint({ mode: 'number' }).notNull(),
    contract: text().notNull(),
    name: text().notNull(),
    args: jsonb().notNull(),
  },
  (table) => [primaryKey({ columns: [table.deployment, table.blockNumber, table.logIndex] })],
)

/** Evidence bundles by Merkle root: the leaves whose tree has that root, in order. */
export const evidenceBundles = pgTable('milestone_evidence_bundles', {
  root: text().primaryKey(),
  title: text().notNull(),
  leaves: jsonb().notNull(),
  /** Seconds since the epoch. */
  createdAt: bigint({ mode: 'number' }).notNull(),
})

/** What went wrong around the chain and what was done about it. */
export const recoveryEvents = pgTable(
  'milestone_recovery_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    deployment: text().notNull().default(''),
    /** Seconds since the epoch. */
    timestamp: bigint({ mode: 'number' }).notNull(),
    event: text().notNull(),
    context: text().notNull(),
    action: text().notNull(),
    target: text().notNull(),
    outcome: text({ enum: recoveryOutcomes }).notNull(),
    latencyMs: integer(),
    runId: text(),
  },
  (table) => [index('milestone_recovery_events_deployment').on(table.deployment, table.id)],
)

/** What the pipeline must put on the chain exactly once: one row per (run, step), with any outcome. */
export const intents = pgTable(
  'milestone_intents',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    deployment: text().notNull(),
    runId: text().notNull(),
    step: text().notNull(),
    account: text().$type<Address>().notNull(),
    to: text('to_address').$type<Address>().notNull(),
    data: text().$type<Hex>().notNull(),
    value: wei('value_wei').notNull(),
    gas: wei().notNull(),
    /**
     * `open`: to be mined. `refused`: a simulation failed before it had a nonce. `mined` and `reverted`: has a receipt,
     * which a reorg may remove. `done`: confirmed at the end of the run.
     */
    state: text({ enum: ['open', 'refused', 'mined', 'reverted', 'done'] }).notNull(),
    /** Of the variant that was mined last; of an open intent, that a reorg has removed. */
    hash: text().$type<Hex>(),
    blockNumber: bigint({ mode: 'number' }),
    blockHash: text().$type<Hex>(),
    /** Why the contract reverted. */
    reason: text(),
    /** Seconds since the epoch. */
    createdAt: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [unique('milestone_intents_name').on(table.deployment, table.runId, table.step)],
)

/** The intent of each nonce. An account's nonces have no gaps here: a nonce without an intent must be filled. */
export const intentNonces = pgTable(
  'milestone_intent_nonces',
  {
    deployment: text().notNull(),
    account: text().$type<Address>().notNull(),
    nonce: bigint({ mode: 'number' }).notNull(),
    /** Null for a nonce that only needs a filler transaction. */
    intentId: bigint({ mode: 'number' }),
    /** Counts the nonces of one intent, from 1. */
    attempt: integer().notNull(),
    /** The intent moved to another nonce: its bytes for this one must never be sent again. */
    givenUp: boolean().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.deployment, table.account, table.nonce] }),
    unique('milestone_intent_nonces_attempt').on(table.intentId, table.attempt),
  ],
)

/** Every transaction that was ever signed, stored before it was sent. Without an intent it only fills its nonce. */
export const signedTransactions = pgTable(
  'milestone_signed_transactions',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    deployment: text().notNull(),
    hash: text().$type<Hex>().notNull(),
    account: text().$type<Address>().notNull(),
    nonce: bigint({ mode: 'number' }).notNull(),
    intentId: bigint({ mode: 'number' }),
    raw: text().$type<Hex>().notNull(),
    maxFeePerGas: wei().notNull(),
    maxPriorityFeePerGas: wei().notNull(),
  },
  (table) => [
    unique('milestone_signed_transactions_hash').on(table.deployment, table.hash),
    index('milestone_signed_transactions_nonce').on(table.deployment, table.account, table.nonce),
    index('milestone_signed_transactions_intent').on(table.intentId),
  ],
)

/** Entries of the activity feed that are not on the chain: what the pipeline did or met. */
export const feedEvents = pgTable(
  'milestone_feed_events',
  {
    seq: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    deployment: text().notNull(),
    type: text({ enum: activityTypes }).notNull(),
    title: text().notNull(),
    description: text().notNull(),
    /** Seconds since the epoch. */
    timestamp: bigint({ mode: 'number' }).notNull(),
    metadata: jsonb().$type<Readonly<Record<string, string | number | boolean>>>().notNull(),
    runId: text(),
  },
  (table) => [index('milestone_feed_events_deployment').on(table.deployment, table.seq)],
)

/** Verification runs. One that is `running` when a process starts is resumed. */
export const verificationRuns = pgTable(
  'milestone_verification_runs',
  {
    runId: text().primaryKey(),
    deployment: text().notNull(),
    /** Counted from 1 for each deployment. */
    number: integer().notNull(),
    /** Seconds since the epoch. */
    startedAt: bigint({ mode: 'number' }).notNull(),
    state: text({ enum: ['running', 'verified', 'unverified'] }).notNull(),
    reason: text(),
    /** Its report as JSON: as of its newest step, and whole once it has ended. */
    report: text(),
  },
  (table) => [unique('milestone_verification_runs_number').on(table.deployment, table.number)],
)
