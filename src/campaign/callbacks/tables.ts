import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Milliseconds since the epoch. */
const time = () => bigint({ mode: 'number' })

/** Requests to the addresses that callers gave, one for each event and address. */
export const callbacks = pgTable(
  'campaign_callbacks',
  {
    /** The receiver recognises repeated deliveries by it. */
    id: text().primaryKey(),
    draftId: text().notNull(),
    /** Such as `draft.approved`. */
    event: text().notNull(),
    url: text().notNull(),
    body: text().notNull(),
    /** Further headers, as JSON text. */
    headers: text().notNull(),
    state: text({ enum: ['pending', 'delivered', 'failed'] }).notNull(),
    attempts: integer().notNull(),
    /** Why the last try failed. */
    problem: text(),
    /** Of the next try; a try that is under way has until then. */
    nextAt: time().notNull(),
    createdAt: time().notNull(),
    /** Of the last try. */
    triedAt: time(),
  },
  (table) => [
    index('campaign_callbacks_draft').on(table.draftId),
    index('campaign_callbacks_due').on(table.nextAt).where(sql`state = 'pending'`),
  ],
)

/** Addresses that receive every change of an A2A task. */
export const pushConfigs = pgTable(
  'campaign_push_configs',
  {
    draftId: text().notNull(),
    id: text().notNull(),
    url: text().notNull(),
    /** The protocol version of the request that gave it. */
    protocol: text({ enum: ['1.0', '0.3'] }).notNull(),
    token: text(),
    /** Value of the `Authorization` header. */
    authorization: text(),
    createdAt: time().notNull(),
  },
  (table) => [primaryKey({ columns: [table.draftId, table.id] })],
)

/** Drafts that A2A messages asked for. */
export const tasks = pgTable(
  'campaign_tasks',
  {
    draftId: text().primaryKey(),
    contextId: text().notNull(),
    /** The message as JSON text, in the form of protocol 1.0. */
    message: text().notNull(),
  },
  (table) => [index('campaign_tasks_context').on(table.contextId)],
)
