import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { campaignRoutes } from '../../src/campaign/routes.ts'
import { createRouteTable } from '../../src/kernel/http/route-facts.ts'
import { type CampaignServer, startCampaignServer } from '../support/campaign-server.ts'
import { createTestHttp } from '../support/test-http.ts'
import { waitFor } from '../support/wait.ts'

let server: CampaignServer
let site: Bun.Server<undefined>
let origin = ''
beforeAll(async () => {
  const picture = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#557799' } })
    .jpeg()
    .toBuffer()
  const logo = await sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2" width="400"><path d="M0 0h4v2H0z" fill="#a02040"/></svg>',
    ),
  )
    .png()
    .toBuffer()
  const files: Readonly<Record<string, BodyInit>> = {
    '/picture.jpg': new Uint8Array(picture),
    '/logo.png': new Uint8Array(logo),
    '/page.html': '<!doctype html><title>no picture</title>',
  }
  site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/inside') return Response.redirect('http://127.0.0.1:1/', 302)
      return new Response(files[pathname] ?? null, { status: files[pathname] === undefined ? 404 : 200 })
    },
  })
  origin = `http://127.0.0.1:${site.port}`
  server = await startCampaignServer({ localOrigins: [origin] })
})
afterAll(async () => {
  await server.stop()
  await site.stop(true)
})

const run = async (body: unknown, headers: Record<string, string> = {}, path = '/api/agent') => {
  const response = await server.post(path, body, headers)
  return { status: response.status, headers: response.headers, body: await response.json() }
}
/** A run over a given picture, which costs less than a procedural scene. */
const kit = (parameters: object = {}, command = 'Calm sea, square') => ({
  command,
  parameters: { brandKitId: 'demo-launch', baseImageUrl: `${origin}/picture.jpg`, ...parameters },
})
const counts = async () => {
  const [row] = await server.database.rows<Record<string, number>>(sql`select
    (select count(*)::int from campaign_drafts) as drafts, (select count(*)::int from campaign_receipts) as receipts,
    (select count(*)::int from campaign_assets) as assets, (select count(*)::int from campaign_brand_kits) as kits`)
  return row
}
const tokenOf = (studioReviewUrl: string) => studioReviewUrl.split('#')[1] ?? ''

