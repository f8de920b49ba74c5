import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { startCampaignArea } from '../../../src/campaign/area.ts'
import type { Receipt, ReceiptSpec } from '../../../src/campaign/receipts/receipt.ts'
import { receipts as receiptTable } from '../../../src/campaign/tables.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import type { CampaignServer } from '../../support/campaign-server.ts'
import { hasOr } from '../../support/left-out.ts'
import { quickTmpdir } from '../../support/quick-tmpdir.ts'
import { kidAt, startReceiptServer, verifyAt } from './receipt-server.ts'

let server: CampaignServer
let receipt: Receipt
beforeAll(async () => {
  ;({ server, receipt } = await startReceiptServer())
})
afterAll(() => server.stop())

const verify = (body: unknown) => verifyAt(server, body)
/** Another receipt that this service signed, with other contents. */
const issueOther = async (changes: Partial<ReceiptSpec>, assets = receipt.assets) => {
  const { receipts } = server.area.deps
  const other = await receipts.issue({ ...receipt.spec, ...changes }, assets)
  const draft = { id: `d_${other.receiptId}`, owner: 'demo' }
  await server.database.db.transaction((tx) => receipts.store(tx, draft, other))
  return other
}
describe('a receipt', () => {
  test('is verified by its id and as it was handed on, with the stored files', async () => {
    const expected = {
      verified: true,
      receiptId: receipt.receiptId,
      signature: { valid: true, kid: await kidAt(server) },
      specHash: { valid: true },
      assetHash: { valid: true },
      stored: [{ format: 'square', state: 'same' }],
    }
    expect(await verify({ receiptId: receipt.receiptId })).toEqual({ status: 200, body: expected })
    expect(await verify({ receipt })).toEqual({ status: 200, body: expected })
  })

  test('that was tampered with is not verified, and leads to no stored file and no run', async () => {
    const { body } = await verify({
      receipt: { ...receipt, spec: { ...receipt.spec, seed: 8 } },
      reproduce: true,
    })
    expect(body).toEqual({
      verified: false,
      receiptId: receipt.receiptId,
      signature: { valid: false, reason: 'altered' },
      specHash: { valid: false },
      assetHash: { valid: true },
      stored: [],
      reproduction: { possible: false, reason: 'receipt' },
    })
  })

  test('that was changed in the database is not verified', async () => {
    const other = await issueOther({})
    const content = JSON.stringify({ ...other, issuedAt: '2020-01-01T00:00:00.000Z' })
    await server.database.db.update(receiptTable).set({ content }).where(eq(receiptTable.id, other.receiptId))
    expect((await verify({ receiptId: other.receiptId })).body).toMatchObject({
      verified: false,
      signature: { valid: false, reason: 'altered' },
    })
  })

  test('is read and verified by whoever knows its id, and issued to the owner of the draft alone', async () => {
    const { key } = await server.area.keys.create('stranger')
    const headers = { authorization: `Bearer ${key}` }
    try {
      const [draft] = await server.database.rows<{ id: string }>(
        sql`select draft_id as id from campaign_receipts where id = ${receipt.receiptId}`,
      )
      const issued = await server.post('/api/provenance', { draftId: draft?.id }, headers)
      expect([issued.status, (await issued.json()).error]).toEqual([404, 'receipt_not_found'])
      expect((await verify({ receiptId: receipt.receiptId })).body.verified).toBe(true)
      expect((await fetch(`${server.url}/api/provenance?receiptId=${receipt.receiptId}`)).status).toBe(200)
    } finally {
      await server.database.db.execute(sql`delete from campaign_caller_keys`)
    }
  })

  test('whose files are gone stays valid, one whose files were altered does not', async () => {
    const file = new TextEncoder().encode('a file of an approved draft')
    const { blobs } = server.area.deps
    const byteSha256 = await blobs.put(file)
    const other = await issueOther({}, [{ format: 'square', byteSha256, pixelSha256: 'a'.repeat(64) }])
    const path = [byteSha256.slice(0, 2), byteSha256.slice(2, 4), byteSha256].join('/')
    const [stored = ''] = [...new Bun.Glob(`**/${path}`).scanSync({ cwd: server.dataDir, absolute: true })]
    writeFileSync(stored, file.with(0, 0))
    const altered = await verify({ receiptId: other.receiptId })
    expect([altered.body.verified, altered.body.stored]).toEqual([
      false,
      [{ format: 'square', state: 'altered' }],
    ])
    await blobs.remove(byteSha256)
    const gone = await verify({ receiptId: other.receiptId })
    expect([gone.body.verified, gone.body.stored]).toEqual([true, [{ format: 'square', state: 'gone' }]])
  })
})

