import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { faultTypes } from '../../../src/milestone/chaos/fault.ts'
import { wireFaults } from '../../../src/milestone/chaos/wire-faults.ts'
import { startDemoServer } from '../../support/demo-server.ts'
import { drainAccounts } from '../../support/drain-accounts.ts'
import { startPostgres } from '../../support/postgres.ts'
import { untilReady } from '../../support/ready.ts'
import { waitFor } from '../../support/wait.ts'

// On PostgreSQL a cycle takes half the time; on the embedded database they run in server-crash.slow.test.ts.
const postgres = await startPostgres()
const server = await startDemoServer({
  environment: { RATE_CHAOS_PER_MINUTE: '1000', DATABASE_URL: await postgres.createDatabase() },
})
await untilReady(server)
afterAll(async () => {
  await server.dispose()
  await postgres.stop()
})
beforeEach(async () => {
  await post('/api/chaos', { type: 'clear' })
})

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at field by field
async function post(path: string, body?: unknown): Promise<{ status: number; body: any }> {
  const response = await fetch(server.url + path, {
    method: 'POST',
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  return { status: response.status, body: await response.json() }
}

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at field by field
async function get(path: string): Promise<any> {
  return await (await fetch(server.url + path)).json()
}

/** The report of a run when it is over: on a slow machine the answer to the request may come before its end. */
// biome-ignore lint/suspicious/noExplicitAny: answers are looked at field by field
async function finished(runId: string): Promise<any> {
  return await waitFor(`run ${runId} is over`, async () => {
    const report = await get(`/api/chaos/runs/${runId}`)
    return report.finished && report
  })
}

async function runCycle() {
  const { status, body } = await post('/api/chaos/verify')
  expect({ status, ok: body.ok }).toEqual({ status: 200, ok: true })
  return await finished(body.runId)
}

const brokenInvariants = (report: { invariants: readonly { held: boolean }[] }) =>
  report.invariants.filter(({ held }) => !held)

/** A busy machine lets requests time out and be repeated; a client that repeats without limit needs far more. */
const stormFactor = 5

describe('verifying', () => {
  test('a cycle without faults is one run for concurrent callers, ends verified, and every invariant holds', async () => {
    const [first, second] = await Promise.all([post('/api/chaos/verify'), post('/api/chaos/verify')])
    expect(second.body.runId).toBe(first.body.runId)
    const report = await finished(first.body.runId)
    if (first.body.finished) expect(report).toEqual(first.body)
    expect(report).toMatchObject({
      ok: true,
      verified: true,
      status: 'verified',
      exercised: false,
      faultsHit: {},
    })
    expect(brokenInvariants(report)).toEqual([])
    expect(report.invariants).toHaveLength(9)
    expect(report.attempts / report.requests).toBeLessThan(stormFactor)
    const milestone = await get(`/api/status/milestone/${report.milestoneHash}`)
    expect(milestone).toMatchObject({
      verified: true,
      released: true,
      statusLabel: 'Released',
      verifierCount: 5,
    })
    expect(milestone.demo.tracks.evidence.ok).toBe(true)
    expect((await fetch(`${server.url}/api/chaos/runs/run_0`)).status).toBe(404)
  })

  test('accounts and budgets that have run dry are topped up by the next cycle', async () => {
    await drainAccounts(server, (await get('/api/status/demo')).contracts)
    const report = await runCycle()
    expect({ ...report, broken: brokenInvariants(report) }).toMatchObject({ verified: true, broken: [] })
  })

  const byDefault = [
    ...faultTypes.filter((type) => !/^rpc_(down|wrong_chain)$/.test(type)),
    'kill_rpc',
    'rpc_wrong_chain',
  ]
  const ofWire: ReadonlySet<string> = new Set([...wireFaults.map(({ type }) => type), 'kill_rpc'])
  const inPipeline = byDefault.filter((type) => !ofWire.has(type))
  // Those of the pipeline share the cycles of the first ones of the wire.
  const byCycle = byDefault
    .filter((type) => ofWire.has(type))
    .map((type, at) => [type, ...inPipeline.slice(at, at + 1)])
  test.each(byCycle.map((types) => [types.join(' and '), types] as const))(
    '%s with nothing but the type is hit, survived without a storm of attempts, and every invariant holds',
    async (_, types) => {
      const runFaultedCycle = async () => {
        await post('/api/chaos', { type: 'clear' })
        for (const type of types) expect((await post('/api/chaos', { type })).status).toBe(200)
        return await runCycle()
      }
      const missed = () => types.filter((type) => !(report.faultsHit[type] > 0))
      let report = await runFaultedCycle()
      // An endpoint that was just slow is asked second for 2 s, and a quick cycle may end without a request to it.
      for (let cycle = 1; cycle < 5 && missed().length > 0; cycle += 1) report = await runFaultedCycle()
      expect(missed()).toEqual([])
      expect(brokenInvariants(report)).toEqual([])
      expect(report).toMatchObject({ verified: true, exercised: true, reason: null })
      expect(report.attempts / report.requests).toBeLessThan(stormFactor)
    },
  )

  // Each of the others takes requests away that the faults beside it need.
  const alone = /^(rpc_(down|latency|response_lost)|stale_node|log_gap|verifier_offline|evidence_missing)$/
  const survivable = faultTypes.filter((type) => !alone.test(type))
  // Several share a cycle, those of one kind apart.
  const cycles = [0, 1, 2, 3].map((at) => survivable.filter((_, index) => index % 4 === at))
  test.each(cycles.map((types) => [types.join(', '), types] as const))(
    '%s: each hits, the cycle survives and is verified, every invariant holds',
    async (_, types) => {
      for (const type of types) {
        // An endpoint of another chain is left out for 2 s each time.
        const count = type === 'rpc_wrong_chain' ? 2 : 6
        await post('/api/chaos', { type, seed: 3, count, endpoint: 'all', ttlSeconds: 60 })
      }
      const report = await runCycle()
      expect(types.filter((type) => !(report.faultsHit[type] > 0))).toEqual([])
      expect(brokenInvariants(report)).toEqual([])
      expect({ verified: report.verified, reason: report.reason }).toEqual({ verified: true, reason: null })
    },
  )

  test('evidence that no verifier can fetch leaves the milestone pending', async () => {
    await post('/api/chaos', { type: 'evidence_missing', count: 100 })
    const report = await runCycle()
    expect(report).toMatchObject({
      verified: false,
      status: 'unverified',
      reason: 'pending: 0 of 3 needed votes were cast',
      faultsHit: { evidence_missing: 15 },
    })
    expect(brokenInvariants(report)).toEqual([])
    const milestone = await get(`/api/status/milestone/${report.milestoneHash}`)
    expect(milestone).toMatchObject({ state: 'pending', statusLabel: 'Voting' })
  })

  test('two silent verifiers whose votes could change the outcome leave the milestone pending', async () => {
    await post('/api/chaos', { type: 'verifier_offline', count: 2, methods: ['atlas', 'fieldcheck'] })
    const report = await runCycle()
    expect(report).toMatchObject({
      verified: false,
      reason: 'pending: 3 of 5 votes were cast, and the missing ones could change the outcome',
    })
    expect(brokenInvariants(report)).toEqual([])
    const recovery = await get('/api/recovery')
    const ofRun = recovery.events.filter(({ runId }: { runId: string }) => runId === report.runId)
    expect(ofRun.filter(({ outcome }: { outcome: string }) => outcome === 'failed')).toEqual([])
  })

  test('with every endpoint dead the request is answered, reads stay fresh, the dashboard shows it, and the run completes after healing', async () => {
    await post('/api/chaos', { type: 'kill_all', ttlSeconds: 60 })
    const { body } = await post('/api/chaos/verify')
    expect(body).toMatchObject({ ok: true, verified: false, status: 'running', finished: false })
    const { chaos } = await get('/api/recovery')
    expect(chaos.active).toMatchObject([{ type: 'kill_all' }])
    // The feed is written after the answer.
    await waitFor('the fault is in the feed', async () =>
      (await get('/api/activity?type=chaos&limit=5')).events.some(
        ({ title }: { title: string }) => title === 'Fault injected: kill_all',
      ),
    )
    expect(await get('/api/operations')).toMatchObject({
      chaosActive: true,
      health: { pipeline: { reachable: false } },
      asOf: { stale: false },
    })

    await post('/api/chaos', { type: 'clear' })
    const report = await finished(body.runId)
    expect(report).toMatchObject({ verified: true, status: 'verified', finished: true })
    expect(Object.keys(report.faultsHit)).toEqual(['kill_all'])
    expect(brokenInvariants(report)).toEqual([])
    const { health } = await get('/api/operations')
    expect(health.pipeline).toEqual({ reachable: true })
  })
})

test('with a token set, only its holder may inject, within the quota', async () => {
  const guarded = await startDemoServer({
    environment: { OPERATOR_TOKEN: 'correct horse battery', RATE_CHAOS_PER_MINUTE: '3' },
  })
  try {
    const ask = async (authorization?: string, forwardedFor = '192.0.2.1') => {
      const response = await fetch(`${guarded.url}/api/chaos`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(forwardedFor === '' ? {} : { 'x-forwarded-for': forwardedFor }),
          ...(authorization === undefined ? {} : { authorization }),
        },
        body: '{"type":"clear"}',
      })
      return response
    }
    const refused = await ask()
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect((await ask('Bearer wrong horse battery')).status).toBe(401)
    // A database that is slow for a moment has requests counted in memory, from 0 again.
    let passed = 0
    let limited = await ask('Bearer correct horse battery')
    for (; limited.status === 200 && passed < 7; passed += 1)
      limited = await ask('Bearer correct horse battery')
    expect([limited.status, passed]).toEqual([429, expect.any(Number)])
    expect(passed).toBeGreaterThanOrEqual(3)
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(limited.headers.get('ratelimit-policy')).toBe('"chaos";q=3;w=60')
    // An operator on this machine has a quota of its own.
    expect((await ask('Bearer correct horse battery', '')).status).toBe(200)
  } finally {
    await guarded.dispose()
  }
})