describe('a run', () => {
  test('of one format answers its result at the top, with draft and receipt that hold the same hashes', async () => {
    const { status, body, headers } = await run({
      command: 'Calm sea at dawn, square',
      parameters: { brandKitId: 'demo-launch@1' },
    })
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(body).toMatchObject({ status: 'completed', brandKit: { id: 'demo-launch', version: 1 } })
    const [asset] = body.assets
    expect([body.resultUrl, body.previewUrl]).toEqual([asset.resultUrl, asset.previewUrl])
    const file = await fetch(body.resultUrl)
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const bytes = await file.bytes()
    const byteSha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
    const pixels = await sharp(bytes).raw().toBuffer()
    const pixelSha256 = new Bun.CryptoHasher('sha256').update(pixels).digest('hex')
    const { draft } = await (
      await fetch(`${server.url}/api/drafts/${body.draftId}`, {
        headers: { authorization: `Bearer ${tokenOf(body.studioReviewUrl)}` },
      })
    ).json()
    expect(draft).toMatchObject({
      run: 'completed',
      review: 'pending',
      assets: [{ byteSha256, pixelSha256 }],
    })
    const { receipt } = await (
      await fetch(`${server.url}/api/provenance?receiptId=${body.provenanceReceiptId}`)
    ).json()
    expect(receipt).toMatchObject({
      network: 'offchain',
      assets: [{ format: 'square', byteSha256, pixelSha256 }],
      spec: { kit: { id: 'demo-launch', version: 1 }, seed: body.seed, engine: { scene: 'procedural' } },
    })
    expect(draft.assetHash).toBe(receipt.assetHash)
  })

  test('with the same seed makes the same bytes, with another one others', async () => {
    const urls: string[] = []
    for (const seed of [7, 7, 8])
      urls.push(
        (await run({ command: 'Silk, square', parameters: { brandKitId: 'demo-launch', seed } })).body
          .resultUrl,
      )
    expect(urls[0]).toBe(urls[1] ?? '')
    expect(urls[2]).not.toBe(urls[0])
  })

  test('with a picture and a logo by URL says so, and the logo overrides that of the kit', async () => {
    const { body } = await run(
      kit({ baseImageUrl: `${origin}/picture.jpg`, logoUrl: `${origin}/logo.png`, formats: ['portrait'] }),
    )
    expect(body).toMatchObject({ status: 'completed', scene: { provider: 'base-image' } })
    const { receipt } = await (
      await fetch(`${server.url}/api/provenance?receiptId=${body.provenanceReceiptId}`)
    ).json()
    expect(receipt.spec.logoSha256).toMatch(/^[0-9a-f]{64}$/)
    const { kit: demo } = await (await fetch(`${server.url}/api/brand-kits/demo-launch`)).json()
    expect(receipt.spec.logoSha256).not.toBe(demo.logo.sha256)
  })

  test('with U+0000 and half of a surrogate pair in its brief ends well, and its draft shows replacements', async () => {
    const { status, body } = await run(kit({}, 'Calm sea \0, square, "one \ud800 two"'))
    expect(status).toBe(200)
    const { draft } = await (
      await fetch(`${server.url}/api/drafts/${body.draftId}`, {
        headers: { authorization: `Bearer ${tokenOf(body.studioReviewUrl)}` },
      })
    ).json()
    expect(draft.brief).toBe('Calm sea \ufffd, square, "one \ufffd two"')
  })

  test('of 1.3.0 needs no kit and has no receipt', async () => {
    const { status, body } = await run(
      { command: 'Calm sea, landscape', parameters: { baseImageUrl: `${origin}/picture.jpg` } },
      {},
      '/v1.3/api/agent',
    )
    expect([status, body.status, body.provenanceReceiptId]).toEqual([200, 'completed', undefined])
  })

  test('asked for asynchronously answers at once, and its draft tells the outcome', async () => {
    const { status, body, headers } = await run(kit(), { prefer: 'respond-async' })
    expect([status, body.status, headers.get('preference-applied')]).toEqual([
      202,
      'processing',
      'respond-async',
    ])
    const headersOfToken = { authorization: `Bearer ${tokenOf(body.studioReviewUrl)}` }
    const draft = await waitFor('the run has ended', async () => {
      const response = await fetch(`${server.url}/api/drafts/${body.draftId}`, { headers: headersOfToken })
      const { draft: found } = await response.json()
      return found.run !== 'processing' && found
    })
    expect(draft).toMatchObject({ run: 'completed', assets: [{ format: 'square' }] })
    const issued = await server.post('/api/provenance', { draftId: body.draftId })
    expect((await issued.json()).receipt.receiptId).toBe(draft.provenanceReceiptId)
  })

  test('with an idempotency key is done once', async () => {
    const before = await counts()
    const key = { 'idempotency-key': 'order-7' }
    const first = await run(kit({ seed: 3 }), key)
    const again = await run(kit({ seed: 3 }), key)
    expect(again.body).toEqual(first.body)
    expect((await counts())?.['drafts']).toBe((before?.['drafts'] ?? 0) + 1)
    const other = await run(kit({ seed: 4 }), key)
    expect([other.status, other.body.error.code]).toEqual([409, 'idempotency_conflict'])
  })
})

