import { afterAll, beforeAll, expect, test } from 'bun:test'
import { bondOn } from '../../support/chain-acts.ts'
import { type DemoServer, startDemoServer } from '../../support/demo-server.ts'
import { openStream, type StreamClient } from '../../support/event-stream.ts'
import { createFeedCopy, readFeed } from '../../support/feed-copy.ts'
import { rawRequest, sendRaw } from '../../support/raw-http.ts'
import { untilReady } from '../../support/ready.ts'
import { isSoak } from '../../support/soak.ts'
import { waitFor } from '../../support/wait.ts'

let server: DemoServer
let bond: () => Promise<void>
/** Gets nothing but signs of life all the while: no deadline is missed on this chain by itself. */
let quiet: StreamClient
const opened: StreamClient[] = []

beforeAll(async () => {
  server = await startDemoServer()
  await untilReady(server)
  bond = bondOn(server)
  quiet = open({ path: '/api/activity/stream?type=deadline' })
})
afterAll(() => server.dispose())

function open(options: Parameters<typeof openStream>[1] = {}): StreamClient {
  const client = openStream(server.url, options)
  opened.push(client)
  return client
}
/** A client that keeps a copy of the feed from its beginning. */
function openCopy(path = '/api/activity/stream?since=0') {
  const copy = createFeedCopy()
  const client = open({ path, onMessage: copy.apply })
  return { copy, client }
}
test('an event arrives as it happens, as GET /api/activity shows it, with an id of its own', async () => {
  const { events: before } = await readFeed(server.url)
  const client = open()
  await client.until(() => client.lastEventId() !== '')
  await bond()
  await client.until(() => client.messages.length === 1)
  const [newest] = (await (await fetch(`${server.url}/api/activity?limit=1`)).json()).events
  expect(client.messages.map(({ event, data }) => ({ event, data }))).toEqual([
    { event: 'activity', data: newest },
  ])
  expect(client.lastEventId()).toStartWith(`${newest.id}~`)
  expect(client.retryMs()).toBe(2_000)
  expect(before.map(({ id }) => id)).not.toContain(newest.id)
})

test('`since` and `limit` begin with what happened before, oldest first', async () => {
  const { events } = await readFeed(server.url)
  const all = openCopy()
  await all.client.until(() => all.copy.events().length === events.length)
  expect(all.copy.events()).toEqual(events)
  const order = all.client.messages.map(({ data }) => data.timestamp)
  expect(order).toEqual(order.toSorted((a, b) => a - b))

  const some = open({ path: '/api/activity/stream?limit=3&type=charge' })
  await some.until(() => some.messages.length === 3)
  const { events: charges } = await (await fetch(`${server.url}/api/activity?limit=3&type=charge`)).json()
  expect(some.messages.map(({ data }) => data)).toEqual(charges.toReversed())
})

test('a stream goes on from an answer of GET /api/activity, and from any of its own messages', async () => {
  const { events, lastEventId } = await readFeed(server.url)
  for (let count = 0; count < 3; count += 1) await bond()
  const after = open({ path: `/api/activity/stream?lastEventId=${lastEventId}` })
  await after.until(() => after.messages.length === 3)
  const resumed = after.messages.map(({ id }) => open({ lastEventId: id }))
  await Promise.all(resumed.map((client) => client.until(() => client.lastEventId() !== '')))
  await bond()
  await after.until(() => after.messages.length === 4)
  await Promise.all(resumed.map((client, index) => client.until(() => client.messages.length === 3 - index)))
  expect(resumed.map(({ messages }) => messages)).toEqual([1, 2, 3].map((from) => after.messages.slice(from)))

  const copy = createFeedCopy(events)
  for (const message of after.messages) copy.apply(message)
  expect(copy.events()).toEqual((await readFeed(server.url)).events)
})

test.each([1, 4, 30])(
  'a reorg of depth %i is told by a retraction, then by the events that replace it',
  async (depth) => {
    const { events: before } = await readFeed(server.url)
    const { client, copy } = openCopy()
    const charges = openCopy('/api/activity/stream?since=0&type=charge')
    await client.until(() => copy.events().length === before.length)
    const offline = client.lastEventId()
    await server.rpc('anvil_reorg', [depth, []])
    await bond()
    await client.until(() => client.messages.some(({ event }) => event === 'retract'))
    await client.until(() => client.messages.at(-1)?.data.title === 'Verifier bonded')

    const { events: after } = await readFeed(server.url)
    expect(copy.events()).toEqual(after)
    expect(copy.faults).toEqual([])
    const retraction = client.messages.find(({ event }) => event === 'retract')?.data
    const kept = new Set(after.map((event) => JSON.stringify(event)))
    const gone = before.filter((event) => !kept.has(JSON.stringify(event))).map(({ id }) => id)
    expect(gone.length).toBeGreaterThan(0)
    expect(retraction.ids.toSorted()).toEqual(gone)

    const resumed = createFeedCopy(before)
    const late = open({ lastEventId: offline, onMessage: resumed.apply })
    await late.until(() => late.messages.at(-1)?.data.title === 'Verifier bonded')
    expect(late.messages[0]?.event).toBe('retract')
    expect(resumed.events()).toEqual(after)
    expect(resumed.faults).toEqual([])

    const { events: chargesAfter } = await readFeed(server.url, '&type=charge')
    await charges.client.until(() => charges.copy.events().length === chargesAfter.length)
    expect(charges.copy.events()).toEqual(chargesAfter)
  },
)

