import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import sharp, { type Sharp } from 'sharp'
import { startCampaignArea } from '../../../src/campaign/area.ts'
import type { Receipt, ReceiptSpec } from '../../../src/campaign/receipts/receipt.ts'
import { receipts as receiptTable } from '../../../src/campaign/tables.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { badPixels } from '../../support/bad-images.ts'
import { hasOr } from '../../support/left-out.ts'
import { quickTmpdir } from '../../support/quick-tmpdir.ts'
import { type Agent, bearer, startAgent } from '../agent-kit.ts'

let agent: Agent
let receipt: Receipt
let assetUrl = ''
agent = await startAgent()
const { body } = await agent.run({ layout: undefined, seed: 7 }, { command: 'Silk' })
receipt = await agent.server.area.deps.receipts.read(body.provenanceReceiptId)
assetUrl = body.resultUrl
const png = await (await fetch(assetUrl)).bytes()
afterAll(() => agent.stop())

const verify = (body: object) => agent.post('/api/provenance/verify', body)
const verifyId = (more: object = {}) => verify({ receiptId: receipt.receiptId, ...more })
const kid = async () => (await agent.server.area.deps.receiptKeys.list())[0]?.kid
/** Another receipt that this service signed, with other contents. */
const issueOther = async (changes: Partial<ReceiptSpec>, assets = receipt.assets) => {
  const { receipts } = agent.server.area.deps
  const other = await receipts.issue({ ...receipt.spec, ...changes }, assets)
  const draft = { id: `d_${other.receiptId}`, owner: 'demo' }
  await agent.server.database.db.transaction((tx) => receipts.store(tx, draft, other))
  return other
}