describe('a run that is refused leaves nothing behind', () => {
  test.each<[string, () => unknown, number, string, string | undefined]>([
    ['nothing', () => ({}), 400, 'brand_kit_required', 'parameters.brandKitId'],
    ['a list', () => [], 400, 'invalid_request', undefined],
    ['an unknown field', () => ({ ...kit(), colour: 1 }), 400, 'invalid_request', 'colour'],
    ['an unknown parameter', () => kit({ format: 'square' }), 400, 'invalid_request', 'parameters.format'],
    ['no kit', () => ({ command: 'Sea' }), 400, 'brand_kit_required', 'parameters.brandKitId'],
    [
      'an unknown kit',
      () => kit({ brandKitId: 'nobody' }),
      404,
      'brand_kit_not_found',
      'parameters.brandKitId',
    ],
    [
      'a malformed kit',
      () => kit({ brandKitId: '../etc' }),
      404,
      'brand_kit_not_found',
      'parameters.brandKitId',
    ],
    [
      'a wrong pin',
      () => kit({ brandKitId: 'demo-launch@9' }),
      409,
      'brand_kit_version_mismatch',
      'parameters.brandKitId',
    ],
    [
      'an unknown format',
      () => kit({ formats: ['circle'] }),
      400,
      'unsupported_format',
      'parameters.formats.0',
    ],
    ['no format', () => kit({ formats: [] }), 400, 'unsupported_format', 'parameters.formats'],
    [
      'a format twice',
      () => kit({ formats: ['square', 'square'] }),
      400,
      'unsupported_format',
      'parameters.formats',
    ],
    [
      'an unknown overlay',
      () => kit({ overlayMode: 'sparkle' }),
      400,
      'invalid_request',
      'parameters.overlayMode',
    ],
    [
      'opacity 7',
      () => kit({ controls: { opacity: 7 } }),
      400,
      'invalid_request',
      'parameters.controls.opacity',
    ],
    ['scale 0', () => kit({ controls: { scale: 0 } }), 400, 'invalid_request', 'parameters.controls.scale'],
    [
      'a colour by name',
      () => kit({ controls: { color: 'red' } }),
      400,
      'invalid_request',
      'parameters.controls.color',
    ],
    [
      'copy of 10,000 characters',
      () => kit({ text: { content: 'x'.repeat(10_000) } }),
      400,
      'invalid_request',
      'parameters.text.content',
    ],
    ['a command of 10,001 characters', () => kit({}, 'x'.repeat(10_001)), 400, 'invalid_request', 'command'],
    [
      'a script without a font',
      () => kit({ text: { content: 'ᏣᎳᎩ' } }),
      400,
      'invalid_request',
      'parameters.text.content',
    ],
    [
      'a private logo',
      () => kit({ logoUrl: 'http://10.0.0.1/logo.png' }),
      400,
      'url_not_allowed',
      'parameters.logoUrl',
    ],
    [
      'a file as picture',
      () => kit({ baseImageUrl: 'file:///etc/passwd' }),
      400,
      'invalid_url',
      'parameters.baseImageUrl',
    ],
  ])('%s', async (_, body, status, code, field) => {
    const before = await counts()
    const answer = await run(body())
    expect(answer.body).toMatchObject({
      status: 'failed',
      error: { code },
      requestId: answer.headers.get('x-request-id'),
    })
    expect([answer.status, answer.body.error.field]).toEqual([status, field])
    expect(await counts()).toEqual(before)
  })

  test.each([
    ['/inside', 400, 'url_not_allowed'],
    ['/gone.png', 502, 'source_unreachable'],
    ['/page.html', 415, 'unsupported_media_type'],
  ])('the picture %s', async (path, status, code) => {
    const before = await counts()
    const answer = await run(kit({ baseImageUrl: `${origin}${path}` }))
    expect([answer.status, answer.body.error.code]).toEqual([status, code])
    expect(await counts()).toEqual(before)
  })

  test('a body that is not JSON, and one of another type', async () => {
    expect((await run('{')).body).toMatchObject({ status: 'failed', error: { code: 'invalid_request' } })
    expect((await run('{}', { 'content-type': 'text/plain' })).status).toBe(415)
  })

  test('a caller that hangs up', async () => {
    const before = await counts()
    const caller = new AbortController()
    const sent = fetch(`${server.url}/api/agent`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(kit({ seed: 99, formats: ['square', 'landscape', 'portrait'] })),
      signal: caller.signal,
    })
    caller.abort()
    await expect(sent).rejects.toThrow()
    // A run after it is served, and the abandoned one has kept nothing.
    expect((await run(kit({ seed: 98 }))).status).toBe(200)
    await waitFor('no job waits', () => server.area.deps.pool.waiting() === 0)
    expect((await counts())?.['drafts']).toBe((before?.['drafts'] ?? 0) + 1)
  })
})

