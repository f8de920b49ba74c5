import { expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { healthRoutes, type ReadyCheck } from '../../../src/kernel/http/health.ts'
import { createMetrics } from '../../../src/kernel/runtime/metrics.ts'
import { createTestHttp } from '../../support/test-http.ts'

async function ask(path: string, checks: readonly ReadyCheck[] = []) {
  const http = createTestHttp()
  const app = new Elysia().use(
    healthRoutes(http.routeBase, { checks, metrics: createMetrics(), checkMsMax: 20 }),
  )
  const response = await http.serve(app, () => undefined)(new Request(`http://localhost${path}`))
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test('a running process is up, whichever check fails', async () => {
  const broken: ReadyCheck = { name: 'chain', check: () => 'no head' }
  expect(await ask('/healthz', [broken])).toMatchObject({ status: 200, text: '{"status":"up"}' })
})

test('ready lists every part when all are usable', async () => {
  const checks: ReadyCheck[] = [
    { name: 'database', check: async () => undefined },
    { name: 'chain', check: () => undefined },
  ]
  const { status, text } = await ask('/readyz', checks)
  expect(status).toBe(200)
  expect(JSON.parse(text)).toEqual({ status: 'ready', checked: ['database', 'chain'] })
})

test('unusable parts are a 503 that names each with its reason, and has Retry-After', async () => {
  const checks: ReadyCheck[] = [
    { name: 'database', check: () => undefined },
    { name: 'chain', check: () => 'the node does not answer' },
    {
      name: 'read model',
      check: async () => {
        throw new Error('halted at block 7')
      },
    },
    {
      name: 'disk',
      check: () => {
        throw new Error('full')
      },
    },
  ]
  const { status, headers, text } = await ask('/readyz', checks)
  expect([status, headers.get('retry-after'), headers.get('content-type')]).toEqual([
    503,
    '2',
    'application/problem+json',
  ])
  expect(JSON.parse(text)).toMatchObject({
    error: 'not_ready',
    detail: 'Not usable yet: chain, read model, disk',
    failing: [
      { name: 'chain', reason: 'the node does not answer' },
      { name: 'read model', reason: 'no answer: see the log' },
      { name: 'disk', reason: 'no answer: see the log' },
    ],
  })
})

test('a check that hangs counts as failed when its time is over', async () => {
  const { status, text } = await ask('/readyz', [{ name: 'chain', check: () => new Promise(() => {}) }])
  expect(status).toBe(503)
  expect(JSON.parse(text).failing).toEqual([{ name: 'chain', reason: 'no answer within 20 ms' }])
})

test('measurements are served as Prometheus text', async () => {
  const { status, headers, text } = await ask('/metrics')
  expect([status, headers.get('content-type')?.split(';')[0]]).toEqual([200, 'text/plain'])
  expect(text).toContain('process_resident_memory_bytes')
})
