import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { campaignRoutes } from '../../src/campaign/routes.ts'
import { createRouteTable } from '../../src/kernel/http/route-facts.ts'
import { createTestHttp, unlimitedQuotas } from '../support/test-http.ts'
import { waitFor } from '../support/wait.ts'
import { type Agent, bearer, startAgent } from './agent-kit.ts'

const logoSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2" width="400"><path d="M0 0h4v2H0z" fill="#a02040"/></svg>'
const logo = new Uint8Array(await sharp(Buffer.from(logoSvg)).png().toBuffer())
const sha256 = (bytes: Uint8Array) => new Bun.CryptoHasher('sha256').update(bytes).digest('hex')

let agent: Agent
let url = ''
beforeAll(async () => {
  const answers: Readonly<Record<string, () => Response>> = {
    '/logo.png': () => new Response(logo),
    '/page.html': () => new Response('<!doctype html><title>no picture</title>'),
    '/inside': () => Response.redirect('http://127.0.0.1:1/', 302),
    '/gone.png': () => new Response(null, { status: 404 }),
  }
  agent = await startAgent({ answer: (path) => answers[path]?.() })
  url = agent.server.url
})
afterAll(() => agent.stop())

const form = (name: string, file: BlobPart, fileName = 'file') => {
  const made = new FormData()
  made.append(name, new Blob([file]), fileName)
  return made
}
const counts = async () => {
  const [row] = await agent.server.database.rows<Record<string, number>>(sql`select
    (select count(*)::int from campaign_drafts) as drafts, (select count(*)::int from campaign_receipts) as receipts,
    (select count(*)::int from campaign_assets) as assets, (select count(*)::int from campaign_brand_kits) as kits`)
  return row
}

