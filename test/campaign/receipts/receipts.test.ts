import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { checkReceipt } from '../../../src/campaign/receipts/check-receipt.ts'
import { createReceipts } from '../../../src/campaign/receipts/receipts.ts'
import { createReceiptKeys } from '../../../src/campaign/receipts/signing-key.ts'
import type { Database } from '../../../src/kernel/database/database.ts'
import { bothDatabases } from '../../support/databases.ts'
import { assets, newKey, random, spec } from './kit.ts'

const start = Date.parse('2026-05-04T09:30:00.000Z')

describe.each(bothDatabases)('on %s', (_, open) => {
  let database: Database
  let remove: () => Promise<void>
  let now = start
  beforeAll(async () => {
    ;({ database, remove } = await open())
  })
  beforeEach(async () => {
    now = start
    await database.db.execute(sql`truncate campaign_receipts, campaign_receipt_keys`)
  })
  afterAll(() => remove())

  /** A process on the database, as it starts with its key. */
  const startProcess = async (key: Awaited<ReturnType<typeof newKey>>) => {
    const { db } = database
    const keys = createReceiptKeys({ db, now: () => now })
    await keys.publish(key.publicKey)
    return { keys, receipts: createReceipts({ db, key, now: () => now, random }) }
  }

  test('a receipt is read by its id, and by its draft for the owner alone', async () => {
    const { receipts } = await startProcess(await newKey())
    const receipt = await receipts.issue(spec, [])
    await database.db.transaction((tx) => receipts.store(tx, { id: 'd_1', owner: 'a' }, receipt))
    expect(await receipts.read(receipt.receiptId)).toEqual(receipt)
    expect(await receipts.ofDraft('a', 'd_1')).toEqual(receipt)
    await expect(receipts.ofDraft('b', 'd_1')).rejects.toMatchObject({ slug: 'receipt_not_found' })
    expect([await receipts.ownerOf(receipt.receiptId), await receipts.ownerOf('r_other')]).toEqual([
      'a',
      undefined,
    ])
  })

  test('receipts of keys that were rotated away stay valid, and the database has no private key', async () => {
    const issued: Record<string, unknown>[] = []
    const kids: string[] = []
    for (let rotation = 0; rotation < 3; rotation += 1) {
      now += 1_000
      const key = await newKey()
      const { receipts } = await startProcess(key)
      kids.push(key.publicKey.kid)
      issued.push({ ...(await receipts.issue(spec, assets)) })
    }
    const published = await createReceiptKeys({ db: database.db, now: () => now }).list()
    expect(published.map(({ kid }) => kid)).toEqual(kids)
    const checks = await Promise.all(issued.map((receipt) => checkReceipt(receipt, published)))
    expect(checks.map(({ signature }) => signature)).toEqual(kids.map((kid) => ({ valid: true, kid })))
    expect(published.filter((jwk) => 'd' in jwk)).toEqual([])
  })

  test('processes with keys of their own publish all of them, and a key is published once', async () => {
    const keys = await Promise.all(Array.from({ length: 4 }, () => newKey()))
    const processes = await Promise.all([...keys, ...keys].map(startProcess))
    const kids = keys.map(({ publicKey }) => publicKey.kid).toSorted()
    for (const { receipts, keys: ofProcess } of processes) {
      const published = await ofProcess.list()
      expect(published.map(({ kid }) => kid)).toEqual(kids)
      const receipt = { ...(await receipts.issue(spec, assets)) }
      expect((await checkReceipt(receipt, published)).signature.valid).toBe(true)
    }
  })
})
