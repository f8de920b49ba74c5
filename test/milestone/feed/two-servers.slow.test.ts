import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { deploymentKey, readContractsFile } from '../../../src/milestone/contracts/deployment.ts'
import { bondOn } from '../../support/chain-acts.ts'
import { openTestPostgres } from '../../support/databases.ts'
import { startDemoServer } from '../../support/demo-server.ts'
import { openStream, type StreamClient } from '../../support/event-stream.ts'
import { createFeedCopy, readFeed } from '../../support/feed-copy.ts'
import { startPostgres } from '../../support/postgres.ts'
import { untilReady } from '../../support/ready.ts'

const postgres = await startPostgres()
const databaseUrl = await postgres.createDatabase()
const leader = await startDemoServer({ environment: { DATABASE_URL: databaseUrl } })
await untilReady(leader)
const replica = await startDemoServer({
  subcommand: 'serve',
  environment: {
    DATABASE_URL: databaseUrl,
    RPC_URLS: leader.rpcUrl,
    CONTRACTS_FILE: join(leader.dataDir, 'chain/contracts.json'),
  },
})
afterAll(async () => {
  await replica.dispose()
  await leader.dispose()
  await postgres.stop()
})

/** Tells the pipeline's part of the feed something, as a process that runs the pipeline does. */
async function tell(title: string) {
  const database = await openTestPostgres(databaseUrl)
  const deployment = deploymentKey(readContractsFile(join(leader.dataDir, 'chain/contracts.json')))
  await database.db.execute(sql`
    insert into milestone_feed_events (deployment, type, title, description, timestamp, metadata)
    values (${deployment}, 'chaos', ${title}, 'It happened', 1900000000, '{}')`)
  await database.notify('milestone_feed')
  await database.close()
}

test('a client that is sent from one server to another and back holds the feed, through reorgs and events outside the chain', async () => {
  const bond = bondOn(leader)
  const copy = createFeedCopy()
  let client: StreamClient | undefined
  const turns = [leader, replica, leader, replica, replica, leader]
  for (const [turn, server] of turns.entries()) {
    client?.close()
    client = openStream(server.url, {
      path: '/api/activity/stream?since=0',
      lastEventId: client?.lastEventId() ?? '',
      onMessage: copy.apply,
    })
    await tell(`Turn ${turn}`)
    if (turn % 2 === 1) await leader.rpc('anvil_reorg', [turn + 2, []])
    for (let bonds = 0; bonds < 3; bonds += 1) await bond()
    const head = Number(await leader.rpc<string>('eth_blockNumber'))
    const has = (holds: (event: { id: string; blockNumber?: number | undefined }) => boolean) =>
      copy.events().some(holds)
    await client.until(
      () => has(({ blockNumber }) => blockNumber === head) && has(({ id }) => id === `p${turn + 1}`),
    )
    expect(copy.events()).toEqual((await readFeed(server.url)).events)
  }
  expect(copy.faults).toEqual([])
  expect(copy.resets()).toBe(0)
  client?.close()
})
