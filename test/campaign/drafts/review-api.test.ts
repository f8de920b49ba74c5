import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { type CampaignServer, startCampaignServer } from '../../support/campaign-server.ts'
import { waitFor } from '../../support/wait.ts'

let server: CampaignServer
let site: Bun.Server<undefined>
let origin = ''
beforeAll(async () => {
  const picture = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#557799' } })
    .jpeg()
    .toBuffer()
  site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => new Response(new Uint8Array(picture), { headers: { 'content-type': 'image/jpeg' } }),
  })
  origin = `http://127.0.0.1:${site.port}`
  server = await startCampaignServer({ localOrigins: [origin] })
})
afterAll(async () => {
  await server.stop()
  await site.stop(true)
})

const run = async (parameters: object = {}, headers: Record<string, string> = {}) => {
  const response = await server.post(
    '/api/agent',
    {
      command: '',
      parameters: {
        brandKitId: 'demo-launch',
        baseImageUrl: `${origin}/picture.jpg`,
        formats: ['square'],
        ...parameters,
      },
    },
    headers,
  )
  const body = await response.json()
  const token: string = (body.studioReviewUrl ?? '').split('#')[1] ?? ''
  return { status: response.status, body, draftId: String(body.draftId), token }
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const read = async (draftId: string, headers: Record<string, string>) => {
  const response = await fetch(`${server.url}/api/drafts/${draftId}`, { headers })
  return { status: response.status, body: await response.json() }
}
const decide = async (draftId: string, token: string, body: unknown) => {
  const response = await server.post(`/api/drafts/${draftId}/decision`, body, bearer(token))
  return { status: response.status, body: await response.json() }
}

describe('a review', () => {
  test('goes from requested changes over a revision to approval, which is final', async () => {
    const first = await run()
    const { body: pending } = await read(first.draftId, bearer(first.token))
    const asked = await decide(first.draftId, first.token, {
      decision: 'request_changes',
      note: '<script>alert(1)</script> larger',
      assetHash: pending.draft.assetHash,
    })
    expect(asked).toMatchObject({
      status: 200,
      body: {
        draft: { review: 'changes_requested', decisions: [{ note: '<script>alert(1)</script> larger' }] },
      },
    })
    const second = await run({ revises: first.draftId, seed: 8, controls: { scale: 0.3 } })
    expect(second.status).toBe(200)
    const { body: revised } = await read(second.draftId, bearer(second.token))
    expect(revised.draft).toMatchObject({ revision: 2, previous: { draftId: first.draftId, revision: 1 } })
    const approve = { decision: 'approve', assetHash: revised.draft.assetHash }
    expect(await decide(second.draftId, second.token, approve)).toMatchObject({
      status: 200,
      body: { draft: { review: 'approved' } },
    })
    expect(await decide(second.draftId, second.token, approve)).toMatchObject({
      status: 409,
      body: { error: 'already_decided', detail: expect.stringContaining('was approved at') },
    })
    const late = await decide(first.draftId, first.token, {
      ...approve,
      assetHash: pending.draft.assetHash,
    })
    expect(late).toMatchObject({ status: 409, body: { error: 'revised' } })
  })

  test('a revision of what cannot be revised fails with the field', async () => {
    const { draftId } = await run()
    for (const revises of [draftId, 'd_unknown', '../../x']) {
      const refused = await run({ revises })
      expect([refused.status, refused.body]).toMatchObject([
        409,
        { status: 'failed', error: { code: 'draft_not_revisable', field: 'parameters.revises' } },
      ])
    }
  })

  test('an asynchronous run becomes a revision too', async () => {
    const first = await run()
    const { body } = await read(first.draftId, bearer(first.token))
    await decide(first.draftId, first.token, {
      decision: 'request_changes',
      assetHash: body.draft.assetHash,
    })
    const second = await run({ revises: first.draftId }, { prefer: 'respond-async' })
    expect(second.status).toBe(202)
    const { draft } = await waitFor('the run has completed', async () => {
      const { body } = await read(second.draftId, bearer(second.token))
      return body.draft.run === 'completed' ? body : undefined
    })
    expect(draft).toMatchObject({ revision: 2, previous: { draftId: first.draftId } })
  })
})

describe('a decision that is refused', () => {
  let draft: { draftId: string; token: string }
  let assetHash = ''
  beforeAll(async () => {
    draft = await run()
    assetHash = (await read(draft.draftId, bearer(draft.token))).body.draft.assetHash
  })

  test('wrong, missing and foreign tokens get one and the same 404, to read and to decide', async () => {
    const other = await run()
    const withoutIds = ({ status, body }: { status: number; body: Record<string, unknown> }) => ({
      status,
      body: { ...body, instance: '', requestId: '' },
    })
    const answers: unknown[] = []
    for (const [id, token] of [
      [draft.draftId, 'x'.repeat(43)],
      [draft.draftId, ''],
      [draft.draftId, other.token],
      ['d_unknown', draft.token],
      [draft.draftId, `${draft.token}x`],
      [draft.draftId, 'é'.repeat(3)],
    ] as const) {
      answers.push(withoutIds(await decide(id, encodeURI(token), { decision: 'approve', assetHash })))
      if (token !== '') answers.push(withoutIds(await read(id, bearer(encodeURI(token)))))
    }
    expect(answers[0]).toMatchObject({ status: 404, body: { error: 'draft_not_found' } })
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  test.each([
    ['another hash', () => ({ decision: 'approve', assetHash: 'f'.repeat(64) }), 409, 'stale_assets'],
    ['a malformed hash', () => ({ decision: 'approve', assetHash: 'x' }), 400, 'invalid_request'],
    ['no hash', () => ({ decision: 'approve' }), 400, 'invalid_request'],
    ['an unknown verb', () => ({ decision: 'Approve', assetHash }), 400, 'invalid_request'],
    [
      'a note of 2,001 characters',
      () => ({ decision: 'approve', assetHash, note: 'n'.repeat(2_001) }),
      400,
      'invalid_request',
    ],
    [
      'a note of 100,000 characters',
      () => ({ decision: 'approve', assetHash, note: 'n'.repeat(100_000) }),
      413,
      'content_too_large',
    ],
    ['an unknown field', () => ({ decision: 'approve', assetHash, force: true }), 400, 'invalid_request'],
    ['a list', () => [], 400, 'invalid_request'],
  ] as const)('%s', async (_, body, status, error) => {
    expect(await decide(draft.draftId, draft.token, body())).toMatchObject({ status, body: { error } })
  })

  test('a GET or a HEAD of a decision, as a link scanner sends it, decides nothing', async () => {
    for (const method of ['GET', 'HEAD']) {
      const address = `${server.url}/api/drafts/${draft.draftId}/decision?decision=approve&assetHash=${assetHash}`
      const response = await fetch(address, { method, headers: bearer(draft.token) })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
    }
    expect((await read(draft.draftId, bearer(draft.token))).body.draft).toMatchObject({
      review: 'pending',
      decisions: [],
    })
  })
})

test('the one caller of a machine without keys reads its drafts, a page of another site does not', async () => {
  const { draftId } = await run()
  expect((await read(draftId, {})).status).toBe(200)
  expect((await read(draftId, { origin: 'https://elsewhere.example' })).status).toBe(404)
  expect((await read(draftId, { 'x-forwarded-for': '203.0.113.7' })).status).toBe(404)
  const form = new FormData()
  form.append('logo', new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>']))
  const upload = await fetch(`${server.url}/api/upload-logo`, {
    method: 'POST',
    body: form,
    headers: { origin: 'https://elsewhere.example' },
  })
  expect(upload.status).toBe(401)
})

test('the list goes on page by page, and refuses a place that it did not give', async () => {
  const list = async (query: string) => {
    const response = await fetch(`${server.url}/api/drafts${query}`)
    return { status: response.status, body: await response.json() }
  }
  for (let count = 0; count < 3; count += 1) await run()
  const { status, body: all } = await list('?limit=100')
  expect([status, all]).toMatchObject([200, { next: null }])
  const { body: first } = await list('?limit=2')
  const { body: second } = await list(`?limit=100&cursor=${encodeURIComponent(first.next)}`)
  expect([...first.drafts, ...second.drafts]).toEqual(all.drafts)
  expect([all.next, second.next]).toEqual([null, null])
  expect(all.drafts[0]).toMatchObject({ formats: ['square'], previewUrl: expect.stringMatching(/\.webp$/) })
  expect(await list('?cursor=1;drop')).toMatchObject({
    status: 400,
    body: {
      error: 'invalid_request',
      errors: [{ path: '/cursor', message: 'must be `next` of the previous page' }],
    },
  })
})

test('the key of the owner reads its drafts but decides nothing, and another key reads nothing', async () => {
  const own = await server.area.keys.create('agency')
  const other = await server.area.keys.create('rival')
  const { status, draftId } = await run({}, bearer(own.key))
  expect(status).toBe(200)
  expect(await read(draftId, bearer(own.key))).toMatchObject({ status: 200, body: { draft: { draftId } } })
  const { assetHash } = (await read(draftId, bearer(own.key))).body.draft
  expect(await decide(draftId, own.key, { decision: 'approve', assetHash })).toMatchObject({ status: 404 })
  expect((await read(draftId, bearer(other.key))).status).toBe(404)
  const listed = async (key: string) =>
    (await (await fetch(`${server.url}/api/drafts`, { headers: bearer(key) })).json()).drafts
  expect(await listed(own.key)).toMatchObject([{ draftId }])
  expect(await listed(other.key)).toEqual([])
  // With a key on the machine, nobody is the local caller any longer.
  expect((await read(draftId, {})).status).toBe(404)
})
