import { afterAll, beforeEach, expect, test } from 'bun:test'
import { headerBytesMax, unreadBodyBytesMax, urlLengthMax } from '../../../src/kernel/http/request.ts'
import { rawRequest, sendRaw } from '../../support/raw-http.ts'
import { answer, startHttpKit } from './http-kit.ts'

const kit = startHttpKit()
const { handled, kept, logged, send } = kit
afterAll(() => kit.stop())
beforeEach(() => kit.reset())

test.each([
  [false, 'new'],
  [true, 'kept'],
])('limits hold whether the answer is kept (%p) or not', async (isKept) => {
  if (isKept) kept.set('/api/read', answer)
  const tooLarge = [`Content-Length: ${unreadBodyBytesMax + 1}`]
  expect((await send('GET /api/read', tooLarge)).status).toBe(413)
  expect((await send('GET /api/read', [`X-Large: ${'a'.repeat(headerBytesMax)}`])).status).toBe(431)
  expect((await send('GET /api/read', ['Transfer-Encoding: chunked'], '0\r\n\r\n')).status).toBe(200)
})

test('an address of exactly the longest length is read, one character more is not', async () => {
  const address = '/api/read?'.padEnd(urlLengthMax, 'a')
  expect((await send(`GET ${address}`)).status).toBe(200)
  const refused = await send(`GET ${address}a`)
  expect([refused.status, JSON.parse(refused.body).error]).toEqual([414, 'uri_too_long'])
})

test('100 KB of headers are refused in the shape of every other error', async () => {
  const { status, headers, body } = await send('GET /api/read', [`X-Large: ${'a'.repeat(100_000)}`])
  expect([status, headers['content-type']]).toEqual([431, 'application/problem+json'])
  expect(JSON.parse(body)).toMatchObject({ error: 'headers_too_large', ok: false })
})

test('a request with two Host headers is refused, whether its answer is kept or not', async () => {
  kept.set('/api/read', answer)
  for (const line of ['GET /api/read', 'GET /api/own/7', 'POST /api/own/7']) {
    const { status, body } = await send(line, ['Host: other.example'])
    expect([status, JSON.parse(body).error]).toEqual([400, 'invalid_request'])
  }
  expect(handled).toEqual([])
})

test('a body within the limit reaches the router whole', async () => {
  const text = 'b'.repeat(unreadBodyBytesMax)
  expect((await send('POST /api/own/7', [`Content-Length: ${text.length}`], text)).status).toBe(200)
  expect(handled[0]?.body).toBe(text)
})

test.each(['a', 'x y', '', 'a:b', 'aaaa:port', '%%%%%%', '%', 'a/b', '@', '[::1]', 'x?y', 'a'.repeat(5000)])(
  'a request with the Host %p is answered like any other',
  async (host) => {
    for (const method of ['GET', 'HEAD']) {
      const lines = [`${method} /api/own/7?a=%2F HTTP/1.1`, `Host: ${host}`, 'Connection: close', '', '']
      const { status } = await sendRaw(kit.url, lines.join('\r\n'))
      expect(status).toBe(200)
    }
    expect(handled.map(({ url }) => url.endsWith('/api/own/7?a=%2F') && URL.canParse(url))).toEqual([
      true,
      true,
    ])
  },
)

test('a request of HTTP/1.0 without a Host is answered', async () => {
  const { status } = await sendRaw(kit.url, 'GET /api/read HTTP/1.0\r\n\r\n')
  expect(status).toBe(200)
})

test('a path that looks like another host stays a path', async () => {
  const { status, body } = await send('GET //evil.example/api/read')
  expect([status, JSON.parse(body).instance]).toEqual([404, '//evil.example/api/read'])
})

test('a log line holds 256 characters of a path at most', async () => {
  await send(`GET /${'a'.repeat(4000)}`)
  expect(String(logged()[0]?.['path'])).toHaveLength(256)
})

const smuggled = 'GET /api/own/smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n'

test.each([
  ['a wrong method', `POST /api/read`, [`Content-Length: ${smuggled.length}`], smuggled, 405],
  ['an unknown path', 'POST /nowhere', [`Content-Length: ${smuggled.length}`], smuggled, 404],
  ['a cached response', 'GET /api/read', [`Content-Length: ${smuggled.length}`], smuggled, 200],
  [
    'a body too large',
    'POST /api/own/7',
    [`Content-Length: ${smuggled.length * 40_000}`],
    smuggled.repeat(40_000),
    413,
  ],
  [
    'a body of unknown length',
    'GET /api/own/7',
    ['Transfer-Encoding: chunked'],
    `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`,
    200,
  ],
])('an unread body is not taken for the next request: %s', async (_, line, headers, text, status) => {
  kept.set('/api/read', answer)
  const first = [`${line} HTTP/1.1`, 'Host: localhost', ...headers, '', text].join('\r\n')
  const both = await sendRaw(kit.url, [first, rawRequest('GET /api/own/next')])
  expect([both.status, [...both.body.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, next]) => next)]).toEqual([
    status,
    ['200'],
  ])
  const paths = handled.map(({ url }) => new URL(url).pathname)
  expect(paths.filter((path) => path !== '/api/own/7')).toEqual(['/api/own/next'])
})
