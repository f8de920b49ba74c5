import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { readAudit } from '../../../src/campaign/audit/record-audit.ts'
import { waitFor } from '../../support/wait.ts'
import { type Agent, bearer, type DraftAccess, startAgent } from '../agent-kit.ts'

let agent: Agent
beforeAll(async () => {
  agent = await startAgent()
})
afterAll(() => agent.stop())

const read = (draftId: string, headers: Record<string, string>) =>
  agent.get(`/api/drafts/${draftId}`, headers)
const decide = ({ draftId, token }: DraftAccess, body: unknown) =>
  agent.post(`/api/drafts/${draftId}/decision`, body, bearer(token))

test('a review goes from requested changes over a revision to approval, which is final', async () => {
  const first = await agent.run()
  const pending = await agent.draftOf(first)
  const note = '<script>alert(1)</script> larger'
  expect(await agent.decide(first, 'request_changes', note)).toMatchObject({
    status: 200,
    body: { draft: { review: 'changes_requested', decisions: [{ note }] } },
  })
  const second = await agent.run({ revises: first.draftId, seed: 8, controls: { scale: 0.3 } })
  expect(second.status).toBe(200)
  expect(await agent.draftOf(second)).toMatchObject({
    revision: 2,
    previous: { draftId: first.draftId, revision: 1 },
  })
  const approved = await agent.decide(second, 'approve')
  expect(approved).toMatchObject({ status: 200, body: { draft: { review: 'approved' } } })
  expect(await agent.decide(second, 'approve')).toMatchObject({
    status: 409,
    body: { error: 'already_decided', detail: expect.stringContaining('was approved at') },
  })
  const late = await decide(first, { decision: 'approve', assetHash: pending.assetHash })
  expect(late).toMatchObject({ status: 409, body: { error: 'revised' } })
  expect((await agent.get('/api/drafts?limit=2')).body.drafts).toMatchObject([
    { draftId: second.draftId },
    { draftId: first.draftId, revisedBy: second.draftId },
  ])
})

test('a run in the background becomes a revision too', async () => {
  const first = await agent.run()
  await agent.decide(first, 'request_changes')
  const second = await agent.run({ revises: first.draftId }, { headers: { prefer: 'respond-async' } })
  expect(second.status).toBe(202)
  const draft = await waitFor('the run has completed', async () => {
    const found = await agent.draftOf(second)
    return found.run === 'completed' && found
  })
  expect(draft).toMatchObject({ revision: 2, previous: { draftId: first.draftId } })
})

