import { afterAll, beforeEach, expect, test } from 'bun:test'
import { AppError } from '../../src/kernel/errors.ts'
import { createHttp, createRequestIds, type KeptAnswer, keptResponse } from '../../src/kernel/http.ts'
import { listen } from '../../src/kernel/listen.ts'
import { createLog } from '../../src/kernel/log.ts'
import { createMetrics } from '../../src/kernel/metrics.ts'
import { bodyBytesMax, headerBytesMax, urlLengthMax } from '../../src/kernel/request.ts'
import { createRouteTable } from '../../src/kernel/route-table.ts'
import { rawRequest, sendRaw } from '../support/raw-http.ts'

class Teapot extends AppError {
  readonly status = 409
  readonly slug = 'teapot'
}

const body = new TextEncoder().encode('{"ok":true,"text":"grün"}')
const answer: KeptAnswer = { route: '/api/read', body, etag: '"abc"' }
const kept = new Map<string, KeptAnswer>()
const lines: string[] = []
const log = createLog({ level: 'info', write: (text) => lines.push(text) })
const metrics = createMetrics()
const requestIds = createRequestIds()
/** What the router was handed, newest last. */
const handled: { method: string; url: string; body: string }[] = []

const fetchHandler = createHttp({
  handle: async (request) => {
    handled.push({ method: request.method, url: request.url, body: await request.text() })
    const { pathname } = new URL(request.url)
    if (pathname === '/api/read') return keptResponse(request, answer, requestIds.of(request))
    if (pathname === '/api/fail') throw new Teapot('no coffee here')
    if (pathname === '/api/bug') throw new TypeError('secret')
    return Response.json({ id: requestIds.of(request) }, { headers: { 'x-frame-options': 'SAMEORIGIN' } })
  },
  findKept: (address) => kept.get(address),
  routes: createRouteTable([
    { method: 'GET', path: '/api/read', anyOrigin: true },
    { method: 'GET', path: '/api/fail', anyOrigin: true },
    { method: 'GET', path: '/api/bug', anyOrigin: true },
    { method: 'GET', path: '/api/own/:id', anyOrigin: false },
    { method: 'POST', path: '/api/own/:id', anyOrigin: false },
  ]),
  log,
  metrics,
  corsOrigins: ['https://app.example'],
  requestIds,
  problemExtra: (path) => (path.startsWith('/api/read') ? { ok: false } : {}),
})
const server = listen({ host: '127.0.0.1', port: 0, fetch: fetchHandler })
afterAll(() => server.stop(0))
beforeEach(() => {
  kept.clear()
  handled.length = 0
  log.flush()
  lines.length = 0
})
const send = (line: string, headers: string[] = [], text = '') =>
  sendRaw(server.url, rawRequest(line, headers, text))
const logged = () => {
  log.flush()
  return lines
    .join('')
    .trimEnd()
    .split('\n')
    .map((line): Record<string, unknown> => JSON.parse(line))
}

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
  '%s bears a request id, security headers, and one log line with the same id',
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
      const response = await fetch(`${server.url}/api/read`, { headers: { 'x-request-id': 'mine' } })
      return response.headers.get('x-request-id')
    }),
  )
  expect(new Set(ids).size).toBe(50)
  expect(ids).not.toContain('mine')
})

test('the router and the answer know the request by the same id', async () => {
  const { headers, body } = await send('GET /api/own/7')
  expect(JSON.parse(body).id).toBe(headers['x-request-id'])
})

test('a header that the router set itself stays', async () => {
  expect((await send('GET /api/own/7')).headers['x-frame-options']).toBe('SAMEORIGIN')
})

test('an error of the service answers as it says, a bug says nothing', async () => {
  expect(JSON.parse((await send('GET /api/fail')).body)).toMatchObject({
    error: 'teapot',
    detail: 'no coffee here',
  })
  const bug = await send('GET /api/bug')
  expect(bug.body).not.toContain('secret')
  expect(JSON.parse(bug.body)).toMatchObject({ status: 500, error: 'internal' })
  expect(logged().some(({ error }) => error === 'secret')).toBe(true)
})

