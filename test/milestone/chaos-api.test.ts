import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { faultTypes } from '../../src/milestone/chaos/fault.ts'
import { type DemoServer, startDemoServer } from '../support/demo-server.ts'

let server: DemoServer
beforeAll(async () => {
  server = await startDemoServer({ environment: { RATE_CHAOS_PER_MINUTE: '1000' } })
}, 60_000)
afterAll(() => server.dispose())
beforeEach(async () => {
  await post('/api/chaos', { type: 'clear' })
})

async function post(
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at field by field
): Promise<{ status: number; body: any; headers: Headers }> {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json(), headers: response.headers }
}

describe('injecting', () => {
  test('an unknown fault is 400 with the list of those that are known', async () => {
    const { status, body } = await post('/api/chaos', { type: 'meteor' })
    expect(status).toBe(400)
    expect(body).toMatchObject({ ok: false, error: 'unknown_chaos_type' })
    expect(body.available).toEqual([...faultTypes, 'kill_rpc', 'kill_all', 'clear'])
  })

  test.each([
    { ttlSeconds: -1 },
    { ttlSeconds: 0 },
    { ttlSeconds: 1e9 },
    { count: -1 },
    { count: 1.5 },
    { count: 1e12 },
    { probability: -0.1 },
    { probability: 1.1 },
    { probability: 'often' },
    { methods: 'eth_call' },
    { methods: [] },
    { steps: ['lunch'] },
    { seed: -1 },
    { surprise: true },
  ])('%j is 400 and injects nothing', async (wrong) => {
    const { status, body } = await post('/api/chaos', { type: 'rpc_429', ...wrong })
    expect(status).toBe(400)
    expect(body).toMatchObject({ ok: false, error: 'invalid_request' })
    expect(body.errors.length).toBeGreaterThan(0)
    const recovery = await (await fetch(`${server.url}/api/recovery`)).json()
    expect(recovery.chaos.active).toEqual([])
  })

  test('a body that is no JSON is 400, another content type 415', async () => {
    expect((await post('/api/chaos', '{"type":')).status).toBe(400)
    expect((await post('/api/chaos', 'type=rpc_429', { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await post('/api/chaos')).status).toBe(415)
  })

  test('a fault is in the answer, in recovery data, in operations and in the feed, until it is cleared', async () => {
    const { status, body } = await post('/api/chaos', {
      type: 'rpc_latency',
      ttlSeconds: 50,
      count: 7,
      seed: 5,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ok: true,
      injected: true,
      active: [{ type: 'rpc_latency', hits: 0, remaining: 7 }],
    })
    const recovery = await (await fetch(`${server.url}/api/recovery`)).json()
    expect(recovery.chaos.active).toEqual(body.active)
    expect((await (await fetch(`${server.url}/api/operations`)).json()).chaosActive).toBe(true)
    const feed = await (await fetch(`${server.url}/api/activity?type=chaos&limit=5`)).json()
    expect(feed.events[0]).toMatchObject({ type: 'chaos', title: 'Fault injected: rpc_latency' })
    await post('/api/chaos', { type: 'clear' })
    expect((await (await fetch(`${server.url}/api/recovery`)).json()).chaos.active).toEqual([])
  })

  test('a page of another origin is refused', async () => {
    const { status, body } = await post('/api/chaos/verify', undefined, { origin: 'https://evil.example' })
    expect({ status, error: body.error }).toEqual({ status: 403, error: 'forbidden' })
  })
})

describe('verifying', () => {
  test('a cycle without faults ends verified, and chain and books agree', async () => {
    const { status, body } = await post('/api/chaos/verify')
    expect(status).toBe(200)
    expect(body).toMatchObject({ ok: true, verified: true, finished: true, exercised: false, faultsHit: {} })
    expect(body.invariants.filter(({ held }: { held: boolean }) => !held)).toEqual([])
    expect(body.invariants).toHaveLength(8)
    expect(body.attempts / body.requests).toBeLessThan(1.5)
    const milestone = await (await fetch(`${server.url}/api/status/milestone/${body.milestoneHash}`)).json()
    expect(milestone).toMatchObject({
      verified: true,
      released: true,
      statusLabel: 'Released',
      verifierCount: 5,
    })
    expect(milestone.demo.tracks.evidence.ok).toBe(true)
    expect(await (await fetch(`${server.url}/api/chaos/runs/${body.runId}`)).json()).toEqual(body)
    expect((await fetch(`${server.url}/api/chaos/runs/run_0`)).status).toBe(404)
  }, 60_000)

  test('a second caller joins the run in progress', async () => {
    const [first, second] = await Promise.all([post('/api/chaos/verify'), post('/api/chaos/verify')])
    expect(second.body.runId).toBe(first.body.runId)
  }, 60_000)

  const survivable = faultTypes.filter(
    (type) => type !== 'rpc_down' && type !== 'evidence_missing' && type !== 'rpc_latency',
  )
  test.each(survivable)(
    '%s on one endpoint is survived: verified, and every invariant holds',
    async (type) => {
      await post('/api/chaos', { type, endpoint: 0, seed: 3, count: 6, ttlSeconds: 30 })
      const { body } = await post('/api/chaos/verify')
      expect(body.invariants.filter(({ held }: { held: boolean }) => !held)).toEqual([])
      expect({ verified: body.verified, reason: body.reason }).toEqual({ verified: true, reason: null })
    },
    60_000,
  )

  test('evidence that nobody can see leaves the milestone pending', async () => {
    await post('/api/chaos', { type: 'evidence_missing', seed: 1 })
    const { body } = await post('/api/chaos/verify')
    expect(body).toMatchObject({ verified: false, finished: true, faultsHit: { evidence_missing: 5 } })
    expect(body.invariants.filter(({ held }: { held: boolean }) => !held)).toEqual([])
    const milestone = await (await fetch(`${server.url}/api/status/milestone/${body.milestoneHash}`)).json()
    expect(milestone).toMatchObject({ state: 'pending', statusLabel: 'Voting' })
  }, 60_000)

  test('with every endpoint dead it answers within 5 s, reads say stale, and the run ends by itself after healing', async () => {
    await post('/api/chaos', { type: 'kill_all', ttlSeconds: 60 })
    const startedAt = performance.now()
    const { body } = await post('/api/chaos/verify')
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    expect(body).toMatchObject({ ok: true, verified: false, finished: false })
    const read = await fetch(`${server.url}/api/treasury`)
    expect({ status: read.status, stale: (await read.json()).asOf.stale }).toEqual({
      status: 200,
      stale: true,
    })

    await post('/api/chaos', { type: 'clear' })
    let report = body
    for (let look = 0; look < 200 && !report.finished; look += 1) {
      await Bun.sleep(100)
      report = await (await fetch(`${server.url}/api/chaos/runs/${body.runId}`)).json()
    }
    expect(report).toMatchObject({ verified: true, finished: true })
    expect(report.invariants.filter(({ held }: { held: boolean }) => !held)).toEqual([])
    expect((await (await fetch(`${server.url}/api/treasury`)).json()).asOf.stale).toBe(false)
  }, 60_000)
})

test('with a token set, only its holder may inject', async () => {
  const guarded = await startDemoServer({
    environment: { OPERATOR_TOKEN: 'correct horse', RATE_CHAOS_PER_MINUTE: '3' },
  })
  try {
    const ask = async (authorization?: string) => {
      const response = await fetch(`${guarded.url}/api/chaos`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(authorization === undefined ? {} : { authorization }),
        },
        body: '{"type":"clear"}',
      })
      return response
    }
    const refused = await ask()
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect((await ask('Bearer wrong horse')).status).toBe(401)
    expect((await ask('Bearer correct horse')).status).toBe(200)
    expect((await ask('Bearer correct horse')).status).toBe(200)
    expect((await ask('Bearer correct horse')).status).toBe(200)
    const limited = await ask('Bearer correct horse')
    expect(limited.status).toBe(429)
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(limited.headers.get('ratelimit-policy')).toBe('"chaos";q=3;w=60')
  } finally {
    await guarded.dispose()
  }
}, 60_000)
