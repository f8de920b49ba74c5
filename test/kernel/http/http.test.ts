import { afterAll, beforeEach, expect, test } from 'bun:test'
import { headerBytesMax, urlLengthMax } from '../../../src/kernel/http/request.ts'
import { answer, answerBody, startHttpKit } from './http-kit.ts'

const kit = startHttpKit()
const { handled, kept, logged, metrics, send } = kit
afterAll(() => kit.stop())
beforeEach(() => kit.reset())

const everyLine = [
  ['GET /api/read', 200],
  ['HEAD /api/read', 200],
  ['OPTIONS /api/read', 204],
  ['GET /api/own/7', 200],
  ['GET /api/fail', 409],
  ['HEAD /api/fail', 409],
  ['GET /api/bug', 500],
  ['GET /nowhere', 404],
  ['HEAD /nowhere', 404],
  ['OPTIONS /nowhere', 404],
  ['POST /api/read', 405],
  ['TRACE /api/read', 405],
  ['CONNECT /api/read', 405],
  ['PROPFIND /api/read', 405],
  [`GET /api/read?${'a'.repeat(urlLengthMax)}`, 414],
] as const

test.each(everyLine)(
  '%s has a request id, security headers, and one log line with the same id',
  async (line, status) => {
    const { status: given, headers } = await send(line)
    expect(given).toBe(status)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
    expect(headers['x-request-id']).toMatch(/^[0-9a-f]{20}-[0-9a-z]+$/)
    const ours = logged().filter(({ message }) => message === 'request')
    expect(ours).toHaveLength(1)
    expect(ours[0]).toMatchObject({ requestId: headers['x-request-id'], method: line.split(' ')[0], status })
  },
)

test('no two requests have the same id, and a client cannot choose its own', async () => {
  const ids = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const response = await fetch(`${kit.url}/api/read`, { headers: { 'x-request-id': 'mine' } })
      return response.headers.get('x-request-id')
    }),
  )
  expect(new Set(ids).size).toBe(50)
  expect(ids).not.toContain('mine')
})

test('a header that the router set itself stays', async () => {
  expect((await send('GET /api/own/7')).headers['x-frame-options']).toBe('SAMEORIGIN')
})

test.each([
  ['GET', '/api/read'],
  ['GET', '/api/own/7'],
  ['GET', '/api/fail'],
  ['GET', '/api/bug'],
  ['GET', '/nowhere'],
])('HEAD of %s %s has the status and headers of GET, the length included, and no body', async (_, path) => {
  const get = await send(`GET ${path}`)
  const head = await send(`HEAD ${path}`)
  expect(head.body).toBe('')
  expect(head.status).toBe(get.status)
  // Bodies that name the request id are as much longer as the id is: ids count up.
  const idLength = ({ headers }: typeof get) => {
    const id = headers['x-request-id'] ?? ''
    return get.body.includes(get.headers['x-request-id'] ?? '-') ? id.length : 0
  }
  const same = (answer: typeof get) => ({
    ...answer.headers,
    date: '',
    'x-request-id': '',
    'content-length': Number(answer.headers['content-length']) - idLength(answer),
  })
  expect(same(head)).toEqual(same(get))
  expect(Number(get.headers['content-length'])).toBe(Buffer.byteLength(get.body))
  expect(handled.every(({ method }) => method === 'GET')).toBe(true)
})

test('a 304 to HEAD or GET has neither a body nor a length', async () => {
  for (const method of ['GET', 'HEAD']) {
    const { status, headers, body } = await send(`${method} /api/read`, ['If-None-Match: "abc"'])
    expect([status, body, headers['content-length'], headers['etag']]).toEqual([304, '', undefined, '"abc"'])
  }
})

const conditions = [
  ['"abc"', 304],
  ['W/"abc"', 304],
  ['"x", "abc"', 304],
  ['"x" ,W/"abc", "y"', 304],
  ['*', 304],
  ['"a,b","abc"', 304],
  ['"ABC"', 200],
  ['abc', 200],
  ['"abc', 200],
  ['"abc"x', 200],
  ['"x"', 200],
  ['w/"abc"', 200],
  ['', 200],
  [`${'"x",'.repeat(1000)}"abc"`, 200],
] as const