describe('a run', () => {
  test('of one format answers its result at the top, with draft and receipt that hold the same hashes', async () => {
    const run = await agent.run(
      { brandKitId: 'demo-launch@1', layout: undefined, formats: undefined },
      { command: 'Calm sea at dawn, square' },
    )
    const { status, body, headers } = run
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(body).toMatchObject({ status: 'completed', brandKit: { id: 'demo-launch', version: 1 } })
    const [asset] = body.assets
    expect([body.resultUrl, body.previewUrl]).toEqual([asset.resultUrl, asset.previewUrl])
    const file = await fetch(body.resultUrl)
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const bytes = await file.bytes()
    const [byteSha256, pixelSha256] = [sha256(bytes), sha256(await sharp(bytes).raw().toBuffer())]
    const draft = await agent.draftOf(run)
    expect(draft).toMatchObject({
      run: 'completed',
      review: 'pending',
      assets: [{ byteSha256, pixelSha256 }],
    })
    const receipt = await agent.receiptOf(body.provenanceReceiptId)
    expect(receipt).toMatchObject({
      network: 'offchain',
      assets: [{ format: 'square', byteSha256, pixelSha256 }],
      spec: { kit: { id: 'demo-launch', version: 1 }, seed: body.seed, engine: { scene: 'procedural' } },
    })
    expect(draft.assetHash).toBe(receipt.assetHash)
  })

  test('of parts in a given layout has both in its draft and receipt, and is made again from the receipt', async () => {
    const text = { headline: 'Made for mornings', subline: 'Open from seven.', cta: 'Find us' }
    const parameters = { text, tone: 'playful', formats: undefined }
    const run = await agent.run(parameters)
    expect(run.body).toMatchObject({ status: 'completed', layout: 'tiles', warnings: [] })
    expect(run.body.scene.family).toBeUndefined()
    expect(await agent.draftOf(run)).toMatchObject({ layout: 'tiles' })
    const receiptId = run.body.provenanceReceiptId
    const { spec } = await agent.receiptOf(receiptId)
    expect(spec).toMatchObject({ layout: 'tiles', tone: 'playful', text })
    const { body } = await agent.post('/api/provenance/verify', { receiptId, reproduce: true })
    expect(body.reproduction).toMatchObject({ possible: true, same: true })
  })

  test('with a picture and a logo by URL names its scene, and the logo overrides that of the kit', async () => {
    const { body } = await agent.run({ ...agent.overPicture, logoUrl: `${agent.origin}/logo.png` })
    expect(body).toMatchObject({ status: 'completed', scene: { provider: 'base-image' } })
    const { spec } = await agent.receiptOf(body.provenanceReceiptId)
    expect(spec.logoSha256).toMatch(/^[0-9a-f]{64}$/)
    const { kit } = (await agent.get('/api/brand-kits/demo-launch')).body
    expect(spec.logoSha256).not.toBe(kit.logo.sha256)
  })

  test('with U+0000 and half of a surrogate pair in its brief has replacements in its draft', async () => {
    const run = await agent.run({}, { command: 'Calm sea \0, square, "one \ud800 two"' })
    expect(run.status).toBe(200)
    expect((await agent.draftOf(run)).brief).toBe('Calm sea \ufffd, square, "one \ufffd two"')
  })

  test('of 1.3.0 needs no kit and has no receipt', async () => {
    const parameters = { baseImageUrl: `${agent.origin}/picture.jpg` }
    const { status, body } = await agent.post('/v1.3/api/agent', { command: 'Calm sea', parameters })
    expect([status, body.status, body.provenanceReceiptId]).toEqual([200, 'completed', undefined])
  })

  test('in the background answers at once, and its draft gets the outcome', async () => {
    const run = await agent.run({}, { headers: { prefer: 'respond-async' } })
    const { status, body, headers } = run
    expect([status, body.status]).toEqual([202, 'processing'])
    expect(headers.get('preference-applied')).toBe('respond-async')
    const draft = await waitFor('the run has ended', async () => {
      const found = await agent.draftOf(run)
      return found.run !== 'processing' && found
    })
    expect(draft).toMatchObject({ run: 'completed', assets: [{ format: 'square' }] })
    const issued = await agent.post('/api/provenance', { draftId: run.draftId })
    expect(issued.body.receipt.receiptId).toBe(draft.provenanceReceiptId)
  })

  test('with an idempotency key is done once', async () => {
    const before = await counts()
    const headers = { 'idempotency-key': 'order-7' }
    const first = await agent.run({ seed: 3 }, { headers })
    expect((await agent.run({ seed: 3 }, { headers })).body).toEqual(first.body)
    expect((await counts())?.['drafts']).toBe((before?.['drafts'] ?? 0) + 1)
    const other = await agent.run({ seed: 4 }, { headers })
    expect([other.status, other.body.error.code]).toEqual([409, 'idempotency_conflict'])
  })
})

