import { count, eq, sum } from 'drizzle-orm'
import type { Db } from '../../kernel/database/database.ts'
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
