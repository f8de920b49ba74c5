import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { LoggedRecovery } from '../../../src/milestone/recovery-event.ts'
import { recovery } from '../../../src/milestone/views/recovery.ts'
import { testSeed } from '../../support/seed.ts'
import { failedMilestone, releasedMilestone, snapshotOf } from './small-chain.ts'

const seed = testSeed('recovery')
const now = snapshotOf([...releasedMilestone('a'), ...failedMilestone('b')])

function event(over: Partial<LoggedRecovery> = {}): LoggedRecovery {
  return {
    timestamp: 1_700_000_000,
    event: 'rpc_unreachable',
    context: 'indexer',
    action: 'retry with backoff',
    target: 'http://127.0.0.1:8545',
    outcome: 'success',
    latencyMs: 120,
    runId: undefined,
    ...over,
  }
}
const history = (events: readonly LoggedRecovery[]) => ({
  totalEvents: 7,
  failures: 2,
  recoveries: 4,
  events,
})
const mttr = (latencies: readonly (number | undefined)[]) =>
  recovery(now, history(latencies.map((latencyMs) => event({ latencyMs }))), [], undefined).summary.mttrMs

test('without a known time there is no percentile, and unknown times do not count', () => {
  expect(mttr([])).toEqual({ p50: null, p95: null })
  expect(mttr([undefined, 8])).toEqual({ p50: 8, p95: 8 })
})

test('a percentile is one of the times, and as many are not above it as its share asks', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(5000), { minLength: 1, maxLength: 300 }), (latencies) => {
      const { p50, p95 } = mttr(latencies)
      for (const [value, share] of [
        [p50, 0.5],
        [p95, 0.95],
      ] as const) {
        if (value === null) throw new Error('there are times, so there is a percentile')
        expect(latencies).toContain(value)
        const notAbove = latencies.filter((latency) => latency <= value).length
        const below = latencies.filter((latency) => latency < value).length
        expect(notAbove / latencies.length).toBeGreaterThanOrEqual(share)
        expect(below / latencies.length).toBeLessThan(share)
      }
    }),
    { seed },
  )
})

test('only what ended in success counts as a time to recover', () => {
  const events = (['failed', 'degraded', 'pending'] as const).map((outcome) =>
    event({ outcome, latencyMs: 9999 }),
  )
  expect(recovery(now, history([...events, event({ latencyMs: 3 })]), [], undefined).summary.mttrMs).toEqual({
    p50: 3,
    p95: 3,
  })
})

test('the summary counts everything ever recorded and every verdict on the chain', () => {
  const answer = recovery(now, history([event()]), [], undefined)
  expect(answer.summary).toEqual({
    totalEvents: 7,
    failures: 2,
    recoveries: 4,
    verdictsLanded: 2,
    mttrMs: { p50: 120, p95: 120 },
  })
  expect(answer).toMatchObject({ ok: true, chaos: { active: [] }, asOf: now.asOf })
})

test('events are newest first, 100 at most, with null for what is not there', () => {
  const events = Array.from({ length: 130 }, (_, index) => event({ event: `e${index}` }))
  const pending = event({ event: 'last', outcome: 'pending', latencyMs: undefined, runId: 'run_7' })
  const answer = recovery(now, history([...events, pending]), [], undefined)
  expect(answer.events).toHaveLength(100)
  expect(answer.events[0]).toEqual({
    ...pending,
    title: `Last: ${pending.action}`,
    latencyMs: null,
    runId: 'run_7',
  })
  expect(answer.events[1]).toEqual({
    ...event({ event: 'e129' }),
    title: `E129: ${event().action}`,
    latencyMs: 120,
    runId: null,
  })
  expect(answer.events.at(-1)?.event).toBe('e31')
})

test('a pending event ends with the next outcome of the same failure, of the same run', () => {
  const pending = { outcome: 'pending', latencyMs: undefined } as const
  const answer = recovery(
    now,
    history([
      event({ ...pending, runId: 'run_1' }),
      event({ ...pending, runId: 'run_2' }),
      event({ outcome: 'failed', runId: 'run_1' }),
      event({ ...pending, runId: 'run_1' }),
    ]),
    [],
    undefined,
  )
  expect(answer.events.map(({ outcome }) => outcome)).toEqual(['pending', 'failed', 'pending', 'failed'])
})

test('the summary counts a pending event as what it ended in, as the list shows it', () => {
  const underpriced = { event: 'tx_underpriced', target: 'fund', runId: 'run_1' }
  const events = [
    event({ ...underpriced, outcome: 'pending', latencyMs: undefined }),
    event({ ...underpriced, action: 'transaction mined' }),
  ]
  for (const since of [undefined, 0]) {
    const answer = recovery(now, { totalEvents: 2, failures: 0, recoveries: 1, events }, [], since)
    expect(answer.events.map(({ outcome }) => outcome)).toEqual(['success', 'success'])
    expect(answer.summary).toMatchObject({ totalEvents: 2, failures: 0, recoveries: 2 })
    expect(answer.summary.mttrMs.p50).toBe(120)
  }
})

test.each([
  [
    'tx_underpriced',
    'send it again with a higher fee',
    'The network fee was too low: send it again with a higher fee',
  ],
  ['rpc_unreachable', 'retried', 'RPC unreachable: retried'],
])('the title of %s is plain', (name, action, title) => {
  expect(recovery(now, history([event({ event: name, action })]), [], undefined).events[0]?.title).toBe(title)
})

test('`since` leaves out what was before it, from the list and from the summary', () => {
  const events = [1, 2, 3].map((timestamp) => event({ timestamp, latencyMs: timestamp }))
  const answer = recovery(now, history(events), [], 2)
  expect(answer.events.map(({ timestamp }) => timestamp)).toEqual([3, 2])
  expect(answer.summary).toEqual({
    totalEvents: 2,
    failures: 0,
    recoveries: 2,
    verdictsLanded: 2,
    mttrMs: { p50: 2, p95: 3 },
  })
  expect(recovery(now, history(events), [], 9_999_999_999).summary).toMatchObject({
    totalEvents: 0,
    verdictsLanded: 0,
  })
})

test('times to recover are grouped by event, the most frequent first', () => {
  const events = [
    event({ event: 'rpc_429', latencyMs: 9 }),
    event({ event: 'rpc_down', latencyMs: 300 }),
    event({ event: 'rpc_down', latencyMs: 100 }),
    event({ event: 'rpc_down', outcome: 'failed', latencyMs: 9999 }),
  ]
  expect(recovery(now, history(events), [], undefined).byEvent).toEqual([
    { event: 'rpc_down', count: 2, p50: 100, newestMs: [300, 100] },
    { event: 'rpc_429', count: 1, p50: 9, newestMs: [9] },
  ])
})

test('active faults are listed unchanged', () => {
  const limits = { probability: 1, seed: 7, endpoint: null, remaining: null }
  const fault = { type: 'rpc_latency', since: 1, expiresAt: 61, hits: 2, ...limits }
  expect(recovery(now, history([]), [fault], undefined).chaos.active).toEqual([fault])
})
