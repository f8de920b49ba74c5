import { expect, test } from 'bun:test'
import { errorResponse } from '../../../src/kernel/http/error-response.ts'
import { problemResponse } from '../../../src/kernel/http/problem.ts'
import { AppError } from '../../../src/kernel/runtime/app-error.ts'
import { messageOf, StartupError } from '../../../src/kernel/runtime/errors.ts'
import { createLog } from '../../../src/kernel/runtime/log.ts'

const kitNotFound = (text: string) => new AppError('kit_not_found', { status: 404, text })

const about = { path: '/api/kits/7', requestId: 'request-1', extra: {} }

test('a problem is an RFC 9457 body with the slug and the request id', async () => {
  const response = problemResponse(kitNotFound('No such kit'), about)
  expect(response.status).toBe(404)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.json()).toEqual({
    type: 'about:blank',
    title: 'Not found',
    status: 404,
    detail: 'No such kit',
    instance: '/api/kits/7',
    error: 'kit_not_found',
    requestId: 'request-1',
  })
})

test('fields, members of the error and members of the area are in the body', async () => {
  const error = new AppError('unknown_chaos_type', {
    status: 400,
    text: 'No such fault',
    fields: [{ path: '/type', message: 'is unknown' }],
    extra: { available: ['rpc_latency'] },
  })
  const body = await problemResponse(error, { ...about, extra: { ok: false } }).json()
  expect(body).toMatchObject({
    errors: [{ path: '/type', message: 'is unknown' }],
    available: ['rpc_latency'],
    ok: false,
  })
})

test('Retry-After is in whole seconds, rounded up, and absent without a wait', () => {
  const busy = new AppError('not_ready', { status: 503, text: 'Not yet', retryAfterSeconds: 1.2 })
  expect(problemResponse(busy, about).headers.get('retry-after')).toBe('2')
  expect(problemResponse(kitNotFound('x'), about).headers.has('retry-after')).toBe(false)
})

test('the instance of a problem is at most 8192 characters of the path', async () => {
  const body = await problemResponse(kitNotFound('x'), {
    ...about,
    path: `/${'a'.repeat(5_000_000)}`,
  }).json()
  expect(body.instance).toHaveLength(8192)
})

test.each([
  ['an error', new TypeError('secret: password hunter2')],
  ['a thrown string', 'secret: password hunter2'],
  ['nothing', undefined],
  ['a start-up error', new StartupError('secret: /srv/data')],
])('a bug (%s) is a 500 without its text, which is logged under the request id', async (_, thrown) => {
  const lines: string[] = []
  const log = createLog({ level: 'info', write: (text) => lines.push(text) })
  const response = errorResponse(thrown, about, {
    log,
    errorBody: (error, at) => problemResponse(error, { ...at, extra: { ok: false } }),
  })
  const text = await response.text()
  expect(JSON.parse(text)).toMatchObject({
    status: 500,
    error: 'internal',
    ok: false,
    requestId: 'request-1',
  })
  expect(text).not.toContain('secret')
  expect(JSON.parse(lines.join(''))).toMatchObject({
    level: 'error',
    requestId: 'request-1',
    error: messageOf(thrown),
  })
})

test('an error keeps its cause and has the name of its class', () => {
  const cause = new Error('below')
  const error = new AppError('x', { status: 400, text: 'above', cause })
  expect([error.cause, error.name, messageOf(error)]).toEqual([cause, 'AppError', 'above'])
  expect('cause' in kitNotFound('x')).toBe(false)
})
