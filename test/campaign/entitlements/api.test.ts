import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { plans } from '../../../src/campaign/entitlements/plans.ts'
import { callerKeys } from '../../../src/campaign/tables.ts'
import { digestOf } from '../../../src/kernel/runtime/token.ts'
import { type CampaignServer, startCampaignServer } from '../../support/campaign-server.ts'
import { waitFor } from '../../support/wait.ts'

const now = Date.parse('2026-05-04T23:30:00.000Z')
let server: CampaignServer
let site: Bun.Server<undefined>
let origin = ''
/** Resolved when pictures are to be answered. */
let pictures = Promise.withResolvers<void>()
beforeAll(async () => {
  const picture = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#557799' } })
    .jpeg()
    .toBuffer()
  site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async () => {
      await pictures.promise
      return new Response(new Uint8Array(picture))
    },
  })
  origin = `http://127.0.0.1:${site.port}`
  server = await startCampaignServer({ localOrigins: [origin], now: () => now })
})
afterAll(async () => {
  await server.stop()
  await site.stop(true)
})
beforeEach(async () => {
  pictures = Promise.withResolvers()
  await server.database.db.execute(
    sql`truncate campaign_caller_keys, campaign_caller_plans, campaign_run_counts, campaign_run_leases, campaign_audit_entries`,
  )
})

