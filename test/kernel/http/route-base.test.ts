import { expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { Elysia } from 'elysia'
import { answerMsMax } from '../../../src/kernel/http/answer-in-time.ts'
import { jsonBytesMax, jsonDepthMax } from '../../../src/kernel/http/bounded-body.ts'
import { problemText } from '../../../src/kernel/http/invalid-request.ts'
import type { Access } from '../../../src/kernel/http/route-facts.ts'
import { AppError } from '../../../src/kernel/runtime/app-error.ts'
import { createLog } from '../../../src/kernel/runtime/log.ts'
import { createTestHttp } from '../../support/test-http.ts'

function startApp(options: { answerMsMax?: number } = {}) {
  const lines: Record<string, unknown>[] = []
  const takeLines = (text: string) => {
    for (const line of text.trim().split('\n')) lines.push(JSON.parse(line))
  }
  const log = createLog({ level: 'info', write: takeLines })
  const taken: string[] = []
  const counted: string[] = []
  const patience: number[] = []
  const http = createTestHttp({
    log,
    answerMsMax: options.answerMsMax ?? 60_000,
    connections: { closeWhenIdle: (_, seconds) => void patience.push(seconds), assign: () => {} },
    quotas: {
      valid: {
        take: async () => void counted.push('valid'),
        tries: { take: async () => void counted.push('try') },
      },
      few: {
        take: async (caller) => {
          taken.push(caller)
          if (taken.length > 2)
            throw new AppError('rate_limited', { status: 429, text: 'Too many', retryAfterSeconds: 9 })
        },
      },
    },
    identify: async (request, access: Access) => {
      if (access === 'public') return { id: 'anyone' }
      const key = request.headers.get('authorization')
      if (key === null) throw new AppError('unauthorized', { status: 401, text: 'Send a key' })
      return { id: `${access}:${key}` }
    },
  })
  const { routeBase } = http
  const app = new Elysia({ normalize: false }).use(
    new Elysia({ name: 'routes' })
      .use(routeBase)
      .post('/echo', ({ body, caller }) => ({ caller: caller.id, url: body.url }), {
        access: 'caller',
        quota: 'few',
        body: Type.Object(
          { url: Type.String({ minLength: 1 }), count: Type.Optional(Type.Integer({ minimum: 1 })) },
          { additionalProperties: false },
        ),
        response: { 200: Type.Object({ caller: Type.String(), url: Type.String() }) },
      })
      .post('/save', ({ body }) => body, {
        access: 'public',
        quota: 'valid',
        body: Type.Object({ path: Type.Literal('url') }),
      })
      .get('/open/:id', ({ params }) => ({ id: params.id }), {
        access: 'public',
        cors: 'any',
        params: Type.Object({ id: Type.String({ pattern: '^[a-z]+$', description: 'lower-case letters' }) }),
      })
      .get('/wrong', () => JSON.parse('{"ok":"no"}'), {
        access: 'public',
        response: { 200: Type.Object({ ok: Type.Boolean() }) },
      })
      .get('/paged', ({ query }) => ({ cursor: query.cursor ?? 'none' }), {
        access: 'public',
        query: Type.Object({ cursor: Type.Optional(Type.String()) }, { additionalProperties: true }),
      })
      .get('/stalled', () => new Promise<Response>(() => {}), { access: 'public' })
      .get('/slow', () => 'done', { access: 'public', quietSecondsMax: 120 })
      .get(
        '/own',
        () => {
          throw new AppError('strange', { status: 418, text: 'Something strange' })
        },
        {
          access: 'public',
          errorBody: (error: AppError) => Response.json({ own: error.slug }, { status: error.status }),
        },
      )
      .get(
        '/bug',
        () => {
          throw new TypeError('a secret')
        },
        { access: 'public' },
      ),
  )
  const serve = http.serve(app, () => undefined)
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await serve(new Request(`http://localhost${path}`, init))
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
  }
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    call('/echo', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'k', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  return { call, post, lines, log, taken, counted, patience }
}

test('a route receives its validated body and its caller', async () => {
  const { post } = startApp()
  const { status, body, headers } = await post({ url: 'x' })
  expect({ status, body }).toEqual({ status: 200, body: { caller: 'caller:k', url: 'x' } })
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{20}-[0-9a-z]+$/)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
})