describe('a run that is refused leaves nothing behind', () => {
  const statusOf: Readonly<Record<string, number>> = {
    asset_not_found: 404,
    brand_kit_not_found: 404,
    brand_kit_version_mismatch: 409,
    draft_not_revisable: 409,
    source_unreachable: 502,
    unsupported_media_type: 415,
  }
  const expectRefusal = async (send: () => ReturnType<Agent['post']>, code: string, field?: string) => {
    const before = await counts()
    const { status, headers, body } = await send()
    const requestId = headers.get('x-request-id')
    expect(body).toMatchObject({ status: 'failed', error: { code }, requestId })
    expect([status, body.error.field]).toEqual([statusOf[code] ?? 400, field])
    expect(await counts()).toEqual(before)
  }

  test.each<[string, object, code: string, field: string]>([
    ['an unknown parameter', { format: 'square' }, 'invalid_request', 'format'],
    ['no kit', { brandKitId: undefined }, 'brand_kit_required', 'brandKitId'],
    ['an unknown kit', { brandKitId: 'none' }, 'brand_kit_not_found', 'brandKitId'],
    ['a malformed kit', { brandKitId: '../etc' }, 'brand_kit_not_found', 'brandKitId'],
    ['a kit with U+0000', { brandKitId: '\0' }, 'brand_kit_not_found', 'brandKitId'],
    ['a wrong pin', { brandKitId: 'demo-launch@9' }, 'brand_kit_version_mismatch', 'brandKitId'],
    ['a draft with U+0000 to revise', { revises: '\0' }, 'draft_not_revisable', 'revises'],
    ['an unknown format', { formats: ['circle'] }, 'unsupported_format', 'formats.0'],
    ['an empty list of formats', { formats: [] }, 'unsupported_format', 'formats'],
    ['a format twice', { formats: ['square', 'square'] }, 'unsupported_format', 'formats'],
    ['an unknown overlay', { overlayMode: 'sparkle' }, 'invalid_request', 'overlayMode'],
    ['opacity 7', { controls: { opacity: 7 } }, 'invalid_request', 'controls.opacity'],
    ['scale 0', { controls: { scale: 0 } }, 'invalid_request', 'controls.scale'],
    ['a colour by name', { controls: { color: 'red' } }, 'invalid_request', 'controls.color'],
    [
      'copy of 10,000 characters',
      { text: { content: 'x'.repeat(10_000) } },
      'invalid_request',
      'text.content',
    ],
    ['a script without a font', { text: { content: 'ᏣᎳᎩ' } }, 'invalid_request', 'text'],
    [
      'copy without room',
      { text: { headline: 'Much more '.repeat(50) } },
      'invalid_request',
      'text.headline',
    ],
    ['a size of another format', { sizes: { square: '1080x1920' } }, 'invalid_request', 'sizes.square'],
    ['nine variants', { variants: 9 }, 'invalid_request', 'variants'],
    ['an unknown layout', { layout: 'collage' }, 'invalid_request', 'layout'],
    ['a private logo', { logoUrl: 'http://10.0.0.1/logo.png' }, 'url_not_allowed', 'logoUrl'],
    ['a file as picture', { baseImageUrl: 'file:///etc/passwd' }, 'invalid_url', 'baseImageUrl'],
    ['a picture at U+0000', { baseImageUrl: '\0' }, 'invalid_url', 'baseImageUrl'],
  ])('%s', (_, parameters, code, field) =>
    expectRefusal(() => agent.run(parameters), code, `parameters.${field}`),
  )

  test.each<[string, unknown, code: string, field: string | undefined]>([
    ['an empty object', {}, 'brand_kit_required', 'parameters.brandKitId'],
    ['a list', [], 'invalid_request', undefined],
    ['text that is not JSON', '{', 'invalid_request', undefined],
    ['an unknown field', { command: 'Sea', colour: 1 }, 'invalid_request', 'colour'],
    ['a command of 10,001 characters', { command: 'x'.repeat(10_001) }, 'invalid_request', 'command'],
  ])('%s', (_, body, code, field) => expectRefusal(() => agent.post('/api/agent', body), code, field))

  test.each(['logoUrl', 'baseImageUrl', 'productUrl'])(
    'a %s of a file that is not stored here',
    async (field) => {
      for (const file of [`${'0'.repeat(64)}.png`, `${'0'.repeat(64)}-640.webp`, 'logo.png'])
        await expectRefusal(
          () => agent.run({ [field]: `${url}/assets/${file}` }),
          'asset_not_found',
          `parameters.${field}`,
        )
    },
  )

  test.each([
    ['/inside', 'url_not_allowed'],
    ['/gone.png', 'source_unreachable'],
    ['/page.html', 'unsupported_media_type'],
  ])('the picture %s', (path, code) =>
    expectRefusal(() => agent.run({ baseImageUrl: agent.origin + path }), code, 'parameters.baseImageUrl'),
  )

  test('a body of another type', async () => {
    expect((await agent.post('/api/agent', '{}', { 'content-type': 'text/plain' })).status).toBe(415)
  })

  test('a caller that hangs up', async () => {
    const before = await counts()
    const caller = new AbortController()
    const sent = fetch(`${url}/api/agent`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        command: 'square, landscape and portrait',
        parameters: { brandKitId: 'demo-launch', baseImageUrl: `${agent.origin}/picture.jpg`, seed: 99 },
      }),
      signal: caller.signal,
    })
    caller.abort()
    await expect(sent).rejects.toThrow()
    // A run after it is served, and the abandoned one has kept nothing.
    expect((await agent.run({ seed: 98 })).status).toBe(200)
    await waitFor('no job waits', () => agent.server.area.deps.pool.waiting() === 0)
    expect((await counts())?.['drafts']).toBe((before?.['drafts'] ?? 0) + 1)
  })
})