const json = async (response: Response) => ({
  status: response.status,
  retryAfter: response.headers.get('retry-after'),
  body: await response.json(),
})
const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` })
const entitlements = async (headers: Record<string, string> = {}) =>
  json(await fetch(`${server.url}/api/entitlements`, { headers }))
const grant = async (body: unknown, headers: Record<string, string> = {}) =>
  json(await server.post('/api/entitlements', body, headers))
const run = async (parameters: object = {}, headers: Record<string, string> = {}) =>
  json(
    await server.post(
      '/api/agent',
      {
        command: 'Sea',
        parameters: {
          brandKitId: 'demo-launch',
          baseImageUrl: `${origin}/picture.jpg`,
          formats: ['square'],
          ...parameters,
        },
      },
      headers,
    ),
  )
/** As if the local caller had made so many runs today. */
const useUp = (runs: number) =>
  server.database.db.execute(
    sql`insert into campaign_run_counts (caller, day, runs) values ('demo', '2026-05-04', ${runs})`,
  )
const usedBy = async (headers: Record<string, string> = {}) => (await entitlements(headers)).body.used

describe('the record', () => {
  test('of a machine without keys has the local plan, and no payment', async () => {
    expect(await entitlements()).toMatchObject({
      status: 200,
      body: {
        plan: 'local',
        caller: 'demo',
        limits: plans.local,
        used: { runsToday: 0, runsInFlight: 0 },
        features: expect.arrayContaining(['agent-1.5.0']),
        x402: { enabled: false },
      },
    })
  })

  test('of a caller is that of its key, and follows the operator’s grant', async () => {
    const { key } = await server.area.keys.create('agency')
    expect((await entitlements(bearer(key))).body).toMatchObject({ plan: 'standard', caller: 'agency' })
    const granted = await grant({ caller: 'agency', plan: 'trial' })
    expect(granted).toMatchObject({ status: 200, body: { plan: 'trial', limits: plans.trial } })
    expect((await entitlements(bearer(key))).body).toEqual(granted.body)
  })
})

describe('a grant is refused', () => {
  test.each([
    ['for an unknown plan', { caller: 'demo', plan: 'gold' }],
    ['for the plan of machines without keys', { caller: 'demo', plan: 'local' }],
    ['for a plan of the prototype', { caller: 'demo', plan: 'constructor' }],
    ['for a caller without a key', { caller: 'nobody', plan: 'trial' }],
    ['for the service itself', { caller: 'cairn:demo', plan: 'trial' }],
    ['for a name with a control character', { caller: 'a\0', plan: 'trial' }],
    ['for nobody', { plan: 'trial' }],
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

  test('of runs in flight count jobs until they end, and refuse the next run of either kind', async () => {
    const isAsync = { prefer: 'respond-async' }
    const accepted = await Promise.all([run({ seed: 1 }, isAsync), run({ seed: 2 }, isAsync)])
    expect(accepted.map(({ status }) => status)).toEqual([202, 202])
    expect(await usedBy()).toMatchObject({ runsToday: 2, runsInFlight: 2 })
    for (const headers of [{}, isAsync]) {
      const { status, body, retryAfter } = await run({}, headers)
      expect([status, retryAfter, body.error]).toEqual([
        429,
        '1',
        {
          code: 'too_many_in_flight',
          message:
            'Cannot start another run: the plan "trial" allows 2 runs in flight, and all are: wait for one of them',
        },
      ])
    }
    pictures.resolve()
    await waitFor('the jobs have ended', async () => (await usedBy()).runsInFlight === 0)
    expect((await run()).status).toBe(200)
    expect(await usedBy()).toMatchObject({ runsToday: 3, runsInFlight: 0 })
  })

  test('of runs a day let exactly so many of parallel calls pass', async () => {
    pictures.resolve()
    await grant({ caller: 'demo', plan: 'standard' })
    await useUp(plans.standard.runsPerDay - 3)
    const answers = await Promise.all(Array.from({ length: 8 }, (_, seed) => run({ seed })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429, 429, 429])
    expect(await usedBy()).toMatchObject({ runsToday: plans.standard.runsPerDay, runsInFlight: 0 })
  })

  test('of runs a day let the last one pass, and tell when the next day begins', async () => {
    pictures.resolve()
    await useUp(plans.trial.runsPerDay - 1)
    expect((await run({ brandKitId: 'unknown' })).status).toBe(404)
    expect((await run({ baseImageUrl: 'http://10.0.0.1/x.png' })).status).toBe(400)
    expect((await run()).status).toBe(200)
    for (const headers of [{}, { prefer: 'respond-async' }]) {
      const { status, body, retryAfter } = await run({}, headers)
      expect([status, retryAfter, body.error]).toEqual([
        429,
        '1800',
        {
          code: 'plan_limit_reached',
          message:
            'Cannot start another run: the plan "trial" allows 50 runs a day, and all are used until 00:00 UTC',
        },
      ])
    }
  })

  test('a job that fails does not count', async () => {
    const { status } = await run({ baseImageUrl: 'http://10.0.0.1/x.png' }, { prefer: 'respond-async' })
    expect(status).toBe(202)
    await waitFor('the job has ended', async () => (await usedBy()).runsInFlight === 0)
    expect(await usedBy()).toMatchObject({ runsToday: 0 })
  })

  test('of formats and kits are told with the field', async () => {
    expect(await run({ formats: ['portrait'] })).toMatchObject({
      status: 403,
      body: { status: 'failed', error: { code: 'plan_limit_reached', field: 'parameters.formats' } },
    })
    const made = await Promise.all(
      Array.from({ length: 6 }, (_, index) => server.post('/api/brand-kits', { name: `Kit ${index}` })),
    )
    expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 201, 403, 403, 403])
    const refused = made.find(({ status }) => status === 403)
    expect(await refused?.json()).toMatchObject({
      error: 'plan_limit_reached',
      detail: expect.stringContaining('the plan "trial" allows 3 brand kits'),
      errors: [{ path: '/id' }],
    })
    expect(await usedBy()).toMatchObject({ brandKits: 3 })
  })
})

describe('keys', () => {
  test('that are revoked, malformed, oversized or unknown get one and the same 401', async () => {
    const { id, key } = await server.area.keys.create('agency')
    const stored = 'not a key'
    await server.database.db
      .insert(callerKeys)
      .values({ id: 'k_bad', sha256: digestOf(stored), caller: 'agency', createdAt: 0 })
    expect((await entitlements(bearer(key))).status).toBe(200)
    await server.area.keys.revoke(id)
    const answers: unknown[] = []
    for (const authorization of [
      `Bearer ${key}`,
      `Bearer cairn_${'x'.repeat(43)}`,
      `Bearer ${stored}`,
      `Bearer ${'x'.repeat(5_000)}`,
      `Bearer ${key} ${key}`,
      `Basic ${btoa(`agency:${key}`)}`,
      'Bearer',
      '',
      undefined,
    ]) {
      const { status, body } = await entitlements(authorization === undefined ? {} : { authorization })
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

test('nothing that is published asks for payment', async () => {
  const found: { path: string; value: unknown }[] = []
  const walk = (value: unknown, path: string): void => {
    found.push({ path, value })
    if (typeof value !== 'object' || value === null) return
    for (const [name, member] of Object.entries(value)) walk(member, `${path}/${name}`)
  }
  for (const path of ['/openapi/campaign.json', '/.well-known/agent.json', '/v1.3/.well-known/agent.json'])
    walk(await (await fetch(`${server.url}${path}`)).json(), path)
  expect(found.filter(({ path, value }) => path.endsWith('/402') || value === 402)).toEqual([])
  const switches = found.filter(({ path }) => path.endsWith('/commerce/x402/enabled'))
  expect(switches.map(({ value }) => value)).toEqual([false, false])
})