test('a quota with tries counts each request as a try, and only valid ones as its own', async () => {
  const { call, counted } = startApp()
  const save = async (path: string) => {
    const headers = { 'content-type': 'application/json' }
    return (await call('/save', { method: 'POST', headers, body: JSON.stringify({ path }) })).status
  }
  expect([await save('x'), await save('x'), await save('url')]).toEqual([400, 400, 200])
  expect(counted).toEqual(['try', 'try', 'try', 'valid'])
})

test('a route with an unknown quota stops the start', () => {
  const http = createTestHttp()
  const app = new Elysia().use(http.routeBase).get('/', () => '', { access: 'public', quota: 'many' })
  expect(() => http.serve(app, () => undefined)).toThrow('Cannot serve / as its quota "many" is unknown')
})

test('a route that does not state who may call it stops the start', () => {
  const http = createTestHttp()
  const app = new Elysia().use(http.routeBase).get('/', () => '')
  expect(() => http.serve(app, () => undefined)).toThrow('must state in `access`')
})

test('a deeply nested body is refused before it is validated', async () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  const { status, body } = await startApp().post(nested(30_000))
  expect({ status, errors: body.errors }).toEqual({
    status: 400,
    errors: [{ path: '/', message: `must not be nested deeper than ${jsonDepthMax} levels` }],
  })
  expect((await startApp().post(nested(jsonDepthMax))).body.errors).toEqual([
    { path: '/', message: 'must be an object' },
  ])
})

test.each([
  ['{"url":"x","\\u0075rl" :"x"}', 'must not have two members of the same name in one object'],
  ['{"more":[{"a":{"b":1,"c":2,"b":1}}]}', 'must not have two members of the same name in one object'],
  ['["\\",\\"url\\":{\\"a\\":1,\\"a\\":2}",{"a":"\\\\"},{"a":{"a":["a","a"]}}]', 'must be an object'],
])('whether a member is named twice in one object of %s', async (text, message) => {
  expect((await startApp().post(text)).body.errors).toEqual([{ path: '/', message }])
})

test('a compressed body is 415', async () => {
  expect((await startApp().post({ url: 'x' }, { 'content-encoding': 'gzip' })).status).toBe(415)
  expect((await startApp().post({ url: 'x' }, { 'content-encoding': 'identity' })).status).toBe(200)
})

test('a wrong key counts against the quota of its address', async () => {
  const { call, taken } = startApp()
  const attempt = () =>
    call('/echo', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
  expect([(await attempt()).status, (await attempt()).status, (await attempt()).status]).toEqual([
    401, 401, 429,
  ])
  expect(taken).toEqual(['anyone', 'anyone', 'anyone'])
})

test('a body that breaks off is 400, a failure after the caller has left 499, and neither is logged as a bug', async () => {
  const { call, lines, log } = startApp()
  const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('Bad Request')) })
  const headers = { 'content-type': 'application/json', authorization: 'k' }
  expect((await call('/echo', { method: 'POST', headers, body: broken })).status).toBe(400)
  expect((await call('/bug', { signal: AbortSignal.abort() })).status).toBe(499)
  log.flush()
  expect(lines.filter(({ level }) => level === 'error')).toEqual([])
})

test('a known parameter that is given twice is refused, unknown ones are ignored', async () => {
  const { call } = startApp()
  expect((await call('/paged?cursor=a&other=1&other=2')).body).toEqual({ cursor: 'a' })
  const { status, body } = await call('/paged?cursor=a&c%75rsor=b')
  expect({ status, errors: body.errors }).toEqual({
    status: 400,
    errors: [{ path: '/cursor', message: 'must be given once' }],
  })
})

test('access is decided before the body is read, and the quota is taken before the body is validated', async () => {
  const { call, post, taken } = startApp()
  const refused = await call('/echo', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"url":1}',
  })
  expect([refused.status, refused.body.error]).toEqual([401, 'unauthorized'])
  expect(taken.splice(0)).toEqual(['anyone'])
  expect((await post({})).status).toBe(400)
  expect((await post({})).status).toBe(400)
  const limited = await post({ url: 'x' })
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '9'])
  expect(taken).toEqual(['caller:k', 'caller:k', 'caller:k'])
})

