import { count, eq, sql, sum } from 'drizzle-orm'
import type { Database, Db } from '../../kernel/database/database.ts'
import type { GaugeSource } from '../../kernel/runtime/metrics.ts'
import { fonts, logoUploads, photos } from '../tables.ts'

/** Bytes of all logos of a caller. */
export async function logoBytesOf(db: Pick<Db, 'select'>, owner: string): Promise<number> {
  const [row] = await db
    .select({ bytes: sum(logoUploads.bytes) })
    .from(logoUploads)
    .where(eq(logoUploads.owner, owner))
  return Number(row?.bytes ?? 0)
}

/** Bytes of all photos of a caller. */
export async function photoBytesOf(db: Pick<Db, 'select'>, owner: string): Promise<number> {
  const [row] = await db
    .select({ bytes: sum(photos.bytes) })
    .from(photos)
    .where(eq(photos.owner, owner))
  return Number(row?.bytes ?? 0)
}

/** Number and bytes of a caller's fonts. */
export async function fontUsageOf(
  db: Pick<Db, 'select'>,
  owner: string,
): Promise<{ fonts: number; fontBytes: number }> {
  const [row] = await db
    .select({ fonts: count(), bytes: sum(fonts.bytes) })
    .from(fonts)
    .where(eq(fonts.owner, owner))
  return { fonts: row?.fonts ?? 0, fontBytes: Number(row?.bytes ?? 0) }
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
