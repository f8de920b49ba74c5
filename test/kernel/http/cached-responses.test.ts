import { expect, test } from 'bun:test'
import {
  type CachedResponse,
  cachedResponse,
  createCachedResponses,
  sendCached,
} from '../../../src/kernel/http/cached-responses.ts'

const text = (cached: CachedResponse) => sendCached(new Request('http://localhost/'), cached, 'id').text()

/** Answers over two counters, and how often a view was made. */
function open() {
  const revisions = [0, 0]
  let views = 0
  const responses = createCachedResponses([() => revisions[0] ?? 0, () => revisions[1] ?? 0])
  const keep = (address: string, value: unknown = { address }) =>
    responses.findOrMake(address, '/route', () => {
      views += 1
      return value
    })
  return { responses, revisions, keep, views: () => views }
}

test('a view is made once per address while nothing has changed', async () => {
  const { responses, keep, views } = open()
  const first = keep('/a?x=1')
  expect(keep('/a?x=1')).toBe(first)
  expect(responses.find('/a?x=1')).toBe(first)
  expect(responses.find('/a')).toBeUndefined()
  expect(await text(first)).toBe('{"address":"/a?x=1"}')
  expect(first.route).toBe('/route')
  keep('/a')
  expect(views()).toBe(2)
})

test.each([
  [0, 5],
  [1, 5],
  [0, -1],
])('a view is made again when counter %d has become %d', (counter, revision) => {
  const { responses, revisions, keep, views } = open()
  keep('/a')
  revisions[counter] = revision
  expect(responses.find('/a')).toBeUndefined()
  keep('/a')
  expect(responses.find('/a')).toBeDefined()
  expect(views()).toBe(2)
})

test('a view that throws is not cached', () => {
  const { responses } = open()
  const fail = () =>
    responses.findOrMake('/a', '/route', () => {
      throw new Error('no such milestone')
    })
  expect(fail).toThrow('no such milestone')
  expect(responses.find('/a')).toBeUndefined()
  expect(fail).toThrow('no such milestone')
})

test('however many addresses are requested, about 16 MB of responses are cached', () => {
  const { responses, keep } = open()
  const large = { text: 'a'.repeat(1_000_000) }
  const addresses = Array.from({ length: 60 }, (_, index) => `/a?${index}`)
  for (const address of addresses) {
    keep(address, large)
    expect(addresses.filter((known) => responses.find(known) !== undefined).length).toBeLessThanOrEqual(17)
  }
})

test('the same value has the same validator, and any other value another one', () => {
  const { etag } = cachedResponse('/a', { a: 1 })
  expect(cachedResponse('/b', { a: 1 }).etag).toBe(etag)
  expect(cachedResponse('/a', { a: 2 }).etag).not.toBe(etag)
  expect(etag).toMatch(/^"[A-Za-z0-9_-]{27}"$/)
})

const get = (headers: Record<string, string> = {}) => new Request('http://localhost/', { headers })

test('each sending of a cached response has all its bytes and its own id', async () => {
  const cached = cachedResponse('/a', { text: 'a'.repeat(100_000) })
  const sent = ['1', '2', '3'].map((id) => sendCached(get(), cached, id))
  expect(sent.map(({ headers }) => headers.get('x-request-id'))).toEqual(['1', '2', '3'])
  const bodies = await Promise.all(sent.map((response) => response.json()))
  expect(bodies).toEqual(Array(3).fill({ text: 'a'.repeat(100_000) }))
})

test('a cached response has its own headers, and a validator only by option', () => {
  const headers = { 'cache-control': 'public, max-age=300', 'content-type': 'application/json;charset=utf-8' }
  const cached = cachedResponse('/catalog', { a: 1 }, { etag: false, headers })
  const sent = sendCached(get({ 'if-none-match': '*' }), cached, 'id')
  expect([sent.status, sent.headers.get('etag')]).toEqual([200, null])
  expect(Object.fromEntries(sent.headers)).toMatchObject(headers)
})

test('a response for configured origins names the one that asked, and no other response does', () => {
  const cached = cachedResponse('/a', { a: 1 }, { cors: 'configured' })
  const allowed = (origins: string[], origin = 'https://app.example') => {
    const { headers } = sendCached(get({ origin }), cached, 'id', origins)
    return [headers.get('access-control-allow-origin'), headers.get('vary')]
  }
  expect(allowed(['https://app.example'])).toEqual(['https://app.example', 'origin'])
  expect(allowed(['https://app.example'], 'https://other.example')).toEqual([null, 'origin'])
  expect(allowed([])).toEqual([null, null])
})
