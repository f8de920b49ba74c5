import { beforeEach, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { createChaos } from '../../../src/milestone/chaos/chaos.ts'
import { type Chaos, faultTypes } from '../../../src/milestone/chaos/fault.ts'
import { chaosRoutes } from '../../../src/milestone/chaos/routes.ts'
import type { Operators } from '../../../src/milestone/cycle/operators.ts'
import { cycleRoutes } from '../../../src/milestone/cycle/routes.ts'
import type { PipelineEvent } from '../../../src/milestone/pipeline-event.ts'
import { createTestHttp } from '../../support/test-http.ts'

let chaos: Chaos
let told: Partial<PipelineEvent>[]
let resets: number
let fetch: (request: Request) => Response | Promise<Response>
const unused = () => Promise.reject(new Error('is not called'))

beforeEach(() => {
  chaos = createChaos({ now: () => 1_000_000 })
  told = []
  resets = 0
  fetch = serve({
    chaos,
    verification: {
      verify: unused,
      report: () => undefined,
      idle: unused,
      retire: unused,
      part: () => undefined,
      resume: unused,
      stop: unused,
    },
    feed: { append: (event) => void told.push(event) },
    endpoints: 2,
    resetEndpoints: () => {
      resets += 1
    },
  })
})

function serve(pipeline: Operators['pipeline']) {
  const http = createTestHttp()
  const operators = { pipeline, runs: { report: async () => undefined, newest: async () => [] } }
  const routes = new Elysia({ normalize: false })
    .use(chaosRoutes(http.routeBase, operators, async () => ({ allowed: true, detail: null })))
    .use(cycleRoutes(http.routeBase, operators))
  return http.serve(routes, () => undefined)
}

async function post(body: unknown, type = 'application/json', path = '/api/chaos') {
  const response = await fetch(
    new Request(`http://localhost${path}`, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': type },
    }),
  )
  return { status: response.status, body: await response.json() }
}

test('an unknown fault is 400 with the list of the known ones', async () => {
  const { status, body } = await post({ type: 'meteor' })
  expect([status, body.error]).toEqual([400, 'unknown_chaos_type'])
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
  { endpoint: 2 },
  { endpoint: 'every' },
  { seed: -1 },
  { surprise: true },
])('%j is 400 and injects nothing', async (wrong) => {
  const { status, body } = await post({ type: 'rpc_429', ...wrong })
  expect([status, body.error]).toEqual([400, 'invalid_request'])
  expect(body.errors.length).toBeGreaterThan(0)
  expect([chaos.active(), told, resets]).toEqual([[], [], 0])
})

test('a body that is not JSON is 400, another content type 415', async () => {
  expect((await post('{"type":')).status).toBe(400)
  expect((await post('type=rpc_429', 'text/plain')).status).toBe(415)
})

test('a fault is in the answer and in the feed, until it is cleared, and each makes endpoints be asked again', async () => {
  const { status, body } = await post({ type: 'rpc_latency', ttlSeconds: 50, count: 7, seed: 5 })
  expect(status).toBe(200)
  expect(body).toEqual({
    ok: true,
    injected: true,
    active: [
      {
        type: 'rpc_latency',
        since: 1000,
        expiresAt: 1050,
        hits: 0,
        probability: 1,
        seed: expect.any(Number),
        endpoint: 0,
        remaining: 7,
      },
    ],
  })
  expect((await post({ type: 'clear' })).body).toEqual({ ok: true, injected: false, active: [] })
  await post({ type: 'clear' })
  expect(told.map(({ title, metadata }) => [title, metadata])).toEqual([
    ['Fault injected: rpc_latency', { fault: 'rpc_latency', seed: 5, probability: 1 }],
    ['Faults cleared', {}],
  ])
  expect(resets).toBe(3)
})

test('a server without a pipeline of its own answers 503 to both operations', async () => {
  fetch = serve(undefined)
  for (const path of ['/api/chaos', '/api/chaos/verify'])
    expect([path, (await post({ type: 'clear' }, undefined, path)).body.error]).toEqual([
      path,
      'pipeline_unavailable',
    ])
})
