import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import canonicalize from 'canonicalize'
import { sql } from 'drizzle-orm'
import { compactVerify, importJWK } from 'jose'
import { createIdempotency } from '../../src/campaign/agent/idempotency.ts'
import { createBrandKits, parsePin } from '../../src/campaign/brand-kits/kits.ts'
import { createDrafts, removeUnused } from '../../src/campaign/drafts/drafts.ts'
import { createCallerKeys } from '../../src/campaign/entitlements/caller-keys.ts'
import type { Logos } from '../../src/campaign/logos/logos.ts'
import { assetHashOf, type ReceiptSpec } from '../../src/campaign/receipts/receipt.ts'
import { createReceipts } from '../../src/campaign/receipts/receipts.ts'
import { openSigningKey } from '../../src/campaign/receipts/signing-key.ts'
import { openBlobs } from '../../src/kernel/blobs/open-blobs.ts'
import type { Database } from '../../src/kernel/db.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { openTestPglite, openTestPostgres } from '../support/databases.ts'
import { dumpDatabase } from '../support/dump.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { quickTmpdir } from '../support/quick-tmpdir.ts'

let cluster: TestPostgres
let postgresUrl = ''
beforeAll(async () => {
  cluster = await startPostgres()
  postgresUrl = await cluster.createDatabase()
})
afterAll(() => cluster.stop())

const dayMs = 86_400_000
const start = Date.parse('2026-05-04T09:30:00.000Z')
const noLogos: Logos = {
  add: async () => {
    throw new Error('not used')
  },
  find: async () => undefined,
  master: async () => {
    throw new Error('not used')
  },
}
const spec: ReceiptSpec = {
  kit: { id: 'acme', version: 1, digest: 'a'.repeat(64) },
  logoSha256: null,
  brief: 'Sea',
  prompt: 'Sea',
  seed: 7,
  formats: ['square'],
  overlayMode: 'none',
  controls: { placement: 'auto', scale: 0.2, x: 0, y: 0, margin: 0, color: 'original', opacity: 1 },
  text: { content: '', position: 'auto', fontSize: 'auto', color: 'auto', style: 'bold', align: 'auto' },
  engine: { version: '0', scene: 'procedural', family: 'ocean' },
}