describe('a receipt', () => {
  test('is verified by its id and as it was handed on, with the stored files', async () => {
    const body = {
      verified: true,
      receiptId: receipt.receiptId,
      signature: { valid: true, kid: await kid() },
      specHash: { valid: true },
      assetHash: { valid: true },
      stored: [{ format: 'square', state: 'same' }],
    }
    expect(await verifyId()).toMatchObject({ status: 200, body })
    expect((await verify({ receipt })).body).toEqual(body)
  })

  test('that was changed is not verified, and gives access to no stored file and no run', async () => {
    const changed = { ...receipt, spec: { ...receipt.spec, seed: 8 } }
    expect((await verify({ receipt: changed, reproduce: true })).body).toEqual({
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
    const { receiptId, ...other } = await issueOther({})
    const content = JSON.stringify({ ...other, receiptId, issuedAt: '2020-01-01T00:00:00.000Z' })
    await agent.server.database.db.update(receiptTable).set({ content }).where(eq(receiptTable.id, receiptId))
    const { body } = await verify({ receiptId })
    expect(body).toMatchObject({ verified: false, signature: { valid: false, reason: 'altered' } })
  })

  test('is read and verified by any caller with its id, and issued to the owner of the draft alone', async () => {
    const { database, area } = agent.server
    const stranger = bearer((await area.keys.create('stranger')).key)
    try {
      const [draft] = await database.rows<{ id: string }>(
        sql`select draft_id as id from campaign_receipts where id = ${receipt.receiptId}`,
      )
      const issued = await agent.post('/api/provenance', { draftId: draft?.id }, stranger)
      expect([issued.status, issued.body.error]).toEqual([404, 'receipt_not_found'])
      expect((await verifyId()).body.verified).toBe(true)
      expect((await agent.get(`/api/provenance?receiptId=${receipt.receiptId}`)).status).toBe(200)
    } finally {
      await database.db.execute(sql`delete from campaign_caller_keys`)
    }
  })

  test('whose files are gone stays valid, one whose files were altered does not', async () => {
    const file = new TextEncoder().encode('a file of an approved draft')
    const { blobs } = agent.server.area.deps
    const byteSha256 = await blobs.put(file)
    const { receiptId } = await issueOther({}, [
      { format: 'square', byteSha256, pixelSha256: 'a'.repeat(64) },
    ])
    const path = `**/${byteSha256.slice(0, 2)}/${byteSha256.slice(2, 4)}/${byteSha256}`
    const cwd = agent.server.dataDir
    const [stored = ''] = new Bun.Glob(path).scanSync({ cwd, absolute: true })
    writeFileSync(stored, file.with(0, 0))
    const altered = { verified: false, stored: [{ format: 'square', state: 'altered' }] }
    expect((await verify({ receiptId })).body).toMatchObject(altered)
    await blobs.remove(byteSha256)
    const gone = { verified: true, stored: [{ format: 'square', state: 'gone' }] }
    expect((await verify({ receiptId })).body).toMatchObject(gone)
  })
})

test.each<[string, object | (() => object), number, string]>([
  ['without a receipt', {}, 400, 'invalid_request'],
  ['with an id and a receipt', () => ({ receiptId: 'r_1', receipt }), 400, 'invalid_request'],
  ['with a list as receipt', { receipt: [{}] }, 400, 'invalid_request'],
  ['with a text that is not JSON', { receipt: '{' }, 400, 'invalid_request'],
  ['with a text that is not an object', { receipt: '[1]' }, 400, 'invalid_request'],
  ['with an id of 81 characters', { receiptId: 'r'.repeat(81) }, 400, 'invalid_request'],
  ['with an unknown member', { receiptId: 'r_1', assets: [] }, 400, 'invalid_request'],
  ['with reproduce "yes"', { receiptId: 'r_1', reproduce: 'yes' }, 400, 'invalid_request'],
  ['with an unknown id', { receiptId: 'r_unknown' }, 404, 'receipt_not_found'],
  ['of 70,000 bytes', { receipt: { brief: 'x'.repeat(70_000) } }, 413, 'content_too_large'],
  ['with a private asset', () => ({ receipt, asset: 'http://10.0.0.1/a.png' }), 400, 'url_not_allowed'],
  ['with a local file as asset', () => ({ receipt, asset: 'file:///etc/passwd' }), 400, 'invalid_url'],
])('a request %s is refused', async (_, body, status, error) => {
  const answer = await verify(typeof body === 'function' ? body() : body)
  expect(answer).toMatchObject({ status, body: { error } })
})

describe('reproduction', () => {
  test('makes the same pixels again from the same spec and seed, and stores nothing', async () => {
    const count = () => agent.server.database.rows(sql`select count(*)::int from campaign_drafts`)
    const before = await count()
    const { body } = await verifyId({ reproduce: true })
    const [{ pixelSha256 } = { pixelSha256: '' }] = receipt.assets
    const assets = [{ format: 'square', pixelSha256, same: true }]
    expect(body).toMatchObject({ verified: true, reproduction: { possible: true, same: true, assets } })
    expect(await count()).toEqual(before)
  })

  test('makes other pixels from another seed, and the receipt is not verified', async () => {
    const { receiptId } = await issueOther({ seed: 8 })
    expect((await verify({ receiptId, reproduce: true })).body).toMatchObject({
      verified: false,
      signature: { valid: true },
      reproduction: { possible: true, same: false, assets: [{ format: 'square', same: false }] },
    })
  })

  const engine = (change: Partial<ReceiptSpec['engine']>) => () => ({
    engine: { ...receipt.spec.engine, ...change },
  })
  const kit = (change: Partial<ReceiptSpec['kit']>) => () => ({ kit: { ...receipt.spec.kit, ...change } })
  test.each<[string, string, () => Partial<ReceiptSpec>]>([
    ['a base image', 'scene', engine({ scene: 'base-image', family: null })],
    ['a model', 'scene', engine({ scene: 'image-model', family: null })],
    ['another version', 'engine', engine({ version: '0.0.1' })],
    ['an unknown kit', 'kit', kit({ id: 'gone' })],
    ['an unknown version of a kit', 'kit', kit({ version: 9 })],
    ['a kit of another digest', 'kit', kit({ digest: '0'.repeat(64) })],
    ['an unknown logo', 'logo', () => ({ logoSha256: '0'.repeat(64) })],
  ])('of a run with %s is not possible, for the reason "%s"', async (_, reason, changes) => {
    const { receiptId } = await issueOther(changes())
    const answer = await verify({ receiptId, reproduce: true })
    expect([answer.status, answer.body.verified]).toEqual([200, false])
    expect(answer.body.reproduction).toEqual({ possible: false, reason })
  })
})

describe('a file', () => {
  const upload = (file: Uint8Array, fields: Record<string, string> = { receiptId: receipt.receiptId }) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('asset', new Blob([new Uint8Array(file)]), 'asset.png')
    return agent.upload('/api/provenance/verify', form)
  }
  const encode = (image: Sharp) => image.png({ compressionLevel: 1 }).toBuffer()
  const raw = (data: Uint8Array, width: number, height: number, channels: 3 | 4 = 3) =>
    encode(sharp(data, { raw: { width, height, channels } }))

  test('that is the asset has the same bytes, uploaded or by its URL', async () => {
    const { format, byteSha256, pixelSha256 } = receipt.assets[0] ?? {}
    const body = { verified: true, asset: { match: 'bytes', format, byteSha256, pixelSha256 } }
    expect((await upload(png)).body).toMatchObject(body)
    expect((await verifyId({ asset: assetUrl })).body).toMatchObject(body)
    const handedOn = await upload(png, { receipt: JSON.stringify(receipt), reproduce: 'false' })
    expect(handedOn.body).toMatchObject(body)
  })

  test.each<[string, () => Sharp]>([
    ['of another compression', () => sharp(png)],
    ['with alpha', () => sharp(png).ensureAlpha()],
    ['with 16 bits per channel', () => sharp(png).toColourspace('rgb16')],
  ])('encoded again as a PNG %s has the same pixels', async (_, image) => {
    const { body } = await upload(await encode(image()))
    const [asset] = receipt.assets
    expect(body).toMatchObject({
      verified: true,
      asset: { match: 'pixels', format: 'square', pixelSha256: asset?.pixelSha256 },
    })
    expect(body.asset.byteSha256).not.toBe(asset?.byteSha256)
  })

  const pixelsOf = (image: Sharp) => image.raw().toBuffer()
  test.each<[string, () => Promise<Uint8Array>]>([
    [
      'with one changed step of one channel of one pixel',
      async () => {
        const data = await pixelsOf(sharp(png))
        data[1_234_567] = (data[1_234_567] ?? 0) ^ 1
        return raw(data, 1080, 1080)
      },
    ],
    ['with the same rows in another shape', async () => raw(await pixelsOf(sharp(png)), 2160, 540)],
    [
      'with one transparent pixel',
      async () => raw((await pixelsOf(sharp(png).ensureAlpha())).fill(254, 3, 4), 1080, 1080, 4),
    ],
    ['as a JPEG', () => sharp(png).jpeg({ quality: 100 }).toBuffer()],
    ['that is another image', () => raw(new Uint8Array(243), 9, 9)],
  ])('%s matches nothing', async (_, make) => {
    const { status, body } = await upload(await make())
    expect([status, body.verified, body.signature.valid]).toEqual([200, false, true])
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/)
    expect(body.asset).toEqual({ match: 'none', byteSha256: hash, pixelSha256: hash })
  })

  const badOfEachStatus = [415, 422].map((status) => badPixels.findLast((bad) => bad[1] === status))
  test.each(badOfEachStatus.flatMap((bad) => (bad === undefined ? [] : [bad])))(
    'that is %s is refused by name',
    async (_, status, reason, make) => {
      const body = { detail: expect.stringMatching(reason), errors: [{ path: '/asset' }] }
      expect(await upload(await make())).toMatchObject({ status, body })
    },
  )

  test('of a byte more than the limit is refused', async () => {
    const large = Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024 + 1 - png.length)])
    const body = { error: 'content_too_large', detail: expect.stringContaining('at most 5,242,880 bytes') }
    expect(await upload(large)).toMatchObject({ status: 413, body })
  })
})

