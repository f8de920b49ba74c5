import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { openDatabase } from '../../../src/kernel/database/open-database.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { buildBundle } from '../../../src/milestone/evidence/evidence.ts'
import { deleteBundles, openEvidenceStore } from '../../../src/milestone/evidence/evidence-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'cairn-evidence-'))
const database = await openDatabase({ databaseUrl: undefined, dataDir: folder, log: silentLog })
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const bundle = {
  ...buildBundle([{ name: 'report.md', mediaType: 'text/markdown', content: 'Done. "✓"' }]),
  title: 'Pump, phase 1',
  createdAt: 1_780_000_000,
}

test('a bundle that is saved twice is kept once and read back whole', async () => {
  const library = await openEvidenceStore(database.db)
  await library.save(bundle)
  await library.save({ ...bundle, title: 'Another title' })
  expect(library.revision).toBe(1)
  expect(await library.read(bundle.root.toUpperCase().replace('0X', '0x'))).toEqual(bundle)
  const head = { root: bundle.root, title: 'Pump, phase 1', leafCount: 1, createdAt: 1_780_000_000 }
  expect(library.heads()).toEqual([head])
  expect((await openEvidenceStore(database.db)).heads()).toEqual([head])
})

test('a bundle whose leaves give another root is refused', async () => {
  const library = await openEvidenceStore(database.db)
  const root = `0x${'12'.repeat(32)}` as const
  await expect(library.save({ ...bundle, root })).rejects.toThrow('its leaves give another root')
  expect(library.has(root)).toBe(false)
})

test('what another process adds and deletes is taken over, in the same order', async () => {
  const [one, other] = [await openEvidenceStore(database.db), await openEvidenceStore(database.db)]
  const older = {
    ...buildBundle([{ name: 'b.md', mediaType: 'text/markdown', content: 'Before' }]),
    title: 'Pump, phase 0',
    createdAt: 1_770_000_000,
  }
  await one.save(bundle)
  await one.save(older)
  await other.refresh()
  const fresh = await openEvidenceStore(database.db)
  expect(other.heads()).toEqual(fresh.heads())
  expect(other.has(older.root)).toBe(true)
  await deleteBundles(database.db, [older.root])
  await other.refresh()
  expect(other.has(older.root)).toBe(false)
})

test('leaves of another shape are an error, not an answer', async () => {
  await database.db.execute(
    sql`insert into milestone_evidence_bundles (root, title, leaves, created_at) values ('0x01', 't', '[{"name":1}]', 1)`,
  )
  const library = await openEvidenceStore(database.db).catch((error: unknown) => String(error))
  expect(library).toBe('Error: Cannot read a bundle as its leaves have another shape')
})