describe('brand kits', () => {
  test('are made with a logo that was uploaded, run, and superseded by their next version', async () => {
    const form = new FormData()
    form.append(
      'logo',
      new Blob([new Uint8Array(await (await fetch(`${origin}/logo.png`)).arrayBuffer())]),
      'anything.txt',
    )
    const uploaded = await fetch(`${server.url}/api/upload-logo`, { method: 'POST', body: form })
    expect(uploaded.status).toBe(201)
    const logo = await uploaded.json()
    expect(logo).toMatchObject({ width: 400, height: 200, id: logo.sha256 })
    const made = await server.post('/api/brand-kits', {
      id: 'acme',
      name: 'Acme',
      logoUrl: logo.logoUrl,
      palette: ['#a02040'],
      formats: ['landscape'],
      text: { content: 'From the kit' },
    })
    expect([made.status, made.headers.get('location')]).toEqual([201, '/api/brand-kits/acme@1'])
    expect((await made.json()).kit.logo).toMatchObject({ sha256: logo.sha256, mediaType: 'image/png' })
    const { body } = await run(kit({ brandKitId: 'acme' }, ''))
    expect([body.status, body.assets?.length ?? 1]).toEqual(['completed', 1])
    await server.post('/api/brand-kits', { id: 'acme', name: 'Acme', approved: false })
    const refused = await run(kit({ brandKitId: 'acme' }))
    expect([refused.status, refused.body.error.code]).toEqual([403, 'brand_kit_not_approved'])
    const listed = await (await fetch(`${server.url}/api/brand-kits`)).json()
    expect(listed.kits.map(({ id, version }: { id: string; version: number }) => `${id}@${version}`)).toEqual(
      ['acme@2', 'demo-launch@1'],
    )
    const page = await (await fetch(`${server.url}/api/brand-kits?limit=1`)).json()
    expect([page.kits.length, page.next]).toEqual([1, 'acme'])
    const first = await (await fetch(`${server.url}/api/brand-kits/acme@1`)).json()
    expect(first.kit.text).toEqual({ content: 'From the kit' })
  })

  test('without a logo are refused to run, unless the brief says that there is none', async () => {
    await server.post('/api/brand-kits', { id: 'plain', name: 'Plain', formats: ['square'] })
    const refused = await run(kit({ brandKitId: 'plain' }))
    expect([refused.status, refused.body.error.code]).toEqual([400, 'logo_required'])
    expect((await run(kit({ brandKitId: 'plain' }, 'Sea, no logo'))).status).toBe(200)
  })

  test('of another caller are neither read nor run', async () => {
    const [{ key: mine }, { key: yours }] = [
      await server.area.keys.create('me'),
      await server.area.keys.create('you'),
    ]
    const as = (key: string) => ({ authorization: `Bearer ${key}` })
    try {
      expect((await server.post('/api/brand-kits', { id: 'secret', name: 'Secret' }, as(mine))).status).toBe(
        201,
      )
      expect((await fetch(`${server.url}/api/brand-kits/secret`, { headers: as(yours) })).status).toBe(404)
      expect((await run(kit({ brandKitId: 'secret' }), as(yours))).body.error.code).toBe(
        'brand_kit_not_found',
      )
      expect((await server.post('/api/brand-kits', { id: 'secret', name: 'Mine' }, as(yours))).status).toBe(
        403,
      )
      // With a key in the database, calls without one are refused.
      expect([(await run(kit())).status, (await run(kit(), as('wrong'))).status]).toEqual([401, 401])
    } finally {
      await server.database.db.execute(sql`delete from campaign_caller_keys`)
    }
  })
})

