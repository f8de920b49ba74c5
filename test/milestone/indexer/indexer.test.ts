import { afterAll, afterEach, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../src/kernel/database/database.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { deploymentKey } from '../../../src/milestone/contracts/deployment.ts'
import { createIndexer, type Indexer, type IndexerOptions } from '../../../src/milestone/indexer/indexer.ts'
import { chainEvents } from '../../../src/milestone/tables.ts'
import { startTestAnvil } from '../../support/anvil.ts'
import { openTestPostgres } from '../../support/databases.ts'
import { startPostgres } from '../../support/postgres.ts'
import { waitFor } from '../../support/wait.ts'
import { deployKit } from './chain-kit.ts'
import { expectContractsAgree, wrapReader } from './follow-kit.ts'
import { createCall, people, playScenario } from './scenario.ts'

const postgres = await startPostgres()
const anvil = await startTestAnvil()
const kit = await deployKit(anvil.url)
await playScenario(kit)
let url: string
const closing: (() => Promise<void>)[] = []

afterAll(async () => {
  await anvil.stop()
  await postgres.stop()
})
// One chain, which only grows, and a database for each test.
beforeEach(async () => {
  url = await postgres.createDatabase()
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** One process of several on the same database. */
async function openProcess({
  leads = false,
  ...overrides
}: Partial<IndexerOptions> & { leads?: boolean } = {}): Promise<{
  indexer: Indexer
  database: Database
}> {
  const opened = await openTestPostgres(url)
  const database = leads ? { ...opened, tryLead: async () => async () => {} } : opened
  const indexer = await createIndexer({
    database,
    deployment: kit.deployment,
    reader: kit.reader,
    log: silentLog,
    now: Date.now,
    pollMs: 20,
    replicaPollMs: 50,
    ...overrides,
  })
  closing.push(async () => {
    await indexer.stop()
    await database.close()
  })
  return { indexer, database }
}

async function moreBlocks(count: number): Promise<void> {
  for (let block = 0; block < count; block += 1) {
    await kit.mine([createCall(kit, people(kit).builders[1], (await kit.now()) + 1000)])
  }
}

async function untilAt(indexers: readonly Indexer[]): Promise<void> {
  const { hash } = await kit.reader.head()
  await waitFor(`all at ${hash}`, () => indexers.every(({ readModel }) => readModel.head?.hash === hash))
}

test('of two processes one leads, both serve the same, and the other takes over when it is gone', async () => {
  const first = await openProcess()
  first.indexer.start()
  await first.indexer.caughtUp
  const second = await openProcess()
  second.indexer.start()
  await second.indexer.caughtUp
  expect([first.indexer.status().role, second.indexer.status().role]).toEqual(['leader', 'replica'])

  await moreBlocks(3)
  await kit.reorg(2)
  await moreBlocks(1)
  await untilAt([first.indexer, second.indexer])
  await waitFor(
    'the same revision',
    () => second.indexer.readModel.revision === first.indexer.readModel.revision,
  )
  expect(second.indexer.readModel).toEqual(first.indexer.readModel)

  await first.indexer.stop()
  await moreBlocks(2)
  await untilAt([second.indexer])
  expect(second.indexer.status()).toMatchObject({ role: 'leader', state: 'following' })
  await expectContractsAgree(kit, second.indexer.readModel)
})

test('two processes that both act as leader write nothing twice and end with the same model', async () => {
  const first = await openProcess()
  first.indexer.start()
  await first.indexer.caughtUp
  const second = await openProcess({ leads: true })
  second.indexer.start()
  await second.indexer.caughtUp
  expect([first.indexer.status().role, second.indexer.status().role]).toEqual(['leader', 'leader'])
  for (const depth of [1, 3, 2]) {
    await moreBlocks(4)
    await kit.reorg(depth)
    await moreBlocks(1)
    await untilAt([first.indexer, second.indexer])
  }
  await first.indexer.stop()
  await second.indexer.stop()
  await expectContractsAgree(kit, first.indexer.readModel)
  const fresh = await openProcess()
  const { revision: _, ...readModel } = second.indexer.readModel
  const { revision: __, ...stored } = fresh.indexer.readModel
  expect(readModel).toEqual(stored)
})

/** A node that can be cut off, as one process sees it. */
function cuttable() {
  let isCut = false
  const orRefuse = <Parameters extends unknown[], Answer>(ask: (...given: Parameters) => Promise<Answer>) => {
    return (...given: Parameters): Promise<Answer> =>
      isCut ? Promise.reject(new Error('connection refused')) : ask(...given)
  }
  const { chainId, head, header, logs, call } = kit.reader
  const reader = wrapReader(kit.reader, {
    chainId: orRefuse(chainId),
    head: orRefuse(head),
    header: orRefuse(header),
    logs: orRefuse(logs),
    call: orRefuse(call),
  })
  return {
    reader,
    cut: (cut: boolean) => {
      isCut = cut
    },
  }
}

test('while no node answers a replica reports its leader’s reason, and the first process with a node leads', async () => {
  const nodes = [cuttable(), cuttable()]
  const opened: Indexer[] = []
  for (const { reader } of nodes) {
    const { indexer } = await openProcess({ reader, handOverMs: 100 })
    opened.push(indexer)
    indexer.start()
    await indexer.caughtUp
  }
  const [first, second] = opened
  expect(first?.status().role).toBe('leader')
  await waitFor('the replica follows', () => second?.status().state === 'following')

  for (const { cut } of nodes) cut(true)
  await waitFor('both say that no node answers', () =>
    opened.every((indexer) => indexer.status().state === 'unreachable'),
  )
  for (const indexer of opened) expect(indexer.status().reason).toBe('connection refused')

  nodes[1]?.cut(false)
  await moreBlocks(1)
  await untilAt(opened)
  expect(second?.status().role).toBe('leader')
  await waitFor('the process without a node is as fresh as its leader', () => {
    const { role, state } = first?.status() ?? {}
    return role === 'replica' && state === 'following'
  })
})

test('a leader that halts gives up the lead, and reports the reason until another one follows', async () => {
  let chainId = kit.deployment.chainId
  const reader = wrapReader(kit.reader, { chainId: async () => chainId, head: () => head() })
  let head = kit.reader.head
  const first = await openProcess({ reader })
  first.indexer.start()
  await first.indexer.caughtUp
  chainId = 5
  head = () => Promise.reject(new Error('restarting'))
  await waitFor('the node to be missed', () => first.indexer.status().state === 'unreachable')
  head = kit.reader.head
  await waitFor('the halt', () => first.indexer.status().state === 'halted')
  expect(first.indexer.status().reason).toContain('serves chain 5')

  const second = await openProcess()
  second.indexer.start()
  await moreBlocks(1)
  await untilAt([second.indexer, first.indexer])
  expect(second.indexer.status().role).toBe('leader')
  await waitFor(
    'the halted process is fresh by its leader',
    () => first.indexer.status().state === 'following',
  )
})

test('a restart serves the stored model before any node is asked', async () => {
  const first = await openProcess()
  first.indexer.start()
  await first.indexer.caughtUp
  await first.indexer.stop()
  const refuse = () => Promise.reject(new Error('connection refused'))
  const reader = wrapReader(kit.reader, {
    head: refuse,
    chainId: refuse,
    header: refuse,
    logs: refuse,
    call: refuse,
  })
  const second = await openProcess({ reader })
  expect(second.indexer.readModel).toEqual(first.indexer.readModel)
  second.indexer.start()
  await waitFor('the node to be missed', () => second.indexer.status().state === 'unreachable')
  expect(second.indexer.status().reason).toBe('connection refused')
  expect(second.indexer.readModel).toEqual(first.indexer.readModel)
})

test('reindexing forgets the stored history and reads it anew', async () => {
  const first = await openProcess()
  first.indexer.start()
  await first.indexer.caughtUp
  await first.indexer.stop()
  const second = await openProcess({ reindex: true })
  expect(second.indexer.readModel.order).toBeEmpty()
  second.indexer.start()
  await second.indexer.caughtUp
  const { revision: _, ...readModel } = second.indexer.readModel
  const { revision: __, ...expected } = first.indexer.readModel
  expect(readModel).toEqual(expected)
})

test('subscribers hear of every change until they leave', async () => {
  const { indexer } = await openProcess()
  const heads: (number | undefined)[] = []
  const leave = indexer.subscribe((change) => heads.push(change.head?.number))
  indexer.start()
  await indexer.caughtUp
  const after = heads.length
  expect(heads.at(-1)).toBe(indexer.readModel.head?.number)
  leave()
  await moreBlocks(1)
  await untilAt([indexer])
  expect(heads).toHaveLength(after)
})

test.each([
  ['an event that it does not know', 'Voted', sql`name = 'Unheard'`, /Unheard.*cairn serve --reindex/],
  [
    'an event without an argument',
    'MilestoneCreated',
    sql`args = args - 'splits'`,
    /MilestoneCreated as it has no splits.*cairn serve --reindex/,
  ],
] as const)('%s in the store stops the start with a way out', async (_, name, change, message) => {
  const { indexer, database } = await openProcess()
  indexer.start()
  await indexer.caughtUp
  await indexer.stop()
  const deployment = deploymentKey(kit.deployment)
  await database.db.execute(
    sql`update ${chainEvents} set ${change} where deployment = ${deployment} and name = ${name}`,
  )
  await expect(openProcess()).rejects.toThrow(message)
})

test('a halted indexer counts as caught up, and reports why it halted', async () => {
  const reader = wrapReader(kit.reader, { chainId: async () => 5 })
  const { indexer } = await openProcess({ reader })
  indexer.start()
  await indexer.caughtUp
  expect(indexer.status()).toMatchObject({
    state: 'halted',
    reason: expect.stringContaining('serves chain 5'),
  })
})
