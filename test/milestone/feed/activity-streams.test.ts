import { expect, spyOn, test } from 'bun:test'
import { milestoneError } from '../../../src/milestone/errors.ts'
import type { StreamMessage } from '../../support/event-stream.ts'
import { waitFor } from '../../support/wait.ts'
import type { Act } from '../indexer/random-history.ts'
import { createPuller, createStage } from './stream-kit.ts'

/** So many blocks in each of which somebody bonds. */
const bonds = (count: number): Act[][] => Array.from({ length: count }, (_, index) => [[4, index % 8, 0]])

function openPuller(
  stage: ReturnType<typeof createStage>,
  query: Parameters<ReturnType<typeof createPuller>['open']>[0] = {},
) {
  const messages: StreamMessage[] = []
  const puller = createPuller(stage.streams, (message) => messages.push(message))
  puller.open(query)
  return { ...puller, messages }
}

async function pullUntil(puller: ReturnType<typeof openPuller>, holds: () => boolean) {
  await waitFor('the stream brings what the test pulls for', async () => {
    if (holds()) return true
    await puller.pull()
    if (!holds()) throw new Error(`The newest of the stream is ${JSON.stringify(puller.text().slice(-500))}`)
    return true
  })
}

test('a stream begins with `retry` and the id of its place, so that nothing is missed before the first event', async () => {
  const stage = createStage()
  await stage.extend(bonds(2))
  const puller = openPuller(stage)
  await puller.pull()
  expect(puller.text()).toBe(`retry: 2000\nid: ${stage.streams.currentId()}\n\n`)
  await puller.drop()
  await stage.extend(bonds(1))
  puller.open()
  await pullUntil(puller, () => puller.messages.length === 1)
  expect(puller.messages[0]?.data.id).toBe('3.0')
})

test('an event is serialised once for all clients', async () => {
  const stage = createStage()
  await stage.extend(bonds(1))
  const query = { lastEventId: undefined, type: undefined, since: undefined, limit: undefined }
  const readers = [1, 2, 3].map(() => stage.streams.open(query, () => {}).getReader())
  for (const reader of readers) await reader.read()
  const pieces = readers.map((reader) => reader.read())
  await stage.extend(bonds(1))
  const [first, ...others] = (await Promise.all(pieces)).map(({ value }) => value)
  expect(new TextDecoder().decode(first)).toContain('event: activity')
  for (const other of others) expect(other).toBe(first)
})

test('a slow client is given one piece of 64 KiB at a time', async () => {
  const stage = createStage()
  await stage.extend([[[4, 0, 0]], ...bonds(600)])
  const puller = openPuller(stage, { since: 0 })
  await puller.pull()
  const before = puller.text().length
  await puller.pull()
  expect(puller.text().length - before).toBeGreaterThan(60_000)
  expect(puller.text().length - before).toBeLessThan(70_000)
  await pullUntil(puller, () => puller.messages.length === 601)
})

test('a client that reads nothing for 5 s while 1,000 events wait is cut; one that reads is not', async () => {
  let now = 0
  const stage = createStage({ clock: () => now })
  await stage.extend(bonds(1))
  const stalled = openPuller(stage)
  const healthy = openPuller(stage)
  await healthy.pull()
  const wave = async () => {
    await stage.extend(bonds(600))
    await healthy.pull()
    await healthy.pull()
  }
  await wave()
  now += 4_000
  await wave()
  expect([stalled.cuts(), healthy.cuts()]).toEqual([0, 0])
  now += 2_000
  await wave()
  await wave()
  expect([stalled.cuts(), healthy.cuts()]).toEqual([1, 0])

  // Should it read on after all, it finds the end, and the next connection goes on.
  await pullUntil(stalled, () => !stalled.isOpen())
  stalled.open({ since: 0 })
  await pullUntil(stalled, () => stalled.messages.length === 2_401)
})

test('an id that has no place in another history is answered by a reset', async () => {
  const stage = createStage()
  await stage.extend(bonds(100))
  const puller = openPuller(stage)
  await puller.pull()
  await puller.drop()
  stage.reload(bonds(120))
  puller.open()
  await pullUntil(puller, () => puller.messages.length === 1)
  expect(puller.messages).toEqual([
    { event: 'reset', id: stage.streams.currentId(), data: { read: '/api/activity' } },
  ])
  await stage.extend(bonds(1))
  await pullUntil(puller, () => puller.messages.length === 2)
  expect(puller.messages[1]?.data.id).toBe('121.0')
})