describe('brand kits', () => {
  test('are made with a logo that was uploaded, run, and superseded by their next version', async () => {
    const uploaded = await agent.upload('/api/upload-logo', form('logo', logo, 'anything.txt'))
    expect(uploaded.status).toBe(201)
    const { sha256, logoUrl } = uploaded.body
    expect(uploaded.body).toMatchObject({ width: 400, height: 200, id: sha256 })
    const made = await agent.post('/api/brand-kits', {
      id: 'acme',
      name: 'Acme',
      logoUrl,
      palette: ['#a02040'],
      formats: ['landscape'],
      text: { content: 'From the kit' },
    })
    expect([made.status, made.headers.get('location')]).toEqual([201, '/api/brand-kits/acme@1'])
    expect(made.body.kit.logo).toMatchObject({ sha256, mediaType: 'image/png' })
    const { body } = await agent.run({
      ...agent.overPicture,
      brandKitId: 'acme',
      formats: undefined,
      layout: 'panel',
    })
    expect(body.status).toBe('completed')
    expect(body.warnings).toEqual(['The picture has fewer pixels than 546 by 628 and was enlarged'])
    await agent.post('/api/brand-kits', { id: 'acme', name: 'Acme', approved: false })
    const refused = await agent.run({ brandKitId: 'acme' })
    expect([refused.status, refused.body.error.code]).toEqual([403, 'brand_kit_not_approved'])
    const { kits } = (await agent.get('/api/brand-kits')).body
    expect(kits).toMatchObject([
      { id: 'acme', version: 2 },
      { id: 'demo-launch', version: 1 },
    ])
    const page = (await agent.get('/api/brand-kits?limit=1')).body
    expect([page.kits.length, page.next]).toEqual([1, 'acme'])
    const { kit } = (await agent.get('/api/brand-kits/acme@1')).body
    expect(kit.text).toEqual({ content: 'From the kit' })
    const listed = (await agent.get('/api/brand-kits/acme/versions')).body
    expect(listed).toMatchObject({
      versions: [
        { version: 2, name: 'Acme', approved: false, current: true },
        { version: 1, name: 'Acme', approved: true, current: false, digest: kit.digest },
      ],
      next: null,
    })
    const newest = (await agent.get('/api/brand-kits/acme/versions?limit=1')).body
    expect([newest.versions.length, newest.next]).toEqual([1, 2])
    const rest = (await agent.get(`/api/brand-kits/acme/versions?cursor=${newest.next}`)).body
    expect(rest.versions).toMatchObject([{ version: 1 }])
  })

  test('are made once with an idempotency key', async () => {
    const headers = { 'idempotency-key': 'kit-7' }
    const post = (name: string) => agent.post('/api/brand-kits', { id: 'once', name }, headers)
    const first = await post('Once')
    const again = await post('Once')
    expect([again.status, again.headers.get('location')]).toEqual([201, '/api/brand-kits/once@1'])
    expect(again.body).toEqual(first.body)
    expect(await post('Twice')).toMatchObject({ status: 409, body: { error: 'idempotency_conflict' } })
    expect((await agent.get('/api/brand-kits/once')).body.kit.version).toBe(1)
  })

  test('without a logo are refused to run, unless the brief excludes one', async () => {
    await agent.post('/api/brand-kits', { id: 'plain', name: 'Plain' })
    const refused = await agent.run({ brandKitId: 'plain' })
    expect([refused.status, refused.body.error.code]).toEqual([400, 'logo_required'])
    expect((await agent.run({ brandKitId: 'plain' }, { command: 'Sea, no logo' })).status).toBe(200)
  })

  test('of another caller are neither read nor run, nor are its logos as they were uploaded', async () => {
    const { keys } = agent.server.area
    const [mine, yours] = [
      bearer((await keys.create('me')).key),
      bearer((await keys.create('you')).key),
    ] as const
    const create = async (headers: Record<string, string>) =>
      (await agent.post('/api/brand-kits', { id: 'secret', name: 'Secret' }, headers)).status
    try {
      expect(await create(mine)).toBe(201)
      expect((await agent.get('/api/brand-kits/secret', yours)).status).toBe(404)
      expect((await agent.get('/api/brand-kits/secret/versions', yours)).status).toBe(404)
      const run = await agent.run({ brandKitId: 'secret' }, { headers: yours })
      expect(run.body.error.code).toBe('brand_kit_not_found')
      expect(await create(yours)).toBe(201)
      const upload = form('logo', logoSvg.replace('</svg>', '<path d="M1 1h1v1H1z"/></svg>'))
      const { sha256 } = await (
        await fetch(`${url}/api/upload-logo`, { method: 'POST', headers: mine, body: upload })
      ).json()
      const original = (headers: Record<string, string>) =>
        fetch(`${url}/api/logos/${sha256}/original`, { headers })
      expect([(await original(mine)).status, (await original(yours)).status]).toEqual([200, 404])
      // With a key in the database, calls without one are refused.
      expect((await agent.run()).status).toBe(401)
      expect((await agent.run({}, { headers: bearer('wrong') })).status).toBe(401)
    } finally {
      await agent.server.database.db.execute(sql`delete from campaign_caller_keys`)
    }
  })
})

