import { afterAll, beforeEach, expect, test } from 'bun:test'
import fc from 'fast-check'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { createModelWriter, type ModelChange } from '../../../src/milestone/indexer/model-writer.ts'
import { createReplica } from '../../../src/milestone/indexer/replica.ts'
import { createStore, type Store } from '../../../src/milestone/indexer/store.ts'
import { loadModel } from '../../../src/milestone/indexer/store-snapshot.ts'
import { openTestPostgres } from '../../support/databases.ts'
import { startPostgres } from '../../support/postgres.ts'
import { testSeed } from '../../support/seed.ts'
import { sizeOf } from '../../support/soak.ts'
import { waitFor } from '../../support/wait.ts'
import { batchOf, type MadeBlock } from './history.ts'
import { acts, play, type Simulation } from './random-history.ts'

const seed = testSeed('replica properties')

const postgres = await startPostgres()
const url = await postgres.createDatabase()
const databases = { leader: await openTestPostgres(url), replica: await openTestPostgres(url) }
let made = 0
let deployment: string

afterAll(async () => {
  await databases.leader.close()
  await databases.replica.close()
  await postgres.stop()
})
beforeEach(() => {
  made += 1
  deployment = `31337:0x${made}:0`
})

/** Someone who writes the store as a leader does, without a chain. */
function openLeader() {
  const store = createStore(databases.leader, deployment)
  const writer = createModelWriter()
  const commit = async (blocks: readonly MadeBlock[], undoTo?: MadeBlock) => {
    const batch = batchOf(blocks, undoTo?.block)
    writer.apply(batch, await store.commit(batch, writer.readModel.revision))
  }
  return { store, writer, commit }
}

function openReplica(options: { pollMs?: number; onChange?: (change: ModelChange) => void } = {}) {
  const store: Store = createStore(databases.replica, deployment)
  const writer = createModelWriter()
  const replica = createReplica({
    database: databases.replica,
    store,
    writer,
    log: silentLog,
    now: Date.now,
    pollMs: options.pollMs ?? 60_000,
    ...(options.onChange === undefined ? {} : { onChange: options.onChange }),
  })
  return { replica, writer, readModel: writer.readModel, store }
}

function blocksOf(simulation: Simulation, parent: MadeBlock | undefined, count: number, salt: string) {
  const acts = Array.from({ length: count }, (_, index) => [[index % 30, index % 8, index % 5] as const])
  return play(simulation, parent?.block, acts, salt)
}

test('a replica equals its leader after every commit, reorgs of any depth included', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(acts, fc.nat(20), fc.boolean()), { maxLength: 6 }), async (steps) => {
      made += 1
      deployment = `31337:0x${made}:0`
      const { writer, commit } = openLeader()
      const { replica, writer: own } = openReplica()
      let chain: { block: MadeBlock; simulation: Simulation }[] = []
      for (const [index, [blocks, depth, looks]] of steps.entries()) {
        chain = chain.slice(0, Math.max(chain.length === 0 ? 0 : 1, chain.length - depth))
        const tip = chain.at(-1)
        const simulation = structuredClone(tip?.simulation ?? { milestones: [], made: 0 })
        const fresh: MadeBlock[] = []
        for (const block of blocks) {
          const parent = fresh.at(-1) ?? tip?.block
          fresh.push(...play(simulation, parent?.block, [block], `${index}`))
          const last = fresh.at(-1)
          if (last !== undefined) chain.push({ block: last, simulation: structuredClone(simulation) })
        }
        await commit(fresh, writer.readModel.head === undefined ? undefined : tip?.block)
        if (looks) {
          await replica.sync()
          expect(own.readModel).toEqual(writer.readModel)
          expect(own.lastEvent()).toEqual(writer.lastEvent())
        }
      }
      await replica.sync()
      expect(own.readModel).toEqual(writer.readModel)
    }),
    { seed, numRuns: sizeOf({ short: 10, soak: 40 }) },
  )
})

test('a dropped deployment empties its replicas, and they follow when it is indexed anew', async () => {
  const { store, commit } = openLeader()
  const { replica, readModel } = openReplica()
  await commit(blocksOf({ milestones: [], made: 0 }, undefined, 20, 'a'))
  await replica.sync()
  expect(readModel.order).not.toBeEmpty()
  await store.drop()
  await replica.sync()
  expect(readModel).toEqual(createModelWriter().readModel)
  const anew = openLeader()
  await anew.commit(blocksOf({ milestones: [], made: 0 }, undefined, 30, 'b'))
  await replica.sync()
  expect(readModel).toEqual(anew.writer.readModel)
})

test('a running replica is woken by each commit and reports the change', async () => {
  const changes: ModelChange[] = []
  const { writer, commit } = openLeader()
  const { replica, readModel } = openReplica({ onChange: (change) => changes.push(change) })
  replica.start()
  await waitFor('the first look', () => replica.storeStatus().readAt !== undefined)
  const simulation: Simulation = { milestones: [], made: 0 }
  const first = blocksOf(simulation, undefined, 40, 'a')
  await commit(first)
  await waitFor('the first commit', () => readModel.revision === 1)
  const kept = first[20]
  await commit(blocksOf({ milestones: [], made: 0 }, kept, 3, 'b'), kept)
  await waitFor('the reorg', () => readModel.revision === 2)
  await replica.stop()
  expect(readModel).toEqual(writer.readModel)
  expect(changes.map(({ revision, undoneTo }) => [revision, undoneTo])).toEqual([
    [1, undefined],
    [2, kept?.block.number],
  ])
})

test('while its database does not answer a replica keeps its model and reports the problem', async () => {
  const url = await postgres.createDatabase()
  const database = await openTestPostgres(url)
  const store = createStore(database, deployment)
  await store.commit(batchOf(blocksOf({ milestones: [], made: 0 }, undefined, 5, 'a')), 0)
  const writer = await store.read(loadModel)
  const before = structuredClone(writer.readModel)
  await database.close()
  const replica = createReplica({ database, store, writer, log: silentLog, now: Date.now, pollMs: 10 })
  replica.start()
  await waitFor('the problem to be told', () => replica.storeStatus().problem !== undefined)
  await replica.stop()
  expect(writer.readModel).toEqual(before)
})
