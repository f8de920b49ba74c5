import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { deploymentKey, readContractsFile } from '../../../src/milestone/contracts/deployment.ts'
import { openTestPostgres } from '../../support/databases.ts'
import { startDemoServer } from '../../support/demo-server.ts'
import { openStalled, openStream } from '../../support/event-stream.ts'
import { startPostgres } from '../../support/postgres.ts'
import { untilReady } from '../../support/ready.ts'
import { waitFor } from '../../support/wait.ts'

const postgres = await startPostgres()
const url = await postgres.createDatabase()
const server = await startDemoServer({ environment: { DATABASE_URL: url } })
await untilReady(server)
const database = await openTestPostgres(url)
const deployment = deploymentKey(readContractsFile(join(server.dataDir, 'chain/contracts.json')))
afterAll(async () => {
  await server.dispose()
  await database.close()
  await postgres.stop()
})

async function gauge(name: string): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

/** Puts events of two kilobytes each into the feed, as another process on the same database does. */
async function append(count: number) {
  await database.db.execute(sql`
    insert into milestone_feed_events (deployment, type, title, description, timestamp, metadata)
    select ${deployment}, 'chaos', 'Event ' || number, repeat('x', 2000), 1900000000, '{}'
    from generate_series(1, ${count}::int) as number`)
  await database.notify('milestone_feed')
}

const stalledCount = 40
const eventCount = 9_000
const eventBytes = 2_000

test('clients that never read are cut off and cost no memory, while others get everything', async () => {
  const reader = openStream(server.url, { path: '/api/activity/stream?type=chaos' })
  await reader.until(() => reader.lastEventId() !== '')
  const stalled = await Promise.all(Array.from({ length: stalledCount }, () => openStalled(server.url)))
  await waitFor(
    'all streams are open',
    async () => (await gauge('cairn_activity_streams')) === stalledCount + 1,
  )
  const before = await gauge('process_resident_memory_bytes')

  let told = 0
  let most = 0
  await waitFor('every client that does not read is cut off', async () => {
    if ((await gauge('cairn_activity_streams')) === 1) return true
    const count = told < eventCount ? 1_000 : 1
    await append(count)
    told += count
    most = Math.max(most, await gauge('process_resident_memory_bytes'))
    // Sending more often adds nothing: they are cut for what they did not take for some seconds.
    await Bun.sleep(200)
    return false
  })
  // A queue of its own would have cost each of them everything that was sent: 40 times 18 MB.
  expect(most - before).toBeLessThan((stalledCount * Math.max(told, 4_000) * eventBytes) / 4)
  // A slow machine sends less before they are cut off.
  if (told < eventCount) await append(eventCount - told)
  await reader.until(() => reader.messages.length >= eventCount)
  const titles = reader.messages.slice(0, 1_000).map(({ data }) => data.title)
  expect(titles).toEqual(Array.from({ length: 1_000 }, (_, index) => `Event ${index + 1}`))
  for (const client of stalled) client.close()
  reader.close()
  await waitFor(
    'a client that goes away is forgotten',
    async () => (await gauge('cairn_activity_streams')) === 0,
  )
})

test('a server with a stalled client goes down by itself, and ends the streams of the others first', async () => {
  const stalled = await openStalled(server.url, '/api/activity/stream?since=0')
  const reader = openStream(server.url)
  await reader.until(() => reader.lastEventId() !== '')
  expect(await server.kill()).toBe(0)
  expect(await reader.ended).toBe(true)
  stalled.close()
})