describe('images', () => {
  test('an upload as JSON, which holds no file, is 415 and says what to send', async () => {
    const { status, body } = await agent.post('/api/upload-logo', { logo: 'aGVsbG8=' })
    expect([status, body.error]).toEqual([415, 'unsupported_media_type'])
    expect(body.detail).toEndWith('send it as multipart/form-data with a file')
  })

  test.each([
    ['without a file', new FormData(), 400, 'invalid_request', 'must be a file'],
    [
      'of text',
      form('logo', 'hello', 'logo.png'),
      415,
      'unsupported_media_type',
      'must be a file of a supported type',
    ],
    [
      'without visible pixels',
      form('logo', '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="40"/>', 'logo.svg'),
      422,
      'image_rejected',
      'must be an image that can be used; this one has no pixel that can be seen: send a logo with visible pixels',
    ],
  ])('an upload %s is refused', async (_, upload, status, error, message) => {
    expect(await agent.upload('/api/upload-logo', upload)).toMatchObject({
      status,
      body: { error, errors: [{ path: '/logo', message }] },
    })
  })

  test('the original of a logo is a download, never a page', async () => {
    const { sha256 } = (await agent.upload('/api/upload-logo', form('file', logoSvg))).body
    const original = await fetch(`${url}/api/logos/${sha256}/original`)
    expect(await original.text()).toBe(logoSvg)
    expect(Object.fromEntries(original.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment;/),
      'cache-control': 'private, max-age=31536000, immutable',
    })
  })

  test('a picture is fetched and encoded again, under the rules of the scan', async () => {
    const picture = encodeURIComponent(`${agent.origin}/picture.jpg`)
    const fetched = await fetch(`${url}/api/fetch-image?url=${picture}`)
    expect(await sharp(await fetched.bytes()).metadata()).toMatchObject({ format: 'png', width: 600 })
    expect(await agent.get('/api/fetch-image?url=http://169.254.169.254/latest')).toMatchObject({
      status: 400,
      body: { error: 'url_not_allowed', errors: [{ path: '/url', message: 'must be a public URL' }] },
    })
  })

  test('a stored file is sent once: its ETag answers 304 while it is stored', async () => {
    const { kit } = (await agent.get('/api/brand-kits/demo-launch')).body
    const etag = (await fetch(kit.logoUrl)).headers.get('etag') ?? ''
    const statusOf = async (file: string, known: string) =>
      (await fetch(file, { headers: { 'if-none-match': known } })).status
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*'])
      expect(await statusOf(kit.logoUrl, known)).toBe(304)
    expect(await statusOf(kit.logoUrl, '"x"')).toBe(200)
    const gone = '0'.repeat(64)
    expect(await statusOf(`${url}/assets/${gone}.png`, `"${gone}"`)).toBe(404)
  })

  test('previews of a stored PNG have a few widths, and nothing else has one', async () => {
    const { kit } = (await agent.get('/api/brand-kits/demo-launch')).body
    const preview = (width: string, of = kit.logoUrl) => fetch(of.replace(/\.png$/, `-${width}.webp`))
    const own = (await sharp(await (await fetch(kit.logoUrl)).bytes()).metadata()).width
    const previews = await Promise.all(['320', '1280', '320'].map((width) => preview(width)))
    expect(previews[0]?.headers.get('content-type')).toBe('image/webp')
    const sizes = await Promise.all(previews.map(async (one) => sharp(await one.bytes()).metadata()))
    expect(sizes.map(({ format, width }) => [format, width])).toEqual(
      [320, Math.min(own, 1280), 320].map((width) => ['webp', width]),
    )
    const { sha256 } = (await agent.upload('/api/upload-logo', form('file', logoSvg))).body
    const svg = new Bun.CryptoHasher('sha256').update(logoSvg).digest('hex')
    for (const refused of [preview('321'), preview('99999'), preview('320', `${url}/assets/${svg}.png`)])
      expect((await refused).status).toBe(404)
    expect((await preview('320', `${url}/assets/${sha256}.png`)).status).toBe(200)
  })

  test.each(['/assets/x', '/assets/..%2f..%2flock'])('%s does not exist', async (path) => {
    expect((await fetch(url + path)).status).toBe(404)
  })
})

