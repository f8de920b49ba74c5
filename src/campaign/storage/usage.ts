import { count, eq, sql, sum } from 'drizzle-orm'
import type { Database, Db } from '../../kernel/database/database.ts'
import type { GaugeSource } from '../../kernel/runtime/metrics.ts'
import { fonts, logoUploads, photos } from '../tables.ts'

/** Number and bytes of what a caller has stored of a kind. */
export async function storedBy(
  db: Pick<Db, 'select'>,
  table: typeof fonts | typeof logoUploads | typeof photos,
  owner: string,
): Promise<{ count: number; bytes: number }> {
  const [row] = await db
    .select({ count: count(), bytes: sum(table.bytes) })
    .from(table)
    .where(eq(table.owner, owner))
  return { count: row?.count ?? 0, bytes: Number(row?.bytes ?? 0) }
}

/** Bytes that callers have stored, for those that have the most. */
interface StoredBytes {
  /** Counts anew. */
  refresh(): Promise<void>
  gauge: GaugeSource
}

const samplesMax = 50

export function createStoredBytes({ rows }: Pick<Database, 'rows'>): StoredBytes {
  let samples: { labels: string; value: number }[] = []
  return {
    refresh: async () => {
      const stored = await rows<{ kind: string; owner: string; bytes: string }>(sql`
        select kind, owner, sum(bytes)::text as bytes
        from (
          select 'logos' as kind, owner, bytes from ${logoUploads}
          union all select 'photos', owner, bytes from ${photos}
          union all select 'fonts', owner, bytes from ${fonts}
        ) as stored
        group by kind, owner order by sum(bytes) desc limit ${samplesMax}`)
      // Names of callers have no characters that a label would need to escape.
      samples = stored.map(({ kind, owner, bytes }) => ({
        labels: `kind="${kind}",caller="${owner}"`,
        value: Number(bytes),
      }))
    },
    gauge: {
      name: 'cairn_campaign_stored_bytes',
      help: 'Bytes of logos, photos and fonts of the callers that have the most, counted each hour',
      read: () => samples,
    },
  }
}
