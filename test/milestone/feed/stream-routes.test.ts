import { afterAll, expect, test } from 'bun:test'
import { openStream } from '../../support/event-stream.ts'
import { createFeedCopy, readFeed } from '../../support/feed-copy.ts'
import { rawRequest, sendRaw } from '../../support/raw-http.ts'
import { startSmallServer } from '../../support/small-server.ts'

const server = await startSmallServer()
const { url } = server.listening
afterAll(() => server.dispose())

let appended = 0
async function append(count: number) {
  for (let index = 0; index < count; index += 1) {
    appended += 1
    const title = `Event ${appended}`
    server.pipeline.append({
      type: 'chaos',
      title,
      description: 'It happened',
      timestamp: 1_900_000_000,
    })
  }
  await server.pipeline.settle()
}

test('an event arrives as it happens, as GET /api/activity shows it, with an id of its own', async () => {
  const client = openStream(url)
  await client.until(() => client.lastEventId() !== '')
  await append(1)
  await client.until(() => client.messages.length === 1)
  const { events, lastEventId } = await (await fetch(`${url}/api/activity?limit=1`)).json()
  expect(client.messages.map(({ event, data }) => ({ event, data }))).toEqual([
    { event: 'activity', data: events[0] },
  ])
  expect(client.lastEventId()).toBe(lastEventId)
  expect(client.retryMs()).toBe(2_000)
  client.close()
})

test('`since` and `limit` begin with what happened before, oldest first', async () => {
  await append(3)
  const { events } = await readFeed(url)
  const copy = createFeedCopy()
  const all = openStream(url, { path: '/api/activity/stream?since=0', onMessage: copy.apply })
  await all.until(() => copy.events().length === events.length)
  expect(copy.events()).toEqual(events)
  const order = all.messages.map(({ data }) => data.timestamp)
  expect(order).toEqual(order.toSorted((a, b) => a - b))

  const some = openStream(url, { path: '/api/activity/stream?limit=2&type=chaos' })
  await some.until(() => some.messages.length === 2)
  const { events: newest } = await (await fetch(`${url}/api/activity?limit=2&type=chaos`)).json()
  expect(some.messages.map(({ data }) => data)).toEqual(newest.toReversed())
  for (const client of [all, some]) client.close()
})

test('a stream goes on from an answer of GET /api/activity, and from any of its own messages', async () => {
  const { events, lastEventId } = await readFeed(url)
  await append(3)
  const after = openStream(url, { path: `/api/activity/stream?lastEventId=${lastEventId}` })
  await after.until(() => after.messages.length === 3)
  const resumed = after.messages.map(({ id }) => openStream(url, { lastEventId: id }))
  await append(1)
  for (const [index, client] of [after, ...resumed].entries()) {
    await client.until(() => client.messages.length === 4 - index)
    expect(client.messages).toEqual(after.messages.slice(index))
    client.close()
  }
  const copy = createFeedCopy(events)
  for (const message of after.messages) copy.apply(message)
  expect(copy.events()).toEqual((await readFeed(url)).events)
})

test.each([
  ['?lastEventId=1', 'invalid_event_id', '/lastEventId'],
  ['?lastEventId=212.3~17~9c1f03aa~-', 'invalid_event_id', '/lastEventId'],
  ['?type=x', 'invalid_request', '/type'],
  ['?limit=0', 'invalid_request', '/limit'],
  ['?limit=201', 'invalid_request', '/limit'],
  ['?since=-1', 'invalid_request', '/since'],
  ['?limit=1&limit=2', 'invalid_request', '/limit'],
])('GET /api/activity/stream%s is refused as %s', async (query, error, path) => {
  const response = await fetch(`${url}/api/activity/stream${query}`)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(await response.json()).toMatchObject({ status: 400, error, errors: [{ path }], ok: false })
})

test('an id of another chain is answered by a reset', async () => {
  const client = openStream(url, { lastEventId: '212.3~17~9c1f03aa~5d2e77a01b9c' })
  await client.until(() => client.messages.length > 0)
  expect(client.messages[0]).toMatchObject({ event: 'reset', data: { read: '/api/activity' } })
  client.close()
})

test('a Last-Event-ID that no stream gave out is refused; an empty one counts as absent', async () => {
  const ask = (id: string) => fetch(`${url}/api/activity/stream`, { headers: { 'last-event-id': id } })
  const { lastEventId } = await readFeed(url)
  for (const id of [
    'x',
    '1.2',
    '-',
    '244.0~0~50be0330~x',
    '244.0~0~50be0330~51221705eb77.1-',
    'a'.repeat(5_000),
    lastEventId.replace('~', '~0'),
    `${lastEventId}.1-000000000000.2-0`,
    lastEventId.toUpperCase(),
  ]) {
    const response = await ask(id)
    expect([id, response.status, (await response.json()).error]).toEqual([id, 400, 'invalid_event_id'])
  }
  const fresh = await ask('')
  expect(fresh.status).toBe(200)
  await fresh.body?.cancel()
})

test('HEAD answers the headers at once; OPTIONS, other methods and origins are met as on other reads', async () => {
  const head = await sendRaw(url, rawRequest('HEAD /api/activity/stream'))
  expect(head).toMatchObject({
    status: 200,
    body: '',
    headers: {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    },
  })
  expect(head.headers['x-request-id']).toBeDefined()
  const options = await sendRaw(url, rawRequest('OPTIONS /api/activity/stream'))
  expect([options.status, options.headers['access-control-allow-headers']]).toEqual([
    204,
    'a2a-extensions, a2a-version, authorization, cache-control, content-type, idempotency-key, if-none-match, last-event-id, mcp-method, mcp-name, mcp-protocol-version, mcp-session-id, payment-signature, prefer, x-deletion-token, x-payment',
  ])
  const post = await sendRaw(url, rawRequest('POST /api/activity/stream'))
  expect([post.status, post.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS'])
})