describe('a request', () => {
  test.each<[string, () => unknown, number, string]>([
    ['without a receipt', () => ({}), 400, 'invalid_request'],
    ['with an id and a receipt', () => ({ receiptId: receipt.receiptId, receipt }), 400, 'invalid_request'],
    ['with a list as receipt', () => ({ receipt: [receipt] }), 400, 'invalid_request'],
    ['with a text that is not JSON', () => ({ receipt: '{' }), 400, 'invalid_request'],
    ['with a text that is not an object', () => ({ receipt: '[1]' }), 400, 'invalid_request'],
    ['with an id of 81 characters', () => ({ receiptId: 'r'.repeat(81) }), 400, 'invalid_request'],
    ['with an unknown member', () => ({ receiptId: receipt.receiptId, assets: [] }), 400, 'invalid_request'],
    [
      'with reproduce "yes"',
      () => ({ receiptId: receipt.receiptId, reproduce: 'yes' }),
      400,
      'invalid_request',
    ],
    ['with an unknown id', () => ({ receiptId: 'r_unknown' }), 404, 'receipt_not_found'],
    ['of 70,000 bytes', () => ({ receipt: { brief: 'x'.repeat(70_000) } }), 413, 'content_too_large'],
    [
      'with a private asset',
      () => ({ receiptId: receipt.receiptId, asset: 'http://10.0.0.1/a.png' }),
      400,
      'url_not_allowed',
    ],
    [
      'with a local file as asset',
      () => ({ receiptId: receipt.receiptId, asset: 'file:///etc/passwd' }),
      400,
      'invalid_url',
    ],
  ])('%s is refused', async (_, body, status, slug) => {
    const answer = await verify(body())
    expect([answer.status, answer.body.error]).toEqual([status, slug])
  })
})

describe('reproduction', () => {
  test('makes the same pixels again from the same spec and seed, and stores nothing', async () => {
    const count = async () =>
      await server.database.rows(sql`select count(*)::int as drafts from campaign_drafts`)
    const before = await count()
    const { body } = await verify({ receiptId: receipt.receiptId, reproduce: true })
    const [asset] = receipt.assets
    expect([body.verified, body.reproduction]).toEqual([
      true,
      {
        possible: true,
        same: true,
        assets: [{ format: 'square', pixelSha256: asset?.pixelSha256, same: true }],
      },
    ])
    expect(await count()).toEqual(before)
  })

  test('of a receipt whose pixels its spec does not make tells so', async () => {
    const other = await issueOther({ seed: 8 })
    const { body } = await verify({ receiptId: other.receiptId, reproduce: true })
    expect([body.verified, body.signature.valid, body.reproduction]).toMatchObject([
      false,
      true,
      { possible: true, same: false, assets: [{ format: 'square', same: false }] },
    ])
  })

  test.each<[string, string, () => Partial<ReceiptSpec>]>([
    [
      'a base image',
      'scene',
      () => ({ engine: { ...receipt.spec.engine, scene: 'base-image', family: null } }),
    ],
    ['a model', 'scene', () => ({ engine: { ...receipt.spec.engine, scene: 'image-model', family: null } })],
    ['another version', 'engine', () => ({ engine: { ...receipt.spec.engine, version: '0.0.1' } })],
    ['an unknown kit', 'kit', () => ({ kit: { ...receipt.spec.kit, id: 'gone' } })],
    ['an unknown version of a kit', 'kit', () => ({ kit: { ...receipt.spec.kit, version: 9 } })],
    ['a kit of another digest', 'kit', () => ({ kit: { ...receipt.spec.kit, digest: '0'.repeat(64) } })],
    ['an unknown logo', 'logo', () => ({ logoSha256: '0'.repeat(64) })],
  ])('of a run with %s is not possible, for the reason "%s"', async (_, reason, changes) => {
    const other = await issueOther(changes())
    const { status, body } = await verify({ receiptId: other.receiptId, reproduce: true })
    expect([status, body.verified, body.reproduction]).toEqual([200, false, { possible: false, reason }])
  })
})

describe('the published keys', () => {
  test('are those of all services on the database, and old ones stay', async () => {
    const url = `${server.url}/.well-known/jwks.json`
    const before = await fetch(url)
    const etag = before.headers.get('etag') ?? ''
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
    const { keys } = await before.json()
    const other = await startCampaignArea({
      config: {
        dataDir: mkdtempSync(join(quickTmpdir(), 'cairn-other-service-')),
        s3: undefined,
        imageModel: undefined,
        receiptKey: undefined,
        scan: { ports: [80, 443], localOrigins: [], perMinute: 1, chromium: undefined },
      },
      database: server.database,
      log: silentLog,
      now: Date.now,
      urls: { agent: 'http://localhost', studio: 'http://localhost' },
      localOrigins: [],
    })
    const issued = await other.deps.receipts.issue(receipt.spec, receipt.assets)
    await other.stop()
    const after = await fetch(url, { headers: { 'if-none-match': etag } })
    expect([after.status, after.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    const published = (await after.json()).keys
    expect([published.length, published[0]]).toEqual([2, keys[0]])
    expect((await verify({ receipt: issued })).body).toMatchObject({
      verified: true,
      signature: { valid: true, kid: published[1].kid },
    })
  })
})

const node = Bun.which('node')
const hasNode = hasOr(node !== null, {
  file: import.meta.path,
  reason: 'Node is missing, by which another implementation verifies a receipt',
  remedy: 'install Node 20 or later',
})
test.if(hasNode)(
  'a program with nothing of this project, in Node with jose, verifies a receipt',
  async () => {
    const script = join(import.meta.dir, 'verify-with-jose.mjs')
    const urls = [
      `${server.url}/api/provenance?receiptId=${receipt.receiptId}`,
      `${server.url}/.well-known/jwks.json`,
    ]
    const child = Bun.spawn([node ?? '', script, ...urls], { stdout: 'pipe', stderr: 'inherit' })
    const out = await new Response(child.stdout).text()
    expect([await child.exited, out.trim()]).toEqual([0, await kidAt(server)])
  },
)
