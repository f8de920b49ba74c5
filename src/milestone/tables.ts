import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/**
 * Where the indexer stands on each followed deployment. `deployment` names a chain and its contracts
 * (see `deploymentKey`), so that one database can hold several and a fresh demo chain never meets an old one's rows.
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
    /** Seconds since the epoch. */
    timestamp: bigint({ mode: 'number' }).notNull(),
    event: text().notNull(),
    context: text().notNull(),
    action: text().notNull(),
    target: text().notNull(),
    outcome: text({ enum: ['success', 'degraded', 'failed', 'pending'] }).notNull(),
    latencyMs: integer(),
    runId: text(),
  },
  (table) => [index('milestone_recovery_events_timestamp').on(table.timestamp)],
)
