import { afterAll, expect, test } from 'bun:test'
import { bondOn } from '../../support/chain-acts.ts'
import { startDemoServer } from '../../support/demo-server.ts'
import { openStream, type StreamClient } from '../../support/event-stream.ts'
import { createFeedCopy, type FeedCopy, readFeed } from '../../support/feed-copy.ts'
import { untilReady } from '../../support/ready.ts'
import { sizeOf } from '../../support/soak.ts'

const subscriberCount = sizeOf({ short: 50, soak: 500 })
let server = await startDemoServer()
await untilReady(server)
afterAll(() => server.dispose())

/** A client that comes back as an EventSource does: with the last id it was given, to any server that is there. */
function createSubscriber(path: string, copy: FeedCopy) {
  let client: StreamClient | undefined
  const current = () => {
    if (client === undefined) throw new Error('It is not connected yet')
    return client
  }
  return {
    copy,
    connect: () => {
      client = openStream(server.url, {
        path,
        lastEventId: client?.lastEventId() ?? '',
        onMessage: copy.apply,
      })
    },
    drop: () => current().close(),
    client: current,
  }
}

async function bondTimes(count: number) {
  const bond = bondOn(server)
  for (let done = 0; done < count; done += 1) await bond()
}

/** Waits until everybody's copy is the feed, whose newest event then is a bond at this block. */
async function allCaughtUp(subscribers: readonly ReturnType<typeof createSubscriber>[]) {
  const head = Number(await server.rpc<string>('eth_blockNumber'))
  const has = ({ copy }: { copy: FeedCopy }) => copy.events().some(({ blockNumber }) => blockNumber === head)
  await Promise.all(subscribers.map((each) => each.client().until(() => has(each))))
}

test(`${subscriberCount} subscribers hold the feed through a reorg and a restart of the server: nothing missing, nothing twice`, async () => {
  const { events, lastEventId } = await readFeed(server.url)
  const late = `/api/activity/stream?lastEventId=${lastEventId}`
  const subscribers = Array.from({ length: subscriberCount }, (_, index) =>
    index % 25 === 0
      ? createSubscriber('/api/activity/stream?since=0', createFeedCopy())
      : createSubscriber(late, createFeedCopy(events)),
  )
  for (const subscriber of subscribers) subscriber.connect()
  await bondTimes(6)
  await allCaughtUp(subscribers)

  // A third of them is away while the chain is reorganised, and learns of it only when it comes back.
  const away = subscribers.filter((_, index) => index % 3 === 0)
  for (const subscriber of away) subscriber.drop()
  await server.rpc('anvil_reorg', [4, []])
  await bondTimes(3)
  for (const subscriber of away) subscriber.connect()
  await allCaughtUp(subscribers)
  const { events: reorganised } = await readFeed(server.url)
  for (const { copy } of subscribers) {
    expect(copy.events()).toEqual(reorganised)
    expect(copy.faults).toEqual([])
  }

  // The others come back to a new process, some of them only after another reorg.
  expect(await server.kill()).toBe(0)
  await Promise.all(subscribers.map((subscriber) => subscriber.client().ended))
  server = await startDemoServer({ dataDir: server.dataDir })
  const early = Math.ceil(subscriberCount * 0.6)
  const [first, second] = [subscribers.slice(0, early), subscribers.slice(early)]
  for (const subscriber of first) subscriber.connect()
  await untilReady(server)
  await bondTimes(2)
  await allCaughtUp(first)
  await server.rpc('anvil_reorg', [3, []])
  await bondTimes(2)
  for (const subscriber of second) subscriber.connect()
  await allCaughtUp(subscribers)

  const { events: now } = await readFeed(server.url)
  for (const { copy } of subscribers) {
    expect(copy.events()).toEqual(now)
    expect(copy.faults).toEqual([])
    expect(copy.resets()).toBe(0)
  }
  expect(now.length).not.toBe(events.length)
})
