import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { deploymentKey } from '../../../src/milestone/contracts/deployment.ts'
import { chainEvents } from '../../../src/milestone/tables.ts'
import { waitFor } from '../../support/wait.ts'
import { wrapReader } from './follow-kit.ts'
import { setStage } from './processes-kit.ts'

const { kit, moreBlocks, openProcess, refusingWhile, untilAt } = await setStage()

test('a restart serves the stored model before any node is asked', async () => {
  const first = await openProcess()
  first.indexer.start()
  await first.indexer.caughtUp
  await first.indexer.stop()
  const reader = refusingWhile(() => true)
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
