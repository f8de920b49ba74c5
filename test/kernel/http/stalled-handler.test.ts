import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Type as t } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { answerMsMax } from '../../../src/kernel/http/answer-in-time.ts'
import { type Listening, listen } from '../../../src/kernel/http/listen.ts'
import { problemResponse } from '../../../src/kernel/http/problem.ts'
import { createTestHttp } from '../../support/test-http.ts'

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const
let listening: Listening
beforeAll(() => {
  const http = createTestHttp({ answerMsMax: 20 })
  const app = new Elysia({ normalize: false }).use(http.house)
  const errorBody: typeof problemResponse = (error, about) =>
    problemResponse(error, { ...about, extra: { ok: false } })
  for (const method of methods)
    app.route(method, '/api/stalled', () => new Promise<Response>(() => {}), { access: 'public', errorBody })
  listening = listen({ host: '127.0.0.1', port: 0, fetch: http.serve(app, () => undefined) })
})
afterAll(() => listening.stop(0))

test.each(methods)('%s whose handler never answers is a 503 that may be tried again', async (method) => {
  const response = await fetch(`${listening.url}/api/stalled`, { method })
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await response.json()).toMatchObject({ ok: false, error: 'answer_timeout' })
})

test('the longest wait for an answer ends before the listener closes the connection', () => {
  expect(answerMsMax).toBeLessThan(28_000)
})

test('a body that does not arrive is a 408', async () => {
  const stalled = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('{')) })
  const request = new Request('http://localhost/api/read', {
    method: 'POST',
    body: stalled,
    headers: { 'content-type': 'application/json' },
  })
  const http = createTestHttp({ answerMsMax: 20 })
  const app = new Elysia({ normalize: false })
    .use(http.house)
    .post('/api/read', () => '', { access: 'public', body: t.Object({}) })
  const response = await http.serve(app, () => undefined)(request)
  expect([response.status, (await response.json()).error]).toEqual([408, 'request_timeout'])
})