test.each([
  [{}, [{ path: '/url', message: 'is missing' }]],
  [{ url: '' }, [{ path: '/url', message: 'must not be empty' }]],
  [
    { url: 1, count: 0 },
    [
      { path: '/url', message: 'must be a string' },
      { path: '/count', message: 'must be at least 1' },
    ],
  ],
  [{ url: 'x', other: 1 }, [{ path: '/other', message: 'is not a known field' }]],
  [[], [{ path: '/', message: 'must be an object' }]],
])('the body %j is refused with one problem per field', async (sent, errors) => {
  const { status, body, headers } = await startApp().post(sent)
  expect(status).toBe(400)
  expect(headers.get('content-type')).toBe('application/problem+json')
  expect(body).toMatchObject({ status: 400, error: 'invalid_request', instance: '/echo', errors })
  expect(body.requestId).toBe(headers.get('x-request-id'))
})

test('a body that is not JSON, not sent as JSON or too large is refused', async () => {
  expect((await startApp().post('{')).body.error).toBe('invalid_request')
  expect((await startApp().post('{}', { 'content-type': 'text/plain' })).status).toBe(415)
  expect((await startApp().post(JSON.stringify({ url: 'x'.repeat(jsonBytesMax) }))).status).toBe(413)
})

test('a body without a length is read up to the limit and not further', async () => {
  const { call } = startApp()
  let sentBytes = 0
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sentBytes += 4_096
      controller.enqueue(new Uint8Array(4_096).fill(0x20))
    },
  })
  const headers = { 'content-type': 'application/json', authorization: 'k' }
  const { status } = await call('/echo', { method: 'POST', headers, body: endless })
  expect(status).toBe(413)
  expect(sentBytes).toBeLessThan(jsonBytesMax + 64 * 1_024)
  const short = new Response('{"url":"streamed"}').body
  expect((await call('/echo', { method: 'POST', headers, body: short })).body.url).toBe('streamed')
})

test('what is wrong with a number is said in a sentence', () => {
  const [error] = Value.Errors(Type.Number({ exclusiveMinimum: 0 }), 0)
  expect(error && problemText(error)).toBe('must be greater than 0')
})

test('a path parameter is validated, and the message names its form', async () => {
  const { status, body } = await startApp().call('/open/ABC')
  expect(status).toBe(400)
  expect(body.errors).toEqual([{ path: '/id', message: 'must be as described: "lower-case letters"' }])
})

test('an answer that breaks its own schema is a 500 without the reason, which is logged', async () => {
  const { call, lines, log } = startApp()
  const { status, body } = await call('/wrong')
  expect([status, body.error]).toEqual([500, 'internal'])
  log.flush()
  expect(lines.filter(({ message }) => message === 'unhandled error')).toHaveLength(1)
})

test('a route with an error shape of its own answers in it', async () => {
  const { status, body, headers } = await startApp().call('/own')
  expect([status, body]).toEqual([418, { own: 'strange' }])
  expect(headers.get('x-request-id')).not.toBeNull()
})

test('a route may set how long its connection may be quiet', async () => {
  const { call, patience } = startApp()
  await call('/open/abc')
  expect(patience).toEqual([])
  await call('/slow').catch(() => {})
  expect(patience).toEqual([120])
})

test('a handler that never answers is a 503 that may be tried again', async () => {
  const { status, headers, body } = await startApp({ answerMsMax: 20 }).call('/stalled')
  expect([status, headers.get('retry-after'), body.error]).toEqual([503, '5', 'answer_timeout'])
})

test('a body that does not arrive is a 408', async () => {
  const stalled = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('{')) })
  const headers = { 'content-type': 'application/json', authorization: 'k' }
  const { call } = startApp({ answerMsMax: 20 })
  const { status, body } = await call('/echo', { method: 'POST', headers, body: stalled })
  expect([status, body.error]).toEqual([408, 'request_timeout'])
})

test('the longest wait for an answer ends before the listener closes the connection', () => {
  expect(answerMsMax).toBeLessThan(28_000)
})
