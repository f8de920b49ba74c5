import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { plans } from '../../../src/campaign/entitlements/plans.ts'
import { callerKeys } from '../../../src/campaign/tables.ts'
import { digestOf } from '../../../src/kernel/runtime/token.ts'
import { waitFor } from '../../support/wait.ts'
import { type Agent, bearer, startAgent } from '../agent-kit.ts'

const now = Date.parse('2026-05-04T23:30:00.000Z')
let agent: Agent
/** Resolved when pictures are to be answered. */
let pictures = Promise.withResolvers<undefined>()
beforeAll(async () => {
  agent = await startAgent({ now: () => now, answer: () => pictures.promise })
})
afterAll(() => agent.stop())
beforeEach(async () => {
  pictures = Promise.withResolvers()
  await agent.server.database.db.execute(
    sql`truncate campaign_caller_keys, campaign_caller_plans, campaign_run_counts, campaign_run_leases, campaign_audit_entries`,
  )
})

const entitlements = (headers: Record<string, string> = {}) => agent.get('/api/entitlements', headers)
const grant = (body: unknown, headers: Record<string, string> = {}) =>
  agent.post('/api/entitlements', body, headers)
const usedBy = async () => (await entitlements()).body.used
const isAsync = { prefer: 'respond-async' }

describe('the record', () => {
  test('of a machine without keys has the local plan, and no payment', async () => {
    const { status, body } = await entitlements()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      plan: 'local',
      caller: 'demo',
      limits: plans.local,
      used: { runsToday: 0, runsInFlight: 0 },
      features: expect.arrayContaining(['agent-1.5.0']),
      x402: { enabled: false },
    })
  })

  test('of a caller is that of its key, and follows the operator’s grant', async () => {
    const { key } = await agent.server.area.keys.create('agency')
    expect((await entitlements(bearer(key))).body).toMatchObject({ plan: 'standard', caller: 'agency' })
    const granted = await grant({ caller: 'agency', plan: 'trial' })
    expect(granted).toMatchObject({ status: 200, body: { plan: 'trial', limits: plans.trial } })
    expect((await entitlements(bearer(key))).body).toEqual(granted.body)
  })
})

test('what was made without keys is reached with a key of the local caller', async () => {
  const { draftId } = (await agent.run()).body
  const { body: other } = await agent.post('/api/keys', { caller: 'agency' })
  expect((await agent.get('/api/drafts?limit=1', bearer(other.key))).body.drafts).toEqual([])
  const { status, body } = await agent.post('/api/keys', { caller: 'demo' })
  expect(status).toBe(201)
  expect((await entitlements(bearer(body.key))).body).toMatchObject({ caller: 'demo', plan: 'local' })
  expect((await agent.get('/api/drafts?limit=1', bearer(body.key))).body.drafts).toMatchObject([{ draftId }])
  expect((await agent.post('/api/keys', { caller: 'operator' })).status).toBe(400)
})

describe('a grant is refused', () => {
  test.each([
    ['for an unknown plan', { caller: 'demo', plan: 'gold' }],
    ['for the plan of machines without keys', { caller: 'demo', plan: 'local' }],
    ['for a plan of the prototype', { caller: 'demo', plan: 'constructor' }],
    ['for a caller without a key', { caller: 'keyless', plan: 'trial' }],
    ['for the service itself', { caller: 'cairn:demo', plan: 'trial' }],
    ['for a name with a control character', { caller: 'a\0', plan: 'trial' }],
    ['without a caller', { plan: 'trial' }],
    ['with an unknown field', { caller: 'demo', plan: 'trial', days: 3 }],
  ])('%s', async (_, body) => {
    expect(await grant(body)).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  })

  test('to a page of another origin', async () => {
    const answer = await grant({ caller: 'demo', plan: 'trial' }, { origin: 'https://other.example' })
    expect(answer).toMatchObject({ status: 403, body: { error: 'forbidden' } })
    expect((await entitlements()).body.plan).toBe('local')
  })
})

