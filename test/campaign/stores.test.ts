import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createBrandKits, parsePin } from '../../src/campaign/brand-kits/kits.ts'
import type { Logos } from '../../src/campaign/brand-kits/logos.ts'
import { createCallerKeys } from '../../src/campaign/entitlements/caller-keys.ts'
import { createIdempotency } from '../../src/campaign/requests/idempotency.ts'
import type { Database } from '../../src/kernel/database/database.ts'
import { bothDatabases } from '../support/databases.ts'
import { dumpDatabase } from '../support/dump.ts'

const dayMs = 86_400_000
const start = Date.parse('2026-05-04T09:30:00.000Z')
const notUsed = async () => {
  throw new Error('not used')
}
const noLogos: Logos = {
  add: notUsed,
  find: async () => undefined,
  original: notUsed,
  master: notUsed,
  sweep: notUsed,
}
describe.each(bothDatabases)('on %s', (_, open) => {
  let database: Database
  let remove: () => Promise<void>
  let now = start
  const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))
  const kitsOf = () =>
    createBrandKits({ db: database.db, logos: noLogos, now: () => now, logoUrl: (sha256) => `/${sha256}` })
  beforeAll(async () => {
    ;({ database, remove } = await open())
  })
  beforeEach(async () => {
    now = start
    await database.db.execute(
      sql`truncate campaign_brand_kits, campaign_brand_kit_versions, campaign_drafts, campaign_assets, campaign_idempotent_requests, campaign_caller_keys`,
    )
  })
  afterAll(async () => {
    await remove()
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
      expect(await kits.list('b', { limit: 10, after: undefined })).toEqual([])
      expect(await kits.create('b', { id: 'acme', name: 'Mine' }, undefined)).toMatchObject({ version: 1 })
      expect(await kits.list('a', { limit: 10, after: undefined })).toMatchObject([
        { name: 'Acme', version: 1 },
      ])
      const versions = await kits.versions('b', 'acme', { limit: 10, before: undefined })
      expect(versions.map(({ name }) => name)).toEqual(['Mine'])
    })

    test('the id of the demo kit is refused to callers', async () => {
      await expect(
        kitsOf().create('b', { id: 'demo-launch', name: 'Mine' }, undefined),
      ).rejects.toMatchObject({
        slug: 'brand_kit_taken',
      })
      expect(await kitsOf().create('b', { name: 'Demo launch' }, undefined)).toMatchObject({
        id: 'demo-launch-2',
      })
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

  describe('idempotency', () => {
    const request = (changes: object = {}) => ({
      owner: 'a',
      capability: '1.5.0',
      headers: new Headers({ 'idempotency-key': 'order-1' }),
      request: { command: 'Sea' },
      ...changes,
    })
    const idempotencyOf = () => createIdempotency({ db: database.db, now: () => now })
    const answer = (token: string) => async () => ({ status: 200, body: { token } })

    test('the same key and request repeat the answer, and the work is done once', async () => {
      const idempotency = idempotencyOf()
      const first = await idempotency.once(request(), answer('secret-token'))
      const again = await idempotency.once(request(), async () => {
        throw new Error('done twice')
      })
      expect(again).toEqual(first)
      const dump = await dumpDatabase(database)
      expect([dump.includes('secret-token'), dump.includes('order-1')]).toEqual([false, false])
    })

    test('the same key with another request is a conflict, of another caller it is another key', async () => {
      const idempotency = idempotencyOf()
      await idempotency.once(request(), answer('1'))
      const other = idempotency.once(request({ request: { command: 'Hill' } }), answer('2'))
      await expect(other).rejects.toMatchObject({
        slug: 'idempotency_conflict',
        retryAfterSeconds: undefined,
      })
      expect((await idempotency.once(request({ owner: 'b' }), answer('3'))).body).toEqual({ token: '3' })
    })

    test('a request that is being worked on is a conflict, and one that failed may be made again', async () => {
      const idempotency = idempotencyOf()
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
        slug: 'idempotency_in_progress',
        retryAfterSeconds: 2,
      })
      gate.resolve()
      expect(await settled).toBe('failed')
      expect((await idempotency.once(request(), answer('again'))).body).toEqual({ token: 'again' })
    })

    test('a request that a dead process left unfinished may be made again after two minutes', async () => {
      const idempotency = idempotencyOf()
      await idempotency.once(request(), answer('1'))
      await database.db.execute(sql`update campaign_idempotent_requests set status = null, response = null`)
      await expect(idempotency.once(request(), answer('2'))).rejects.toMatchObject({ status: 409 })
      now += 121_000
      expect((await idempotency.once(request(), answer('3'))).body).toEqual({ token: '3' })
    })

    test('answers are deleted after a day', async () => {
      const idempotency = idempotencyOf()
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
    expect(await keys.callerOf(key)).toEqual({ id: 'agency', keyId: expect.stringMatching(/^k_/) })
    expect(await keys.callerOf(`${key}x`)).toBeUndefined()
    expect(await dumpDatabase(database)).not.toContain(key)
    await database.db.execute(sql`update campaign_caller_keys set revoked_at = 1`)
    expect(await keys.callerOf(key)).toBeUndefined()
  })
})
