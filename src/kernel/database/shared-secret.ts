import { eq } from 'drizzle-orm'
import type { Db } from './database.ts'
import { secrets } from './tables.ts'

/** 256 random bits under `name`: the first process creates them, all others on the database read the same. */
export async function sharedSecret(db: Db, name: string): Promise<string> {
  const value = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
  await db.insert(secrets).values({ name, value }).onConflictDoNothing()
  const [row] = await db.select().from(secrets).where(eq(secrets.name, name))
  if (row === undefined) throw new Error(`Cannot read the secret "${name}" back from the database`)
  return row.value
}
