import { afterAll, beforeAll, expect, test } from 'bun:test'
import sharp from 'sharp'
import { plans } from '../../../src/campaign/entitlements/plans.ts'
import { createStoredBytes } from '../../../src/campaign/storage/usage.ts'
import { type Agent, bearer, startAgent } from '../agent-kit.ts'

const photoOf = (background: string, size = { width: 700, height: 500 }) =>
  sharp({ create: { ...size, channels: 3, background } })
const jpeg = async (background: string) =>
  new Uint8Array(
    await photoOf(background)
      .withExif({ IFD0: { Artist: 'Ada' } })
      .jpeg()
      .toBuffer(),
  )
const form = (file: Uint8Array<ArrayBuffer> | undefined, fields: Readonly<Record<string, string>> = {}) => {
  const made = new FormData()
  if (file !== undefined) made.append('photo', new Blob([file]), 'red_sneaker-2.jpg')
  for (const [name, value] of Object.entries(fields)) made.append(name, value)
  return made
}
const library = '/api/brand-kits/acme/photos'

let agent: Agent
beforeAll(async () => {
  agent = await startAgent()
  const logo = new FormData()
  logo.append('logo', new Blob([new Uint8Array(await photoOf('#a02040').png().toBuffer())]))
  const { logoUrl } = (await agent.upload('/api/upload-logo', logo)).body
  await agent.post('/api/brand-kits', { id: 'acme', name: 'Acme', logoUrl })
})
afterAll(() => agent.stop())

const send = async (method: string, path: string) => {
  const response = await fetch(agent.server.url + path, { method })
  return { status: response.status, body: await response.json() }
}

test('a photo is stored without its metadata, listed, used by runs that name it, kept for their drafts, and deleted', async () => {
  const added = await agent.upload(library, form(await jpeg('#993322'), { tags: 'trail shoe, summer' }))
  const { photo } = added.body
  expect(added).toMatchObject({
    status: 201,
    body: { photo: { name: 'red sneaker 2', tags: ['trail shoe', 'summer'], width: 700, hasAlpha: false } },
  })
  const file = await fetch(photo.url)
  const bytes = await file.bytes()
  expect(file.headers.get('content-type')).toBe('image/jpeg')
  const { format, exif } = await sharp(bytes).metadata()
  expect([format, exif]).toEqual(['jpeg', undefined])
  expect((await agent.get(library)).body.photos).toEqual([photo])
  expect((await agent.get(`${library}/${photo.id}`)).body.photo).toEqual(photo)
  const stored = createStoredBytes(agent.server.database)
  await stored.refresh()
  expect(stored.gauge.read()).toContainEqual({
    labels: 'kind="photos",caller="demo"',
    value: bytes.length,
  })

  const ofKit = { brandKitId: 'acme', layout: undefined }
  const run = await agent.run(ofKit, { command: 'Our new trail shoes, "Go further"' })
  expect(run.body).toMatchObject({ status: 'completed', scene: { provider: 'base-image' } })
  expect(run.body.warnings).toContainEqual(expect.stringMatching(/^The picture is the photo "red sneaker 2"/))
  expect(run.body.warnings).toContainEqual(expect.stringMatching(/^The base image has one colour only/))
  const receiptId = run.body.provenanceReceiptId
  expect((await agent.receiptOf(receiptId)).spec.baseImageSha256).toBe(photo.id)

  expect(await send('DELETE', `${library}/${photo.id}`)).toMatchObject({
    status: 200,
    body: { deleted: true },
  })
  expect((await agent.get(library)).body.photos).toEqual([])
  expect(await send('DELETE', `${library}/${photo.id}`)).toMatchObject({
    status: 404,
    body: { error: 'photo_not_found' },
  })
  const { body } = await agent.post('/api/provenance/verify', { receiptId, reproduce: true })
  expect(body.reproduction).toMatchObject({ possible: true, same: true })

  const unused = (await agent.upload(library, form(await jpeg('#225588')))).body.photo
  await send('DELETE', `${library}/${unused.id}`)
  expect((await fetch(unused.url)).status).toBe(404)
})

const can = new Uint8Array(
  await sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="500" height="500"><rect x="170" y="90" width="160" height="320" rx="20" fill="#e2452a"/></svg>',
    ),
  )
    .webp({ lossless: true })
    .toBuffer(),
)

