import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'

/** Requests counted for each caller and quota; `expire` is when the window ends, in milliseconds since the epoch. */
export const rateLimits = pgTable('kernel_rate_limits', {
  // In the order that rate-limiter-flexible inserts them.
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
})

/** Random values shared by all processes on one database. */
export const secrets = pgTable('kernel_secrets', {
  name: text().primaryKey(),
  value: text().notNull(),
})