describe.each([
  ['PGlite', openTestPglite],
  [
    'PostgreSQL',
    async () => {
      const database = await openTestPostgres(postgresUrl)
      return { database, remove: () => database.close() }
    },
  ],
] as const)('on %s', (_, open) => {
  let database: Database
  let remove: () => Promise<void>
  let now = start
  const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))
  const folder = mkdtempSync(join(quickTmpdir(), 'cairn-campaign-'))
  const blobs = openBlobs({ s3: undefined, dataDir: folder, log: silentLog })
  const kitsOf = () =>
    createBrandKits({ db: database.db, logos: noLogos, now: () => now, logoUrl: (sha256) => `/${sha256}` })
  const draftsOf = () => createDrafts({ db: database.db, blobs, now: () => now, random })
  beforeAll(async () => {
    ;({ database, remove } = await open())
  })
  beforeEach(async () => {
    now = start
    await database.db.execute(
      sql`truncate campaign_brand_kits, campaign_brand_kit_versions, campaign_drafts, campaign_assets, campaign_receipts, campaign_idempotent_requests, campaign_caller_keys`,
    )
  })
  afterAll(async () => {
    await remove()
    rmSync(folder, { recursive: true, force: true })
  })

  describe('brand kits', () => {
    test('the id comes from the name, and is another one where it is taken', async () => {
      const kits = kitsOf()
      const ids: string[] = []
      for (const name of ['Été & Co', 'ete co', '???'])
        ids.push((await kits.create('a', { name }, undefined)).id)
      expect(ids).toEqual(['e-te-co', 'ete-co', 'kit'])
      expect((await kits.create('a', { name: 'ETE CO' }, undefined)).id).toBe('ete-co-2')
    })

    test('the same id makes the next version, and earlier versions stay as they were', async () => {
      const kits = kitsOf()
      const first = await kits.create('a', { id: 'acme', name: 'Acme', palette: ['#112233'] }, undefined)
      now += 1_000
      const second = await kits.create('a', { id: 'acme', name: 'Acme 2' }, undefined)
      expect([first.version, second.version]).toEqual([1, 2])
      expect(first.digest).not.toBe(second.digest)
      const read = async (pin: string) =>
        (await kits.read('a', parsePin(pin) ?? { id: '', version: undefined }, { anyVersion: true })).kit
      expect(await read('acme@1')).toEqual(first)
      expect(await read('acme')).toEqual(second)
      expect(second.createdAt).toBe(first.createdAt)
      expect(second.updatedAt).not.toBe(first.updatedAt)
    })

    test('versions made at the same time are all made, each once', async () => {
      const kits = kitsOf()
      const made = await Promise.all(
        Array.from({ length: 8 }, () => kits.create('a', { id: 'acme', name: 'Acme' }, undefined)),
      )
      expect(made.map(({ version }) => version).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    })

    test('a kit that several processes ensure is made once', async () => {
      const kits = kitsOf()
      const request = { id: 'demo-launch', name: 'Demo' }
      await Promise.all(Array.from({ length: 4 }, () => kits.createOnce('cairn:demo', request, undefined)))
      expect((await kits.read('anyone', { id: 'demo-launch', version: 1 })).kit.version).toBe(1)
    })

    test('another caller neither reads, lists nor writes a kit', async () => {
      const kits = kitsOf()
      await kits.create('a', { id: 'acme', name: 'Acme' }, undefined)
      await expect(kits.read('b', { id: 'acme', version: undefined })).rejects.toMatchObject({
        slug: 'brand_kit_not_found',
      })
      await expect(kits.create('b', { id: 'acme', name: 'Mine' }, undefined)).rejects.toMatchObject({
        slug: 'brand_kit_taken',
      })
      expect(await kits.list('b', { limit: 10, after: undefined })).toEqual([])
    })

    test('a pin that is not the current version is refused, and the message names the current one', async () => {
      const kits = kitsOf()
      for (const name of ['one', 'two']) await kits.create('a', { id: 'acme', name }, undefined)
      await expect(kits.read('a', { id: 'acme', version: 1 })).rejects.toMatchObject({
        slug: 'brand_kit_version_mismatch',
        message: 'Cannot use "acme@1": the current pin is "acme@2"',
      })
    })

    test('lists go on after the last id', async () => {
      const kits = kitsOf()
      for (const id of ['c', 'a', 'b']) await kits.create('me', { id, name: id }, undefined)
      const ids = async (after: string | undefined) =>
        (await kits.list('me', { limit: 2, after })).map(({ id }) => id)
      expect(await ids(undefined)).toEqual(['a', 'b'])
      expect(await ids('b')).toEqual(['c'])
    })
  })

  describe('drafts', () => {
    const draft = { owner: 'a', capability: '1.5.0', brief: 'Sea', request: '{}', kit: undefined }
    const result = (receipt?: string) => ({
      assets: [],
      assetHash: 'h',
      warnings: ['w'],
      scene: { provider: 'procedural', family: 'ocean' },
      seed: 7,
      ...(receipt !== undefined && { provenanceReceiptId: receipt }),
    })

    test('only the token reads a draft, and the database has its hash alone', async () => {
      const drafts = draftsOf()
      const { id, token } = await drafts.begin(draft)
      expect(await drafts.read(id, token)).toMatchObject({
        draftId: id,
        run: 'processing',
        review: 'pending',
      })
      for (const wrong of ['', `${token}x`, 'x'.repeat(43)])
        await expect(drafts.read(id, wrong)).rejects.toMatchObject({ slug: 'draft_not_found' })
      expect(await dumpDatabase(database)).not.toContain(token)
    })

    test('a run ends once: completed or failed', async () => {
      const drafts = draftsOf()
      const { id, token } = await drafts.begin(draft)
      expect(await drafts.complete(id, result(), [], async () => {})).toBe(true)
      await drafts.fail(id, { code: 'late', message: 'Late' })
      expect(await drafts.complete(id, { ...result(), seed: 8 }, [], async () => {})).toBe(false)
      expect(await drafts.read(id, token)).toMatchObject({ run: 'completed', seed: 7, warnings: ['w'] })
    })

    test('what is written with the end of a run is undone with it', async () => {
      const drafts = draftsOf()
      const { id, token } = await drafts.begin(draft)
      const broken = drafts.complete(id, result(), [{ sha256: 'a', mediaType: 'image/png' }], async () => {
        throw new Error('no receipt')
      })
      await expect(broken).rejects.toThrow('no receipt')
      expect((await drafts.read(id, token)).run).toBe('processing')
      const rows = await database.rows(sql`select * from campaign_assets`)
      expect(rows).toEqual([])
    })

    test('after seven days a draft is gone with the files that no other draft has', async () => {
      const drafts = draftsOf()
      const [shared, own, late] = await Promise.all(
        ['shared', 'own', 'late'].map((text) => blobs.put(new TextEncoder().encode(text))),
      )
      const file = (sha256 = '') => ({ sha256, mediaType: 'image/png' })
      const first = await drafts.begin(draft)
      await drafts.complete(first.id, result(), [file(shared), file(own)], async () => {})
      now += dayMs
      const second = await drafts.begin(draft)
      await drafts.complete(second.id, result(), [file(shared), file(late)], async () => {})
      now = start + 7 * dayMs
      await expect(drafts.read(first.id, first.token)).rejects.toMatchObject({ slug: 'draft_not_found' })
      expect(await drafts.sweep()).toBe(1)
      const stays = await Promise.all([shared, own, late].map((sha256) => blobs.has(sha256 ?? '')))
      expect(stays).toEqual([true, false, true])
    })

    test('files of an approved draft stay', async () => {
      const drafts = draftsOf()
      const sha256 = await blobs.put(new TextEncoder().encode('approved'))
      const { id } = await drafts.begin(draft)
      await drafts.complete(id, result(), [{ sha256, mediaType: 'image/png' }], async () => {})
      await database.db.execute(sql`update campaign_drafts set review = 'approved'`)
      now += 7 * dayMs
      expect(await drafts.sweep()).toBe(1)
      expect(await blobs.has(sha256)).toBe(true)
    })

    test('files of a failed run go, but for those that a draft has', async () => {
      const drafts = draftsOf()
      const [used = '', unused = ''] = await Promise.all(
        ['used', 'unused'].map((text) => blobs.put(new TextEncoder().encode(text))),
      )
      const { id } = await drafts.begin(draft)
      await drafts.complete(id, result(), [{ sha256: used, mediaType: 'image/png' }], async () => {})
      await removeUnused(database.db, blobs, [used, unused])
      expect([await blobs.has(used), await blobs.has(unused)]).toEqual([true, false])
    })
  })

  describe('receipts', () => {
    test('a receipt is signed over its canonical form by the published key', async () => {
      const key = await openSigningKey(join(folder, 'receipt-key.jwk'))
      const receipts = createReceipts({ db: database.db, key, now: () => now, random })
      const assets = [{ format: 'square', byteSha256: 'b'.repeat(64), pixelSha256: 'c'.repeat(64) }]
      const receipt = await receipts.issue(spec, assets)
      const { signature, ...signed } = receipt
      const [jwk] = (await openSigningKey(join(folder, 'receipt-key.jwk'))).publicKeys
      if (jwk === undefined) throw new Error('no key is published')
      expect(Object.keys(jwk)).not.toContain('d')
      const { payload } = await compactVerify(signature, await importJWK(jwk, 'EdDSA'))
      expect(new TextDecoder().decode(payload)).toBe(canonicalize(signed) ?? '')
      expect(receipt.assetHash).toBe(assetHashOf(assets))
    })

    test('it is read by its id, and by its draft for the owner alone', async () => {
      const key = await openSigningKey(join(folder, 'receipt-key.jwk'))
      const receipts = createReceipts({ db: database.db, key, now: () => now, random })
      const receipt = await receipts.issue(spec, [])
      await database.db.transaction((tx) => receipts.store(tx, { id: 'd_1', owner: 'a' }, receipt))
      expect(await receipts.read(receipt.receiptId)).toEqual(receipt)
      expect(await receipts.ofDraft('a', 'd_1')).toEqual(receipt)
      await expect(receipts.ofDraft('b', 'd_1')).rejects.toMatchObject({ slug: 'receipt_not_found' })
    })
  })

  describe('idempotency', () => {
    const request = (changes: object = {}) => ({
      owner: 'a',
      capability: '1.5.0',
      key: 'order-1',
      request: { command: 'Sea' },
      ...changes,
    })
    const answer = (token: string) => async () => ({ status: 200, body: { token } })

    test('the same key and request repeat the answer, and the work is done once', async () => {
      const idempotency = createIdempotency({ db: database.db, now: () => now })
      const first = await idempotency.once(request(), answer('secret-token'))
      const again = await idempotency.once(request(), async () => {
        throw new Error('done twice')
      })
      expect(again).toEqual(first)
      const dump = await dumpDatabase(database)
      expect([dump.includes('secret-token'), dump.includes('order-1')]).toEqual([false, false])
    })

    test('the same key with another request is a conflict, of another caller it is another key', async () => {
      const idempotency = createIdempotency({ db: database.db, now: () => now })
      await idempotency.once(request(), answer('1'))
      await expect(
        idempotency.once(request({ request: { command: 'Hill' } }), answer('2')),
      ).rejects.toMatchObject({
        status: 409,
      })
      expect(await idempotency.once(request({ owner: 'b' }), answer('3'))).toEqual({
        status: 200,
        body: { token: '3' },
      })
    })

    test('a request that is being worked on is a conflict, and one that failed may be made again', async () => {
      const idempotency = createIdempotency({ db: database.db, now: () => now })
      const begun = Promise.withResolvers<void>()
      const gate = Promise.withResolvers<void>()
      const failing = idempotency.once(request(), async () => {
        begun.resolve()
        await gate.promise
        throw new Error('failed')
      })
      const settled = failing.catch((error: Error) => error.message)
      await begun.promise
      await expect(idempotency.once(request(), answer('early'))).rejects.toMatchObject({
        slug: 'idempotency_conflict',
      })
      gate.resolve()
      expect(await settled).toBe('failed')
      expect((await idempotency.once(request(), answer('again'))).body).toEqual({ token: 'again' })
    })

    test('what a dead process left unfinished may be made again after two minutes', async () => {
      const idempotency = createIdempotency({ db: database.db, now: () => now })
      await idempotency.once(request(), answer('1'))
      await database.db.execute(sql`update campaign_idempotent_requests set status = null, response = null`)
      await expect(idempotency.once(request(), answer('2'))).rejects.toMatchObject({ status: 409 })
      now += 121_000
      expect((await idempotency.once(request(), answer('3'))).body).toEqual({ token: '3' })
    })

    test('answers are forgotten after a day', async () => {
      const idempotency = createIdempotency({ db: database.db, now: () => now })
      await idempotency.once(request(), answer('1'))
      now += dayMs + 1
      await idempotency.sweep()
      expect((await idempotency.once(request(), answer('2'))).body).toEqual({ token: '2' })
    })
  })

  test('a caller key names its caller, the database has its hash alone', async () => {
    const keys = createCallerKeys({ db: database.db, now: () => now, random })
    expect(await keys.any()).toBe(false)
    const { key } = await keys.create('agency')
    expect(await keys.callerOf(key)).toBe('agency')
    expect(await keys.callerOf(`${key}x`)).toBeUndefined()
    expect(await dumpDatabase(database)).not.toContain(key)
    await database.db.execute(sql`update campaign_caller_keys set revoked_at = 1`)
    expect(await keys.callerOf(key)).toBeUndefined()
  })
})