describe('limits', () => {
  beforeEach(async () => {
    await grant({ caller: 'demo', plan: 'trial' })
  })
  /** Runs of either kind are refused. */
  const expectRefusals = async (code: string, retryAfter: string, allowed: string) => {
    for (const headers of [{}, isAsync]) {
      const answer = await agent.run({}, { headers })
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, retryAfter])
      const message = `Cannot start another run: the plan "trial" allows ${allowed}`
      expect(answer.body.error).toEqual({ code, message })
    }
  }

  test('of runs in flight count jobs until they end, and refuse the next run of either kind', async () => {
    const run = (seed: number) => agent.run({ seed }, { headers: isAsync })
    const accepted = await Promise.all([run(1), run(2)])
    expect(accepted.map(({ status }) => status)).toEqual([202, 202])
    expect(await usedBy()).toMatchObject({ runsToday: 2, runsInFlight: 2 })
    await expectRefusals('too_many_in_flight', '1', '2 runs in flight, and all are: wait for one of them')
    pictures.resolve(undefined)
    await waitFor('the jobs have ended', async () => (await usedBy()).runsInFlight === 0)
    expect((await agent.run()).status).toBe(200)
    expect(await usedBy()).toMatchObject({ runsToday: 3, runsInFlight: 0 })
  })

  test('of runs a day let the last one pass, count no refused one, and name the time of the next', async () => {
    pictures.resolve(undefined)
    await agent.server.database.db.execute(
      sql`insert into campaign_run_counts (caller, day, runs) values ('demo', '2026-05-04', ${plans.trial.runsPerDay - 1})`,
    )
    expect((await agent.run({ brandKitId: 'unknown' })).status).toBe(404)
    expect((await agent.run({ baseImageUrl: 'http://10.0.0.1/x.png' })).status).toBe(400)
    expect((await agent.run()).status).toBe(200)
    await expectRefusals('plan_limit_reached', '1800', '50 runs a day, and all are used until 00:00 UTC')
  })

  test('a job that fails does not count', async () => {
    const { status } = await agent.run({ baseImageUrl: 'http://10.0.0.1/x.png' }, { headers: isAsync })
    expect(status).toBe(202)
    await waitFor('the job has ended', async () => (await usedBy()).runsInFlight === 0)
    expect(await usedBy()).toMatchObject({ runsToday: 0 })
  })

  test('of formats and kits name the field', async () => {
    expect(await agent.run({ formats: ['portrait'] })).toMatchObject({
      status: 403,
      body: { status: 'failed', error: { code: 'plan_limit_reached', field: 'parameters.formats' } },
    })
    for (const name of ['One', 'Two', 'Three'])
      expect((await agent.post('/api/brand-kits', { name })).status).toBe(201)
    expect(await agent.post('/api/brand-kits', { name: 'Four' })).toMatchObject({
      status: 403,
      body: {
        error: 'plan_limit_reached',
        detail: expect.stringContaining('the plan "trial" allows 3 brand kits'),
        errors: [{ path: '/id' }],
      },
    })
    expect(await usedBy()).toMatchObject({ brandKits: 3 })
  })
})