describe('images', () => {
  test('an upload without a file, and one that is not an image, are refused by name', async () => {
    const upload = async (form: FormData) => {
      const response = await fetch(`${server.url}/api/upload-logo`, { method: 'POST', body: form })
      const { error, errors } = await response.json()
      return [response.status, error, errors]
    }
    expect(await upload(new FormData())).toEqual([
      400,
      'invalid_request',
      [{ path: '/logo', message: 'must be a file' }],
    ])
    const text = new FormData()
    text.append('logo', new Blob(['hello']), 'logo.png')
    expect(await upload(text)).toEqual([
      415,
      'unsupported_media_type',
      [{ path: '/logo', message: 'must be a PNG, JPEG, WebP or SVG image' }],
    ])
  })

  test('the original of a logo is a download, never a page', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z" fill="#123456"/></svg>'
    const form = new FormData()
    form.append('file', new Blob([svg]))
    const { sha256 } = await (
      await fetch(`${server.url}/api/upload-logo`, { method: 'POST', body: form })
    ).json()
    const original = await fetch(`${server.url}/api/logos/${sha256}/original`)
    expect([original.headers.get('content-type'), await original.text()]).toEqual([
      'application/octet-stream',
      svg,
    ])
    expect(original.headers.get('content-disposition')).toStartWith('attachment;')
    expect(original.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
  })

  test('a picture is fetched and encoded again, under the rules of the scan', async () => {
    const fetched = await fetch(
      `${server.url}/api/fetch-image?url=${encodeURIComponent(`${origin}/picture.jpg`)}`,
    )
    expect(await sharp(await fetched.bytes()).metadata()).toMatchObject({ format: 'png', width: 900 })
    const inside = await fetch(`${server.url}/api/fetch-image?url=http://169.254.169.254/latest`)
    expect([inside.status, await inside.json()]).toMatchObject([
      400,
      { error: 'url_not_allowed', errors: [{ path: '/url', message: 'must be a public URL' }] },
    ])
  })

  test('a stored file is sent once: its ETag answers 304 while it is stored', async () => {
    const { kit: demo } = await (await fetch(`${server.url}/api/brand-kits/demo-launch`)).json()
    const etag = (await fetch(demo.logoUrl)).headers.get('etag') ?? ''
    const statusOf = async (url: string, known: string) =>
      (await fetch(url, { headers: { 'if-none-match': known } })).status
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*'])
      expect(await statusOf(demo.logoUrl, known)).toBe(304)
    expect(await statusOf(demo.logoUrl, '"x"')).toBe(200)
    const gone = '0'.repeat(64)
    expect(await statusOf(`${server.url}/assets/${gone}.png`, `"${gone}"`)).toBe(404)
  })

  test.each(['/assets/x', `/assets/${'0'.repeat(64)}.png`, '/assets/..%2f..%2flock'])(
    '%s is not there',
    async (path) => {
      expect((await fetch(`${server.url}${path}`)).status).toBe(404)
    },
  )
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
    ['/api/brand-kits?cursor=%00', undefined, 400, 'invalid_request'],
    ['/api/provenance?receiptId=%00', undefined, 404, 'receipt_not_found'],
    ['/api/provenance?receiptId=%ED%A0%80', undefined, 404, 'receipt_not_found'],
    ['/api/provenance', { draftId: '\0' }, 404, 'receipt_not_found'],
    ['/api/provenance', { draftId: 'd_\ud800' }, 404, 'receipt_not_found'],
    ['/api/provenance/verify', { receiptId: '\0' }, 404, 'receipt_not_found'],
    ['/api/provenance/verify', { receiptId: 'r_\ud800' }, 404, 'receipt_not_found'],
    ['/api/logos/%00/original', undefined, 400, 'invalid_request'],
    ['/assets/%00', undefined, 404, 'asset_not_found'],
    ['/api/entitlements', { caller: '\0', plan: 'trial' }, 400, 'invalid_request'],
  ])('%s %p is refused', async (path, body, status, slug) => {
    const response = body === undefined ? await fetch(server.url + path) : await server.post(path, body)
    expect([response.status, (await response.json()).error]).toEqual([status, slug])
  })

  test.each([
    ['revises', 409, 'draft_not_revisable'],
    ['brandKitId', 404, 'brand_kit_not_found'],
    ['baseImageUrl', 400, 'invalid_url'],
  ])('is refused as the %s of a run', async (name, status, code) => {
    const { status: given, body } = await run(kit({ [name]: '\0' }))
    expect([given, body.error]).toMatchObject([status, { code, field: `parameters.${name}` }])
  })
})

test('every route has a quota but those of files, discovery documents and pages', () => {
  const { house } = createTestHttp()
  const uncounted = createRouteTable(campaignRoutes(house, server.area.deps)).all.flatMap(
    ({ method, pattern, quota }) => (quota === undefined ? [`${method} ${pattern}`] : []),
  )
  expect(uncounted.sort()).toEqual([
    'GET /.well-known/agent-card.json',
    'GET /.well-known/agent.json',
    'GET /.well-known/jwks.json',
    'GET /api/agent',
    'GET /assets/:file',
    'GET /studio',
    'GET /studio/drafts/:id',
    'GET /v1.3/.well-known/agent.json',
    'GET /v1.3/api/agent',
  ])
})

test.each([
  [10_000, 200],
  [10_001, 400],
])('a brief of %d code points, of two UTF-16 units each', async (count, status) => {
  const response = await server.post('/api/agent/parse', { command: '\u{1f6b2}'.repeat(count) })
  expect(response.status).toBe(status)
})

test('parse answers what the agent would read, explicit parameters over the brief', async () => {
  const response = await server.post('/api/agent/parse', {
    command: 'Calm sea, headline "Slow down", story',
    parameters: { formats: ['square'] },
  })
  expect(await response.json()).toMatchObject({
    parameters: { text: { content: 'Slow down' }, formats: ['square'] },
  })
})

test('what a caller sends is never in the log', async () => {
  await run(kit({}, 'zebra-secret, square'))
  expect(server.logLines().join('\n')).not.toContain('zebra-secret')
})