test.each(conditions)(
  'If-None-Match: %s is judged the same for a cached response as for a new one',
  async (value, status) => {
    const fresh = await send('GET /api/read', [`If-None-Match: ${value}`])
    kept.set('/api/read', answer)
    const again = await send('GET /api/read', [`If-None-Match: ${value}`])
    expect([fresh.status, again.status]).toEqual([status, status])
    const comparable = ({ headers }: typeof fresh) => ({ ...headers, date: '', 'x-request-id': '' })
    expect(comparable(again)).toEqual(comparable(fresh))
  },
)

test('validators in several header lines are one list', async () => {
  const { status } = await send('GET /api/read', ['If-None-Match: "x"', 'If-None-Match: "abc"'])
  expect(status).toBe(304)
})

test('a cached response is sent byte for byte without asking the router, and counted under its route', async () => {
  kept.set('/api/read?a=1', { ...answer, route: '/its/own/:route' })
  const response = await fetch(`${kit.url}/api/read?a=1`)
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(answerBody)
  expect(handled).toEqual([])
  expect(logged()[0]).toMatchObject({ path: '/api/read', status: 200 })
  expect(await metrics.text()).toContain('_count{method="GET",route="/its/own/:route",status="200"} 1')
})

test('a cached response answers GET alone; other methods reach the router', async () => {
  kept.set('/api/read', answer)
  expect((await send('POST /api/read')).status).toBe(405)
  expect((await send('HEAD /api/read')).status).toBe(200)
  expect(handled).toHaveLength(1)
})

test('405 and OPTIONS list the methods of the path', async () => {
  expect((await send('DELETE /api/read')).headers['allow']).toBe('GET, HEAD, OPTIONS')
  expect((await send('PUT /api/own/7')).headers['allow']).toBe('GET, HEAD, POST, OPTIONS')
  const { status, headers, body } = await send('OPTIONS /api/own/7')
  expect([status, headers['allow'], body]).toEqual([204, 'GET, HEAD, POST, OPTIONS', ''])
})

test('a request is measured under the pattern of its route, or under none', async () => {
  await send('POST /api/own/7')
  await send('DELETE /somewhere')
  const text = await metrics.text()
  expect(text).toContain('_count{method="POST",route="/api/own/:id",status="200"} 1')
  expect(text).toContain('_count{method="DELETE",route="none",status="404"} 1')
})

const origin = 'Origin: https://elsewhere.example'

test.each([
  ['success', 'GET /api/read', []],
  ['not modified', 'GET /api/read', ['If-None-Match: "abc"']],
  ['HEAD', 'HEAD /api/read', []],
  ['an error of the service', 'GET /api/fail', []],
  ['a bug', 'GET /api/bug', []],
  ['a wrong method', 'POST /api/read', []],
  ['an address too long', `GET /api/read?${'a'.repeat(urlLengthMax)}`, []],
  ['headers too large', 'GET /api/read', [`X-Large: ${'a'.repeat(headerBytesMax)}`]],
  ['a preflight', 'OPTIONS /api/read', ['Access-Control-Request-Method: GET']],
])('a page of any origin may read a public path: %s', async (_, line, headers) => {
  const answer = await send(line, [origin, ...headers])
  expect(answer.headers['access-control-allow-origin']).toBe('*')
  expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
  expect(answer.headers['access-control-expose-headers']).toContain('x-request-id')
})

test('a preflight allows the methods of the path and the headers that answers depend on', async () => {
  const { headers } = await send('OPTIONS /api/read', [origin, 'Access-Control-Request-Method: GET'])
  expect(headers['access-control-allow-methods']).toBe('GET, HEAD, OPTIONS')
  expect(headers['access-control-allow-headers']).toContain('if-none-match')
  expect(Number(headers['access-control-max-age'])).toBeGreaterThan(0)
})

test('other paths are readable by configured origins alone, and vary by origin', async () => {
  const configured = await send('GET /api/own/7', ['Origin: https://app.example'])
  expect(configured.headers['access-control-allow-origin']).toBe('https://app.example')
  for (const headers of [[origin], [], ['Origin: null'], ['Origin: https://app.example.evil.example']]) {
    const other = await send('GET /api/own/7', headers)
    expect([other.headers['access-control-allow-origin'], other.headers['vary']]).toEqual([
      undefined,
      'origin',
    ])
  }
})