describe('keys', () => {
  test('that are revoked, malformed, oversized or unknown get one and the same 401', async () => {
    const { keys } = agent.server.area
    const { id, key } = await keys.create('agency')
    const stored = 'not a key'
    await agent.server.database.db
      .insert(callerKeys)
      .values({ id: 'k_bad', sha256: digestOf(stored), caller: 'agency', createdAt: 0 })
    expect((await entitlements(bearer(key))).status).toBe(200)
    await keys.revoke(id)
    const answers: unknown[] = []
    for (const headers of [
      {},
      ...[key, `cairn_${'x'.repeat(43)}`, stored, 'x'.repeat(5_000), `${key} ${key}`].map(bearer),
      ...[`Basic ${btoa(`agency:${key}`)}`, 'Bearer', ''].map((authorization) => ({ authorization })),
    ]) {
      const { status, body } = await entitlements(headers)
      answers.push({ status, body: { ...body, requestId: '' } })
    }
    expect(answers[0]).toMatchObject({ status: 401, body: { error: 'unauthorized' } })
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  test('that are wrong are refused on a machine without keys too', async () => {
    for (const authorization of ['Bearer x', `Bearer ${'x'.repeat(5_000)}`, 'Basic eDp5'])
      expect((await entitlements({ authorization })).status).toBe(401)
    expect((await entitlements()).status).toBe(200)
  })
})

test('published documents do not ask for payment', async () => {
  const found: { path: string; value: unknown }[] = []
  const walk = (value: unknown, path: string): void => {
    found.push({ path, value })
    if (typeof value !== 'object' || value === null) return
    for (const [name, member] of Object.entries(value)) walk(member, `${path}/${name}`)
  }
  for (const path of ['/openapi/campaign.json', '/.well-known/agent.json', '/v1.3/.well-known/agent.json'])
    walk((await agent.get(path)).body, path)
  expect(found.filter(({ path, value }) => path.endsWith('/402') || value === 402)).toEqual([])
  const switches = found.filter(({ path }) => path.endsWith('/commerce/x402/enabled'))
  expect(switches.map(({ value }) => value)).toEqual([false, false])
})

describe('keys by HTTP', () => {
  const listed = async () => (await agent.get('/api/keys')).body.keys
  const remove = (id: string) =>
    fetch(`${agent.server.url}/api/keys/${id}`, { method: 'DELETE' }).then((response) => response.status)

  test('are created once, listed with their use but without themselves, and revoked', async () => {
    const { status, body } = await agent.post('/api/keys', { caller: 'agency', plan: 'trial' })
    expect([status, body.key]).toEqual([201, expect.stringMatching(/^cairn_[\w-]{43}$/)])
    const shown = { id: body.id, caller: 'agency', plan: 'trial', runsToday: 0, runsPerDay: 50 }
    expect(await listed()).toMatchObject([{ ...shown, lastUsedAt: null, revokedAt: null }])
    expect((await entitlements(bearer(body.key))).body.caller).toBe('agency')
    expect(await listed()).toMatchObject([{ ...shown, lastUsedAt: new Date(now).toISOString() }])
    expect(JSON.stringify(await listed())).not.toContain(body.key)
    expect(await remove(body.id)).toBe(200)
    expect((await entitlements(bearer(body.key))).status).toBe(401)
    expect((await listed())[0].revokedAt).toBe(new Date(now).toISOString())
    const actions = await agent.server.database.db.execute(
      sql`select actor, action from campaign_audit_entries order by id`,
    )
    expect(JSON.stringify(actions)).toMatch(/operator.*key\.create.*operator.*key\.revoke/)
  })

  test.each([
    [{}, 400],
    [{ caller: 'Agency' }, 400],
    [{ caller: 'operator' }, 400],
    [{ caller: 'agency', plan: 'gold' }, 400],
    [{ caller: 'agency', key: 'cairn_mine' }, 400],
  ])('%j is refused with %d', async (body, status) => {
    expect((await agent.post('/api/keys', body)).status).toBe(status)
    expect(await listed()).toEqual([])
  })

  test('of an unknown id cannot be revoked, and pages of other origins may do nothing', async () => {
    expect(await remove('k_unknown')).toBe(404)
    const foreign = { origin: 'https://evil.example' }
    expect((await agent.get('/api/keys', foreign)).status).toBe(403)
    expect((await agent.post('/api/keys', { caller: 'agency' }, foreign)).status).toBe(403)
  })
})

test('a caller without a key verifies receipts and files, but has no URL of another service fetched', async () => {
  const { key } = await agent.server.area.keys.create('agency')
  const verify = (asset: string, headers: Record<string, string> = {}) =>
    agent.post('/api/provenance/verify', { receipt: {}, asset }, headers)
  pictures.resolve(undefined)
  const url = `${agent.origin}/picture.jpg`
  const refused = await verify(url)
  expect([refused.status, refused.body.error]).toEqual([401, 'unauthorized'])
  expect((await verify(url, bearer('unknown'))).status).toBe(401)
  expect((await verify(url, bearer(key))).body.asset).toMatchObject({ match: 'none' })
  const own = await verify(`${agent.server.url}/assets/${'0'.repeat(64)}.png`)
  expect([own.status, own.body.error]).toEqual([404, 'asset_not_found'])
})