test('all files of a draft come as one ZIP: the exact PNG, a JPEG, and how far its logo is from the exact one', async () => {
  const run = await agent.run({ formats: ['square', 'landscape'] })
  const { assets, assetHash } = await agent.draftOf(run)
  const response = await fetch(`${agent.server.url}/api/drafts/${run.draftId}/files`, {
    headers: bearer(run.token),
  })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const files = unzipSync(await response.bytes())
  expect(Object.keys(files).sort()).toEqual(
    ['files.json', 'landscape.jpg', 'landscape.png', 'square.jpg', 'square.png'].sort(),
  )
  const list = JSON.parse(new TextDecoder().decode(files['files.json']))
  expect(list.assetHash).toBe(assetHash)
  for (const [index, { format, byteSha256, width, height }] of assets.entries()) {
    const png = files[`${format}.png`] ?? new Uint8Array()
    expect(new Bun.CryptoHasher('sha256').update(png).digest('hex')).toBe(byteSha256)
    const jpeg = await sharp(files[`${format}.jpg`]).metadata()
    expect([jpeg.format, jpeg.width, jpeg.height]).toEqual(['jpeg', width, height])
    expect(jpeg.xmpAsString).toContain('digitalsourcetype/')
    expect(jpeg.xmpAsString).toBe((await sharp(png).metadata()).xmpAsString)
    const alone = await fetch(`${agent.server.url}/api/drafts/${run.draftId}/jpeg?format=${format}`, {
      headers: bearer(run.token),
    })
    expect([alone.status, alone.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(Buffer.compare(await alone.bytes(), files[`${format}.jpg`] ?? new Uint8Array())).toBe(0)
    const { max, mean } = list.files[index].jpegLogoDeviation
    expect(max).toBeGreaterThan(0)
    expect(mean).toBeLessThan(4)
  }
  for (const [path, token, slug] of [
    ['files', 'x'.repeat(43), 'draft_not_found'],
    ['jpeg?format=square', 'x'.repeat(43), 'draft_not_found'],
    ['jpeg?format=portrait', run.token, 'asset_not_found'],
    ['jpeg?format=square&variant=2', run.token, 'asset_not_found'],
  ] as const) {
    const url = `${agent.server.url}/api/drafts/${run.draftId}/${path}`
    const refused = await fetch(url, { headers: bearer(token) })
    expect([refused.status, (await refused.json()).error]).toEqual([404, slug])
  }
})

test('a draft with one variant needs no choice, and has no second variant', async () => {
  const run = await agent.run()
  expect((await agent.decide(run, 'approve', undefined, 2)).status).toBe(400)
  const { status, body } = await agent.decide(run, 'approve', undefined, 1)
  expect([status, body.draft.approvedVariant, body.draft.decisions[0].variant]).toEqual([
    200,
    undefined,
    undefined,
  ])
})

describe('a reviewer with the token', () => {
  const hostile = `<img src=x onerror="alert(1)"> \u202e"'\u0000`
  const stored = hostile.replace('\0', '\ufffd')
  const pin = { format: 'square', x: 0.25, y: 1, note: hostile, by: hostile }

  test('revises copy, layout and logo on the plan of the owner, and approves that with the same token', async () => {
    const first = await agent.run({ text: { headline: 'Calm', cta: 'Start', subline: 'At sea' } })
    const before = await agent.draftOf(first)
    const used = async () => (await agent.get('/api/entitlements')).body.used.runsToday
    const usedBefore = await used()
    const change = { by: ` ${hostile} `, assetHash: before.assetHash }
    const revised = await agent.post(
      `/api/drafts/${first.draftId}/revisions`,
      { ...change, text: { headline: 'Calmer', cta: '' }, layout: 'framed', placement: 'bottom-right' },
      bearer(first.token),
    )
    expect(revised).toMatchObject({
      status: 201,
      body: {
        draft: {
          revision: 2,
          review: 'pending',
          reviewer: stored,
          copy: { headline: 'Calmer', subline: 'At sea' },
          layout: 'framed',
          placement: 'bottom-right',
          seed: before.seed,
          previous: { draftId: first.draftId, copy: { headline: 'Calm', cta: 'Start' } },
          provenanceReceiptId: expect.stringMatching(/^r_/),
        },
      },
    })
    const { draft } = revised.body
    expect(Object.keys(draft.copy)).not.toContain('cta')
    expect(await used()).toBe(usedBefore + 1)
    expect(await agent.draftOf(first)).toMatchObject({
      revisedBy: draft.draftId,
      revisedByReviewer: stored,
    })
    const again = { ...change, layout: 'panel' }
    for (const refused of [
      await agent.decide(first, 'approve'),
      await agent.post(`/api/drafts/${first.draftId}/revisions`, again, bearer(first.token)),
      await agent.post(`/api/drafts/${first.draftId}/pins`, pin, bearer(first.token)),
    ])
      expect(refused).toMatchObject({ status: 409, body: { error: 'revised' } })
    const approval = { decision: 'approve', assetHash: draft.assetHash, by: hostile }
    const approved = await decide({ draftId: draft.draftId, token: first.token }, approval)
    expect(approved.body.draft).toMatchObject({ review: 'approved', decisions: [{ by: stored }] })
    const audit = await readAudit(agent.server.database.db, { since: 0, limit: 1_000 })
    const entries = audit.filter(({ target }) => target === draft.draftId)
    expect(entries.map(({ actor, action }) => [actor, action])).toEqual([
      ['reviewer', 'draft.complete'],
      ['reviewer', 'draft.approve'],
    ])
    for (const { details } of entries) expect(JSON.parse(details ?? '')).toMatchObject({ by: stored })
  })

  test('pins notes to places, up to 50, and removes them', async () => {
    const draft = await agent.run()
    const path = `/api/drafts/${draft.draftId}/pins`
    for (let number = 1; number <= 50; number += 1)
      expect((await agent.post(path, pin, bearer(draft.token))).status).toBe(201)
    expect(await agent.post(path, pin, bearer(draft.token))).toMatchObject({
      status: 409,
      body: { error: 'too_many_pins' },
    })
    const remove = async (number: string) =>
      await fetch(`${agent.server.url}${path}/${number}`, { method: 'DELETE', headers: bearer(draft.token) })
    expect([(await remove('7')).status, (await remove('7')).status, (await remove('x')).status]).toEqual([
      200, 404, 400,
    ])
    // The agent reads them with its key.
    const { pins } = (await agent.get(`/api/drafts/${draft.draftId}`)).body.draft
    expect(pins.length).toBe(49)
    expect(pins[6]).toEqual({ ...pin, note: stored, by: stored, number: 8, createdAt: expect.any(String) })
    const audit = await readAudit(agent.server.database.db, { since: 0, limit: 60 })
    expect(audit.filter(({ target }) => target === draft.draftId).map(({ action }) => action)).toContain(
      'draft.unpin',
    )
    await agent.decide(draft, 'approve')
    expect(await agent.post(path, pin, bearer(draft.token))).toMatchObject({
      status: 409,
      body: { error: 'already_decided' },
    })
  })

  test.each([
    ['pins', 'x beyond the image', { ...pin, x: 1.01 }, 400],
    ['pins', 'a format that the draft does not have', { ...pin, format: 'landscape' }, 400],
    ['pins', 'a blank note', { ...pin, note: ' \n' }, 400],
    ['pins', 'a note of 501 characters', { ...pin, note: 'n'.repeat(501) }, 400],
    ['pins', 'a name of 81 characters', { ...pin, by: 'n'.repeat(81) }, 400],
    ['revisions', 'no change', {}, 400],
    ['revisions', 'another hash', { assetHash: 'f'.repeat(64), layout: 'auto' }, 409],
    ['revisions', 'an unknown layout', { layout: 'baroque' }, 400],
    ['revisions', 'a part of 10,000 characters', { text: { headline: 'n'.repeat(10_000) } }, 400],
    ['revisions', 'copy that fits no layout', { text: { badge: 'm'.repeat(80), cta: 'm'.repeat(80) } }, 400],
  ])('is refused %s with %s, and nothing is lost', async (path, _, body, status) => {
    const own = path === 'pins' ? {} : { by: 'Mira', assetHash: (await agent.draftOf(shared)).assetHash }
    const answer = await agent.post(
      `/api/drafts/${shared.draftId}/${path}`,
      { ...own, ...body },
      bearer(shared.token),
    )
    expect(answer).toMatchObject({ status, body: { error: expect.any(String) } })
    expect(await agent.draftOf(shared)).toMatchObject({ review: 'pending', pins: [] })
    expect(await agent.draftOf(shared)).not.toHaveProperty('revisedBy')
  })

  let shared: DraftAccess
  beforeAll(async () => {
    shared = await agent.run()
  })
})

describe('a decision that is refused', () => {
  let draft: DraftAccess
  let assetHash = ''
  beforeAll(async () => {
    draft = await agent.run()
    assetHash = (await agent.draftOf(draft)).assetHash
  })

  test('wrong, missing and foreign tokens get one and the same 404, to read and to decide', async () => {
    const other = await agent.run()
    const answers: unknown[] = []
    const keep = ({ status, body }: Awaited<ReturnType<typeof read>>) =>
      answers.push({ status, body: { ...body, instance: '', requestId: '' } })
    for (const [draftId, token] of [
      [draft.draftId, 'x'.repeat(43)],
      [draft.draftId, ''],
      [draft.draftId, other.token],
      ['d_unknown', draft.token],
      [draft.draftId, `${draft.token}x`],
      [draft.draftId, encodeURI('ééé')],
    ] as const) {
      keep(await decide({ draftId, token }, { decision: 'approve', assetHash }))
      if (token !== '') keep(await read(draftId, bearer(token)))
    }
    expect(answers[0]).toMatchObject({ status: 404, body: { error: 'draft_not_found' } })
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  test.each([
    ['another hash', { assetHash: 'f'.repeat(64) }, 409, 'stale_assets'],
    ['a malformed hash', { assetHash: 'x' }, 400, 'invalid_request'],
    ['no hash', { assetHash: undefined }, 400, 'invalid_request'],
    ['an unknown verb', { decision: 'Approve' }, 400, 'invalid_request'],
    ['a note of 2,001 characters', { note: 'n'.repeat(2_001) }, 400, 'invalid_request'],
    ['a note of 100,000 characters', { note: 'n'.repeat(100_000) }, 413, 'content_too_large'],
    ['an unknown field', { force: true }, 400, 'invalid_request'],
  ])('%s', async (_, changes, status, error) => {
    const body = { decision: 'approve', assetHash, ...changes }
    expect(await decide(draft, body)).toMatchObject({ status, body: { error } })
  })

  test('a list', async () => {
    expect(await decide(draft, [])).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  })

  test('a GET or a HEAD of a decision, as a link scanner sends it', async () => {
    for (const method of ['GET', 'HEAD']) {
      const address = `${agent.server.url}/api/drafts/${draft.draftId}/decision?decision=approve&assetHash=${assetHash}`
      const response = await fetch(address, { method, headers: bearer(draft.token) })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
    }
    expect(await agent.draftOf(draft)).toMatchObject({ review: 'pending', decisions: [] })
  })
})

test('the one caller of a machine without keys reads its drafts, a page of another site does not', async () => {
  const { draftId } = await agent.run()
  expect((await read(draftId, {})).status).toBe(200)
  const origin = 'https://elsewhere.example'
  expect((await read(draftId, { origin })).status).toBe(404)
  expect((await read(draftId, { 'x-forwarded-for': '203.0.113.7' })).status).toBe(404)
  const body = new FormData()
  body.append('logo', new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>']))
  const upload = { method: 'POST', body, headers: { origin } }
  expect((await fetch(`${agent.server.url}/api/upload-logo`, upload)).status).toBe(401)
})

test('the list continues at the cursor of a page, and refuses any other cursor', async () => {
  const list = (query: string) => agent.get(`/api/drafts${query}`)
  for (let count = 0; count < 3; count += 1) await agent.run()
  const { status, body: all } = await list('?limit=100')
  expect([status, all]).toMatchObject([200, { next: null }])
  const { body: first } = await list('?limit=2')
  const { body: second } = await list(`?limit=100&cursor=${encodeURIComponent(first.next)}`)
  expect([...first.drafts, ...second.drafts]).toEqual(all.drafts)
  expect(second.next).toBeNull()
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
  const { keys } = agent.server.area
  const own = await keys.create('agency')
  const other = await keys.create('rival')
  const { status, draftId } = await agent.run({}, { headers: bearer(own.key) })
  expect(status).toBe(200)
  const { draft } = (await read(draftId, bearer(own.key))).body
  expect(draft).toMatchObject({ draftId, review: 'pending' })
  const approve = { decision: 'approve', assetHash: draft.assetHash }
  expect((await decide({ draftId, token: own.key }, approve)).status).toBe(404)
  expect((await read(draftId, bearer(other.key))).status).toBe(404)
  const listed = async (key: string) => (await agent.get('/api/drafts', bearer(key))).body.drafts
  expect(await listed(own.key)).toMatchObject([{ draftId }])
  expect(await listed(other.key)).toEqual([])
  // With a key on the machine, a call without one is not the local caller's.
  expect((await read(draftId, {})).status).toBe(404)
})
