import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'

/** What sites' robots.txt say to us, kept for 24 hours, for 2,000 origins at most. */
export const robotsFiles = pgTable(
  'analysis_robots_files',
  {
    /** Scheme, host and port, as a URL's origin. */
    origin: text().primaryKey(),
    state: text({ enum: ['rules', 'unavailable'] }).notNull(),
    /** The file with every line emptied that is not of our group: 16 KiB at most. */
    groupText: text().notNull(),
    sitemaps: jsonb().$type<readonly string[]>().notNull(),
    /** Milliseconds since the epoch. */
    fetchedAt: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [index('analysis_robots_files_fetched_at').on(table.fetchedAt)],
)

/** Reports that somebody consented to have kept. A deleted or swept report leaves no row behind. */
export const reports = pgTable(
  'analysis_reports',
  {
    id: uuid().primaryKey(),
    /** What is shown, as JSON text: `jsonb` would refuse U+0000 and lone surrogates, which JSON may hold. */
    content: text().notNull(),
    /** SHA-256 of the deletion token, in hexadecimal. */
    tokenSha256: text().notNull(),
    /** Kept only where no mail can be sent and the privacy note says that it is kept. */
    email: text(),
    /** The words that were consented to. */
    consentText: text().notNull(),
    /** These are milliseconds since the epoch. */
    consentedAt: bigint({ mode: 'number' }).notNull(),
    createdAt: bigint({ mode: 'number' }).notNull(),
    expiresAt: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [index('analysis_reports_expires_at').on(table.expiresAt)],
)