test('the published keys are those of all services on the database, and old ones stay', async () => {
  const url = `${agent.server.url}/.well-known/jwks.json`
  const before = await fetch(url)
  const headers = { 'if-none-match': before.headers.get('etag') ?? '' }
  expect((await fetch(url, { headers })).status).toBe(304)
  const { keys } = await before.json()
  const dataDir = mkdtempSync(join(quickTmpdir(), 'cairn-other-service-'))
  const other = await startCampaignArea({
    config: {
      dataDir,
      s3: undefined,
      imageModel: undefined,
      llm: undefined,
      receiptKey: undefined,
      scan: { ports: [80, 443], localOrigins: [], perMinute: 1, seconds: 20, chromium: undefined },
    },
    database: agent.server.database,
    log: silentLog,
    now: Date.now,
    urls: { base: 'http://localhost', agent: 'http://localhost', studio: 'http://localhost' },
    localOrigins: [],
  })
  const issued = await other.deps.receipts.issue(receipt.spec, receipt.assets)
  await other.stop()
  rmSync(dataDir, { recursive: true, force: true })
  const after = await fetch(url, { headers })
  expect([after.status, after.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
  const published = (await after.json()).keys
  expect([published.length, published[0]]).toEqual([2, keys[0]])
  expect((await verify({ receipt: issued })).body).toMatchObject({
    verified: true,
    signature: { valid: true, kid: published[1].kid },
  })
})

const node = Bun.which('node')
const hasNode = hasOr(node !== null, {
  file: import.meta.path,
  reason: 'Node is missing, by which another implementation verifies a receipt',
  remedy: 'install Node 20 or later',
})
test.if(hasNode)('another program, in Node with jose alone, verifies a receipt', async () => {
  const { url } = agent.server
  const script = join(import.meta.dir, 'verify-with-jose.mjs')
  const urls = [`${url}/api/provenance?receiptId=${receipt.receiptId}`, `${url}/.well-known/jwks.json`]
  const child = Bun.spawn([node ?? '', script, ...urls], { stdout: 'pipe', stderr: 'inherit' })
  const out = await new Response(child.stdout).text()
  expect([await child.exited, out.trim()]).toEqual([0, (await kid()) ?? ''])
})