test.each([
  ['GET', '/api/read'],
  ['GET', '/api/own/7'],
  ['GET', '/api/fail'],
  ['GET', '/api/bug'],
  ['GET', '/nowhere'],
])('HEAD of %s %s says what GET says, with the length of the body and without the body', async (_, path) => {
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

test('the length of a HEAD is that of the GET to the byte', async () => {
  const head = await send('HEAD /api/read')
  expect(head.headers['content-length']).toBe(String(body.byteLength))
})

test('a 304 to HEAD or GET has no body and claims no length', async () => {
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
  'If-None-Match: %s is judged the same for a kept answer as for a new one',
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

test('a kept answer is sent byte for byte without asking the router, and counted under its route', async () => {
  kept.set('/api/read?a=1', { ...answer, route: '/its/own/:route' })
  const response = await fetch(`${server.url}/api/read?a=1`)
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(body)
  expect(handled).toEqual([])
  expect(logged()[0]).toMatchObject({ path: '/api/read', status: 200 })
  expect(await metrics.text()).toContain('_count{method="GET",route="/its/own/:route",status="200"} 1')
})

test('a kept answer is for GET alone: other methods and larger addresses go their way', async () => {
  kept.set('/api/read', answer)
  expect((await send('POST /api/read')).status).toBe(405)
  expect((await send('HEAD /api/read')).status).toBe(200)
  expect(handled).toHaveLength(1)
})

test.each([
  [false, 'new'],
  [true, 'kept'],
])('limits hold whether the answer is kept (%p) or not', async (isKept) => {
  if (isKept) kept.set('/api/read', answer)
  const tooLarge = [`Content-Length: ${bodyBytesMax + 1}`]
  expect((await send('GET /api/read', tooLarge)).status).toBe(413)
  expect((await send('GET /api/read', [`X-Large: ${'a'.repeat(headerBytesMax)}`])).status).toBe(431)
  expect((await send('GET /api/read', ['Transfer-Encoding: chunked'], '0\r\n\r\n')).status).toBe(411)
})

test('an unknown method, whatever its name, is counted as one', async () => {
  await send('PROPFIND /api/read')
  await send('QUERY /api/read')
  const text = await metrics.text()
  expect(text).toContain('method="other",route="/api/read",status="405"')
  expect(text).not.toContain('PROPFIND')
})

test('405 lists what the path takes', async () => {
  expect((await send('DELETE /api/read')).headers['allow']).toBe('GET, HEAD, OPTIONS')
  expect((await send('PUT /api/own/7')).headers['allow']).toBe('GET, HEAD, POST, OPTIONS')
})

test('OPTIONS answers for the path with what it takes and no body', async () => {
  const { status, headers, body } = await send('OPTIONS /api/own/7')
  expect([status, headers['allow'], body]).toEqual([204, 'GET, HEAD, POST, OPTIONS', ''])
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

test('other paths are for configured origins alone, and caches are told that it depends', async () => {
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

test('an address of exactly the longest length is read, one character more is not', async () => {
  const address = '/api/read?'.padEnd(urlLengthMax, 'a')
  expect((await send(`GET ${address}`)).status).toBe(200)
  const refused = await send(`GET ${address}a`)
  expect([refused.status, JSON.parse(refused.body).error]).toEqual([414, 'uri_too_long'])
})

test('an address of a megabyte is refused in a few kilobytes', async () => {
  const { status, body } = await send(`GET /api/read/${'a'.repeat(1_000_000)}`)
  expect(status).toBe(414)
  expect(body.length).toBeLessThan(10_000)
})

test('ten megabytes of headers are refused in the shape of every other error', async () => {
  const { status, headers, body } = await send('GET /api/read', [`X-Large: ${'a'.repeat(10 * 1_048_576)}`])
  expect([status, headers['content-type']]).toEqual([431, 'application/problem+json'])
  expect(JSON.parse(body)).toMatchObject({ error: 'headers_too_large', ok: false })
})

test('ten megabytes of body are refused before they are read, by their length', async () => {
  const { status, body } = await send(
    'POST /api/own/7',
    [`Content-Length: ${10 * 1_048_576}`],
    'the rest never comes',
  )
  expect([status, JSON.parse(body).error]).toEqual([413, 'content_too_large'])
  expect(handled).toEqual([])
})

test('a body that does not tell its length is refused unread', async () => {
  const chunk = `a00000\r\n${'a'.repeat(10 * 1_048_576)}\r\n0\r\n\r\n`
  const { status, body } = await send('POST /api/own/7', ['Transfer-Encoding: chunked'], chunk)
  expect([status, JSON.parse(body).error]).toEqual([411, 'length_required'])
  expect(handled).toEqual([])
})

test('a body within the limit reaches the router whole', async () => {
  const text = 'b'.repeat(bodyBytesMax)
  expect((await send('POST /api/own/7', [`Content-Length: ${text.length}`], text)).status).toBe(200)
  expect(handled[0]?.body).toBe(text)
})

test.each([
  ['a'],
  ['x y'],
  [''],
  ['a:b'],
  ['aaaa:port'],
  ['%%%%%%'],
  ['%'],
  ['a/b'],
  ['@'],
  ['[::1]'],
  ['x?y'],
  ['a'.repeat(5000)],
])('a request with the Host %p is answered like any other', async (host) => {
  for (const method of ['GET', 'HEAD']) {
    const lines = [`${method} /api/own/7?a=%2F HTTP/1.1`, `Host: ${host}`, 'Connection: close', '', '']
    const { status } = await sendRaw(server.url, lines.join('\r\n'))
    expect(status).toBe(200)
  }
  expect(handled.map(({ url }) => url.endsWith('/api/own/7?a=%2F') && URL.canParse(url))).toEqual([
    true,
    true,
  ])
})

test('a body arrives whatever the Host is', async () => {
  const lines = ['POST /api/own/7 HTTP/1.1', 'Host: a', 'Connection: close', 'Content-Length: 4', '', 'body']
  expect((await sendRaw(server.url, lines.join('\r\n'))).status).toBe(200)
  expect(handled[0]).toMatchObject({ method: 'POST', body: 'body' })
})

test('a request of HTTP/1.0 without a Host is answered', async () => {
  const { status } = await sendRaw(server.url, 'GET /api/read HTTP/1.0\r\n\r\n')
  expect(status).toBe(200)
})

test('a path that looks like another host stays a path', async () => {
  const { status, body } = await send('GET //evil.example/api/read')
  expect([status, JSON.parse(body).instance]).toEqual([404, '//evil.example/api/read'])
})

test.each([
  ['a line break', 'GET /nowhere%0a{"level":"error"}'],
  ['a quotation mark', 'GET /nowhere"}'],
  ['a terminal escape', 'GET /nowhere%1b[2J\x9b2J'],
  ['letters beyond ASCII', 'GET /nowhere/\u202e'],
])('%s in a path cannot forge a log line', async (_, line) => {
  await send(line)
  log.flush()
  const text = lines.join('')
  expect(text.trimEnd()).toMatch(/^[\x20-\x7e]+$/)
  expect(logged().filter(({ message }) => message === 'request')).toHaveLength(1)
})

test('a log line holds 256 characters of a path at most', async () => {
  await send(`GET /${'a'.repeat(4000)}`)
  expect(String(logged()[0]?.['path'])).toHaveLength(256)
})
