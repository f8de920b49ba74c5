import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'

/** Our group of sites' robots.txt, cached for 24 hours, for at most 2,000 origins. */
export const robotsFiles = pgTable(
  'analysis_robots_files',
  {
    /** Scheme, host and port, as a URL's origin. */
    origin: text().primaryKey(),
    state: text({ enum: ['rules', 'unavailable'] }).notNull(),
    /** The file with all lines outside our group emptied: at most 16 KiB. */
    groupText: text().notNull(),
    sitemaps: jsonb().$type<readonly string[]>().notNull(),
    /** Milliseconds since the epoch. */
    fetchedAt: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [index('analysis_robots_files_fetched_at').on(table.fetchedAt)],
)

/** Reports stored with consent. A deleted or expired report leaves no row. */
export const reports = pgTable(
  'analysis_reports',
  {
    id: uuid().primaryKey(),
    /** The report as JSON text: `jsonb` would refuse U+0000 and lone surrogates, which JSON may hold. */
    content: text().notNull(),
    /** SHA-256 of the deletion token, in hexadecimal. */
    tokenSha256: text().notNull(),
    /** Stored only if no mail can be sent and the privacy note states it. */
    email: text(),
    /** The consent text that was shown. */
    consentText: text().notNull(),
    /** These are milliseconds since the epoch. */
    consentedAt: bigint({ mode: 'number' }).notNull(),
    createdAt: bigint({ mode: 'number' }).notNull(),
    expiresAt: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [index('analysis_reports_expires_at').on(table.expiresAt)],
)
