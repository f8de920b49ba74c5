import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'

/** What sites' robots.txt say to us, kept for 24 hours. */
export const robotsFiles = pgTable(
  'analysis_robots_files',
  {
    /** Scheme, host and port, as a URL's origin. */
    origin: text().primaryKey(),
    state: text({ enum: ['rules', 'unavailable'] }).notNull(),
    /** The file with every line emptied that is not of our group: 500 KiB at most. */
    groupText: text().notNull(),
    sitemaps: jsonb().$type<readonly string[]>().notNull(),
    /** Milliseconds since the epoch. */
    fetchedAt: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [index('analysis_robots_files_fetched_at').on(table.fetchedAt)],
)