describe('an id with U+0000 or half of a surrogate pair', () => {
  const decision = { decision: 'approve', assetHash: '0'.repeat(64) }
  test.each<[string, unknown, number, string]>([
    ['/api/drafts/%00', undefined, 404, 'draft_not_found'],
    ['/api/drafts/d_%00', undefined, 404, 'draft_not_found'],
    ['/api/drafts/%ED%A0%80', undefined, 404, 'draft_not_found'],
    ['/api/drafts/%00/decision', decision, 404, 'draft_not_found'],
    ['/api/drafts?cursor=1.d_%00', undefined, 400, 'invalid_request'],
    ['/api/brand-kits/%00', undefined, 404, 'brand_kit_not_found'],
    ['/api/brand-kits/%00/versions', undefined, 404, 'brand_kit_not_found'],
    ['/api/brand-kits?cursor=%00', undefined, 400, 'invalid_request'],
    ['/api/brand-kits?cursor=zz', undefined, 400, 'invalid_request'],
    ['/api/provenance?receiptId=%00', undefined, 404, 'receipt_not_found'],
    ['/api/provenance?receiptId=%ED%A0%80', undefined, 404, 'receipt_not_found'],
    ['/api/provenance', { draftId: '\0' }, 404, 'receipt_not_found'],
    ['/api/provenance', { draftId: 'd_\ud800' }, 404, 'receipt_not_found'],
    ['/api/provenance/verify', { receiptId: '\0' }, 404, 'receipt_not_found'],
    ['/api/provenance/verify', { receiptId: 'r_\ud800' }, 404, 'receipt_not_found'],
    ['/api/logos/%00/original', undefined, 400, 'invalid_request'],
    ['/assets/%00', undefined, 404, 'asset_not_found'],
    ['/api/entitlements', { caller: '\0', plan: 'trial' }, 400, 'invalid_request'],
  ])('%s %p is refused', async (path, body, status, error) => {
    const answer = await (body === undefined ? agent.get(path) : agent.post(path, body))
    expect(answer).toMatchObject({ status, body: { error } })
  })
})

