import { afterAll, beforeAll, expect, test } from 'bun:test'
import { answerMsMax } from '../../../src/kernel/http/answer-in-time.ts'
import { createHttp, createRequestIds } from '../../../src/kernel/http/http.ts'
import { type Listening, listen } from '../../../src/kernel/http/listen.ts'
import { createRouteTable } from '../../../src/kernel/http/route-table.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { createMetrics } from '../../../src/kernel/runtime/metrics.ts'

/** Every route of a router that waits for something that never comes. */
const routes = ['GET', 'POST', 'PUT', 'DELETE'].map((method) => ({
  method,
  path: '/api/stalled',
  anyOrigin: false,
}))
let listening: Listening
beforeAll(() => {
  const fetch = createHttp({
    handle: () => new Promise<Response>(() => {}),
    findKept: () => undefined,
    routes: createRouteTable(routes),
    log: silentLog,
    metrics: createMetrics(),
    corsOrigins: [],
    requestIds: createRequestIds(),
    problemExtra: () => ({ ok: false }),
    answerMsMax: 20,
  })
  listening = listen({ host: '127.0.0.1', port: 0, fetch })
})
afterAll(() => listening.stop(0))

test.each(routes)(
  '$method whose handler never answers is a 503 that may be tried again',
  async ({ method }) => {
    const response = await fetch(`${listening.url}/api/stalled`, { method })
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await response.json()).toMatchObject({ ok: false, error: 'answer_timeout' })
  },
)

test('the longest wait for an answer ends before the listener closes the connection', () => {
  expect(answerMsMax).toBeLessThan(28_000)
})