test('a product of the library is set on a stage, exactly the same from its receipt', async () => {
  const { photo } = (await agent.upload(library, form(can, { tags: 'blood orange soda' }))).body
  expect(photo).toMatchObject({ hasAlpha: true, mediaType: 'image/png' })
  const formats = ['square', 'landscape']
  const text = { headline: 'All orange', cta: 'Taste it' }
  const parameters = { brandKitId: 'acme', layout: undefined, formats, text }
  const run = await agent.run(parameters, { command: 'Launch of our blood orange soda' })
  expect(run.body).toMatchObject({ status: 'completed', scene: { provider: 'product', family: 'studio' } })
  expect(run.body.warnings[0]).toMatch(/^The product is the photo "red sneaker 2" .* "blood orange soda"/)
  expect(run.body.assets).toHaveLength(2)
  for (const { resultUrl } of run.body.assets) {
    const { data } = await sharp(await (await fetch(resultUrl)).bytes())
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(data.includes(Buffer.from('e2452ae2452ae2452ae2452a', 'hex'))).toBe(true)
  }
  const receiptId = run.body.provenanceReceiptId
  expect((await agent.receiptOf(receiptId)).spec).toMatchObject({
    productSha256: photo.id,
    engine: { scene: 'product', family: 'studio' },
  })
  const { body } = await agent.post('/api/provenance/verify', { receiptId, reproduce: true })
  expect(body.reproduction).toMatchObject({ possible: true, same: true })
})

test('a logo that is the picture is named, and a cut-out as base image', async () => {
  const { photo } = (await agent.upload(library, form(can))).body
  const { body } = await agent.run({ baseImageUrl: photo.url, layout: undefined, logoUrl: photo.url })
  expect(body.warnings).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^The logo is the same image as the picture/),
      expect.stringMatching(/^The base image has transparent pixels/),
    ]),
  )
})

test.each([
  ['without a transparent background', {}, 422, 'image_rejected'],
  ['on a base image', { baseImageUrl: 'http://example.com/a.png' }, 400, 'invalid_request'],
])('a product %s is refused', async (_, parameters, status, code) => {
  const productUrl = `${agent.origin}/picture.jpg`
  expect(await agent.run({ ...parameters, productUrl })).toMatchObject({
    status,
    body: { error: { code, field: 'parameters.productUrl' } },
  })
})

test.each<[string, () => Promise<Uint8Array<ArrayBuffer> | undefined>, object, number, string]>([
  ['without a file', async () => undefined, {}, 400, 'invalid_request'],
  ['of text', async () => new TextEncoder().encode('hello'), {}, 415, 'unsupported_media_type'],
  [
    'of 1 x 8000 pixels',
    async () => new Uint8Array(await photoOf('#000', { width: 1, height: 8000 }).png().toBuffer()),
    {},
    422,
    'image_rejected',
  ],
  [
    'without a visible pixel',
    async () => new Uint8Array(await photoOf('#0000').ensureAlpha(0).png().toBuffer()),
    {},
    422,
    'image_rejected',
  ],
  ['with 21 tags', () => jpeg('#000'), { tags: [...'abcdefghijklmnopqrstu'].join() }, 400, 'invalid_request'],
])('an upload %s is refused', async (_, file, fields, status, error) => {
  expect(await agent.upload(library, form(await file(), { ...fields }))).toMatchObject({
    status,
    body: { error },
  })
})

test('a form of more bytes than a photo may have is refused before it is read', async () => {
  const answer = await agent.upload(library, form(new Uint8Array(15 * 1_048_576 + 65_537)))
  expect(answer).toMatchObject({ status: 413, body: { error: 'content_too_large' } })
})

test('a photo for a kit of another caller is refused, and one more than the plan allows', async () => {
  const demo = await agent.upload('/api/brand-kits/demo-launch/photos', form(await jpeg('#fff')))
  expect(demo).toMatchObject({ status: 403, body: { error: 'brand_kit_taken' } })
  expect((await agent.upload('/api/brand-kits/other/photos', form(await jpeg('#fff')))).status).toBe(404)

  await agent.post('/api/entitlements', { caller: 'demo', plan: 'trial' })
  const room = plans.trial.photosPerKit - (await agent.get(library)).body.photos.length
  const answers = []
  for (let more = 0; more <= room; more += 1) {
    const file = await photoOf('#335577', { width: 40 + more, height: 40 })
      .png()
      .toBuffer()
    answers.push(await agent.upload(library, form(new Uint8Array(file))))
  }
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(room)
  expect(answers.at(-1)).toMatchObject({
    status: 403,
    body: { error: 'plan_limit_reached', errors: [{ path: '/photo' }] },
  })
  const { body } = await agent.get('/api/entitlements')
  const { photos } = (await agent.get(library)).body
  expect(body.used.photoBytes).toBe(
    photos.reduce((sum: number, photo: { bytes: number }) => sum + photo.bytes, 0),
  )
  const { key } = await agent.server.area.keys.create('other')
  expect((await agent.get(library, bearer(key))).status).toBe(404)
})