const refused = [
  ['?lastEventId=1', 'invalid_event_id', '/lastEventId'],
  ['?lastEventId=212.3~17~9c1f03aa~-', 'invalid_event_id', '/lastEventId'],
  ['?type=x', 'invalid_request', '/type'],
  ['?limit=0', 'invalid_request', '/limit'],
  ['?limit=201', 'invalid_request', '/limit'],
  ['?since=-1', 'invalid_request', '/since'],
  ['?limit=1&limit=2', 'invalid_request', '/limit'],
]

test.each(refused)('GET /api/activity/stream%s is refused as %s', async (query, error, path) => {
  const response = await fetch(`${server.url}/api/activity/stream${query}`)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(await response.json()).toMatchObject({ status: 400, error, errors: [{ path }], ok: false })
})

test('a client that comes with an id of another chain is told to start anew', async () => {
  const client = openStream(server.url, { lastEventId: '212.3~17~9c1f03aa~5d2e77a01b9c' })
  await client.until(() => client.messages.length > 0)
  expect(client.messages[0]).toMatchObject({ event: 'reset', data: { read: '/api/activity' } })
  client.close()
})

test('a Last-Event-ID that no stream gave out is refused; an empty one is none', async () => {
  const ask = (id: string) => fetch(`${server.url}/api/activity/stream`, { headers: { 'last-event-id': id } })
  for (const id of [
    'x',
    '1.2',
    '-',
    '244.0~0~50be0330~x',
    '244.0~0~50be0330~51221705eb77.1-',
    'a'.repeat(5_000),
  ]) {
    const response = await ask(id)
    expect([id, response.status, (await response.json()).error]).toEqual([id, 400, 'invalid_event_id'])
  }
  const { lastEventId } = await readFeed(server.url)
  for (const id of [
    lastEventId.replace('~', '~0'),
    `${lastEventId}.1-000000000000.2-0`,
    lastEventId.toUpperCase(),
  ]) {
    expect((await ask(id)).status).toBe(400)
  }
  const fresh = await ask('')
  expect(fresh.status).toBe(200)
  await fresh.body?.cancel()
})

test('HEAD answers the headers at once; OPTIONS, other methods and origins are met as on other reads', async () => {
  const head = await sendRaw(server.url, rawRequest('HEAD /api/activity/stream'))
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
  const options = await sendRaw(server.url, rawRequest('OPTIONS /api/activity/stream'))
  expect([options.status, options.headers['access-control-allow-headers']]).toEqual([
    204,
    'authorization, cache-control, content-type, idempotency-key, if-none-match, last-event-id, prefer, x-deletion-token',
  ])
  const post = await sendRaw(server.url, rawRequest('POST /api/activity/stream'))
  expect([post.status, post.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS'])
})

test('a client that goes away is forgotten', async () => {
  const gauge = async () =>
    Number(/^cairn_activity_streams (\d+)$/m.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1])
  for (const client of opened) if (client !== quiet) client.close()
  await waitFor('the quiet stream is the only one', async () => (await gauge()) === 1)
})

test('a stream on which nothing happens stays open, and has no messages', async () => {
  // The period is that of activity-streams.test.ts; here it would be a wait of 15 s.
  if (isSoak) await quiet.until(() => quiet.comments() > 0)
  expect(await Promise.race([quiet.ended, Promise.resolve('open')])).toBe('open')
  expect(quiet.messages).toEqual([])
})

test('a server that goes down ends its streams itself, tells when to come back, and exits with 0', async () => {
  const clients = Array.from({ length: 20 }, () => open())
  await Promise.all(clients.map((client) => client.until(() => client.lastEventId() !== '')))
  expect(await server.kill()).toBe(0)
  expect(await Promise.all(clients.map(({ ended }) => ended))).toEqual(clients.map(() => true))
  expect(new Set(clients.map((client) => client.retryMs())).size).toBeGreaterThan(5)
})