test('every route has a quota but those of files, discovery documents and pages', () => {
  const { routeBase } = createTestHttp()
  const uncounted = createRouteTable(
    campaignRoutes(routeBase, { ...agent.server.area.deps, quotas: unlimitedQuotas }),
  ).all.flatMap(({ method, pattern, quota }) => (quota === undefined ? [`${method} ${pattern}`] : []))
  expect(uncounted.sort()).toEqual([
    'GET /.well-known/agent-card.json',
    'GET /.well-known/agent.json',
    'GET /.well-known/jwks.json',
    'GET /api/agent',
    'GET /assets/:file',
    'GET /keys',
    'GET /studio',
    'GET /studio/drafts/:id',
    'GET /v1.3/.well-known/agent.json',
    'GET /v1.3/api/agent',
  ])
})

test('a brief has at most 10,000 code points, even of two UTF-16 units each', async () => {
  const statusOf = async (count: number) =>
    (await agent.post('/api/agent/parse', { command: '\u{1f6b2}'.repeat(count) })).status
  expect([await statusOf(10_000), await statusOf(10_001)]).toEqual([200, 400])
})

test('parse answers what the agent would read, explicit parameters over the brief', async () => {
  const { body } = await agent.post('/api/agent/parse', {
    command: 'Calm sea, headline "Slow down", story',
    parameters: { formats: ['square'] },
  })
  expect(body).toMatchObject({ parameters: { text: { content: 'Slow down' }, formats: ['square'] } })
})

test('requests are not copied into the log', async () => {
  await agent.run({}, { command: 'zebra-secret, square' })
  expect(agent.server.logLines().join('\n')).not.toContain('zebra-secret')
})

test('the audit log records each act once, with no key, token, brief or note in it', async () => {
  const { database, area } = agent.server
  try {
    await agent.post('/api/entitlements', { caller: 'demo', plan: 'partner' })
    const { id, key } = await area.keys.create('agency', 'standard')
    const kit = { id: 'audited', name: 'Secret project', prompt: 'Hidden dunes' }
    await agent.post('/api/brand-kits', kit, bearer(key))
    const run = (headers: Record<string, string>) =>
      agent.run(
        { brandKitId: 'audited' },
        { command: 'Confidential silk, no logo', headers: { ...bearer(key), ...headers } },
      )
    const runs = [
      await run({ 'idempotency-key': 'order-4711' }),
      await run({ prefer: 'respond-async' }),
    ] as const
    await agent.decide(runs[0], 'approve', 'Private note')
    await waitFor('the job has ended', async () => (await agent.draftOf(runs[1])).run === 'completed')
    await area.keys.revoke(id)

    const rows = await database.rows<{ entry: string; key_id: string | null; line: string }>(sql`
      select actor || ' ' || action as entry, key_id, t::text as line from campaign_audit_entries t`)
    const entriesOf = (keyId: string | null) =>
      rows.filter(({ key_id }) => key_id === keyId).map(({ entry }) => entry)
    expect(entriesOf(id)).toEqual(['agency kit.create', 'agency draft.complete', 'agency draft.complete'])
    expect(entriesOf(null)).toEqual(
      expect.arrayContaining([
        'service kit.create',
        'operator plan.grant',
        'operator key.create',
        'operator plan.grant',
        'reviewer draft.approve',
        'operator key.revoke',
      ]),
    )
    const log = rows.map(({ line }) => line).join('\n')
    const notes = ['order-4711', 'Confidential', kit.name, kit.prompt, 'Private note']
    for (const secret of [key.replace(/^cairn_/, ''), ...runs.map(({ token }) => token), ...notes]) {
      expect(secret.length).toBeGreaterThan(9)
      expect(log).not.toContain(secret)
    }
  } finally {
    await database.db.execute(sql`truncate campaign_caller_keys, campaign_caller_plans`)
  }
})

test('a broken JSON brief that cannot be repaired is a 400 with the reason', async () => {
  const command = '{"headline":"Bread","cta":"Order" oops "formats":["square"]}'
  const { status, body } = await agent.post('/api/agent/parse', { command })
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('it begins as a JSON object')])
})