test('a client that is connected while the whole history is replaced takes all of it back', async () => {
  const stage = createStage()
  await stage.extend(bonds(5))
  const puller = openPuller(stage, { since: 0 })
  await pullUntil(puller, () => puller.messages.length === 5)
  stage.reload(bonds(3))
  await pullUntil(puller, () => puller.messages.length === 9)
  expect(puller.messages[5]).toMatchObject({
    event: 'retract',
    data: { aboveBlock: 0, ids: ['1.0', '2.0', '3.0', '4.0', '5.0'] },
  })
})

test('a client that missed pipeline events which are no longer held gets a reset', async () => {
  const stage = createStage({ eventsMax: 3 })
  await stage.extend(bonds(1))
  stage.pipeline.append(1_700_000_100)
  const away = openPuller(stage)
  const slow = openPuller(stage)
  await away.pull()
  await slow.pull()
  await away.drop()
  for (let count = 0; count < 5; count += 1) stage.pipeline.append(1_700_000_100)
  away.open()
  for (const client of [away, slow]) {
    await pullUntil(client, () => client.messages.length > 0)
    expect(client.messages.map(({ event }) => event)).toEqual(['reset'])
  }
})

test('a client with an id of a process that is ahead gets no event twice', async () => {
  const ahead = createStage()
  const behind = createStage()
  for (const stage of [ahead, behind]) {
    await stage.extend(bonds(2))
    stage.pipeline.append(1_700_000_100)
  }
  ahead.pipeline.append(1_700_000_100)
  const puller = openPuller(behind, { lastEventId: ahead.streams.currentId() })
  await puller.pull()
  expect(puller.lastEventId()).toBe(ahead.streams.currentId())
  behind.pipeline.append(1_700_000_100)
  behind.pipeline.append(1_700_000_100)
  await pullUntil(puller, () => puller.messages.length === 1)
  expect(puller.messages[0]?.data.id).toBe('p3')
})

test('a ping carries the id of the newest event, also when the filter matched nothing', async () => {
  const stage = createStage({ pingMs: 5 })
  await stage.extend(bonds(1))
  const puller = openPuller(stage, { type: 'chaos' })
  await pullUntil(puller, () => puller.text().endsWith(': ping\n\n'))
  await stage.extend(bonds(1))
  await pullUntil(puller, () => puller.text().includes(`: ping\nid: ${stage.streams.currentId()}\n\n`))
  expect(puller.messages).toEqual([])
  await puller.drop()
})

test('an idle stream sends a ping every 15 s', async () => {
  const timers = spyOn(globalThis, 'setInterval')
  const stage = createStage({ pingMs: 'as served' })
  const [tick, everyMs] = timers.mock.calls[0] ?? []
  timers.mockRestore()
  expect(everyMs).toBe(15_000)
  await stage.extend(bonds(1))
  const puller = openPuller(stage)
  await puller.pull()
  expect(puller.text()).not.toContain('ping')
  if (typeof tick === 'function') tick()
  await pullUntil(puller, () => puller.text().endsWith(': ping\n\n'))
  expect(puller.messages).toEqual([])
  await puller.drop()
})

test('streams beyond the most are refused until one is given back', async () => {
  const stage = createStage({ streamsMax: 2 })
  await stage.extend(bonds(1))
  const first = openPuller(stage)
  openPuller(stage)
  expect(() => openPuller(stage)).toThrow(milestoneError('too_many_streams', 2))
  await first.drop()
  expect(openPuller(stage).isOpen()).toBe(true)
  expect(stage.streams.openCount).toBe(2)
})

test('streams of one caller beyond its share are refused, those of others are not', async () => {
  const stage = createStage({ streamsMax: 4, perCallerMax: 2 })
  await stage.extend(bonds(1))
  const query = { lastEventId: undefined, type: undefined, since: undefined, limit: undefined }
  const open = (caller: string) => stage.streams.open(query, () => {}, caller).getReader()
  const first = open('one')
  open('one')
  expect(() => open('one')).toThrow(milestoneError('too_many_streams', 2, 'caller'))
  open('two')
  await first.cancel()
  open('one')
  expect(stage.streams.openCount).toBe(3)
})

test('closing ends every stream that is read, and waits for the others no longer than its limit', async () => {
  const stage = createStage()
  await stage.extend(bonds(1))
  const live = openPuller(stage)
  await live.pull()
  await live.pull()
  openPuller(stage)
  const closed = stage.streams.close(50)
  expect(() => openPuller(stage)).toThrow(milestoneError('shutting_down'))
  await closed
  expect(stage.streams.openCount).toBe(1)
  await pullUntil(live, () => !live.isOpen())
  expect(live.text()).toEndWith('\n\nretry: 2000\n\n')
})
