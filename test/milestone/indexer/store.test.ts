import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { createModelWriter } from '../../../src/milestone/indexer/model-writer.ts'
import { chainChannel, createStore, StoreConflict } from '../../../src/milestone/indexer/store.ts'
import { loadModel } from '../../../src/milestone/indexer/store-snapshot.ts'
import { openBothDatabases } from '../../support/open-both-databases.ts'
import { testSeed } from '../../support/seed.ts'
import { revisionOf } from './follow-kit.ts'
import { batchOf, hash, type MadeBlock, makeBlock } from './history.ts'
import { acts, play, type Simulation } from './random-history.ts'

const seed = testSeed('store properties')

describe.each(await openBothDatabases())('store on %s', (_, database) => {
  let made = 0
  const freshStore = () => {
    made += 1
    return createStore(database, `31337:0x${made}:0`)
  }

  test('a model loaded from the store is the model that was committed, through any reorg', async () => {
    await fc.assert(
      fc.asyncProperty(acts, acts, fc.nat(30), async (blocks, branch, depth) => {
        const store = freshStore()
        const writer = createModelWriter()
        const commit = async (batch: ReturnType<typeof batchOf>) => {
          writer.apply(batch, await store.commit(batch, writer.readModel.revision))
        }
        const simulation: Simulation = { milestones: [], made: 0 }
        const keep = Math.max(1, blocks.length - depth)
        const common = play(simulation, undefined, blocks.slice(0, keep), 'common')
        const tip = common.at(-1)?.block
        const other = structuredClone(simulation)
        await commit(batchOf(common))
        const old = play(simulation, tip, blocks.slice(keep), 'old')
        if (old.length > 0) await commit(batchOf(old))
        await commit(batchOf(play(other, tip, branch, 'fresh'), tip))

        const loaded = await store.read(loadModel)
        expect(loaded.readModel).toEqual(writer.readModel)
        expect(loaded.lastEvent()).toEqual(writer.lastEvent())
        loaded.apply({ undoTo: tip, blocks: [], events: [] }, 0)
        writer.apply({ undoTo: tip, blocks: [], events: [] }, 0)
        expect(loaded.readModel).toEqual(writer.readModel)
      }),
      { seed, numRuns: 18 },
    )
  })

  test('a writer whose revision is not the newest writes nothing', async () => {
    const store = freshStore()
    const [first, second] = play({ milestones: [], made: 0 }, undefined, [[[0, 0, 0]], [[0, 1, 1]]], '')
    if (first === undefined || second === undefined) throw new Error('no blocks')
    expect(await store.commit(batchOf([first]), 0)).toBe(1)
    await expect(store.commit(batchOf([second]), 0)).rejects.toThrow(StoreConflict)
    await expect(store.commit(batchOf([second]), 2)).rejects.toThrow(StoreConflict)
    expect(await revisionOf(store)).toBe(1)
    expect((await store.read(loadModel)).readModel.head).toEqual(first.block)
    expect(
      await freshStore()
        .commit(batchOf([second]), 7)
        .catch((error) => error),
    ).toBeInstanceOf(StoreConflict)
  })

  test('a batch that fails halfway leaves nothing behind', async () => {
    const store = freshStore()
    const [first] = play(
      { milestones: [], made: 0 },
      undefined,
      [
        [
          [0, 0, 0],
          [0, 0, 1],
        ],
      ],
      '',
    )
    if (first === undefined) throw new Error('no block')
    const doubled = { ...batchOf([first]), events: [...first.events, ...first.events] }
    expect(await store.commit(doubled, 0).catch((error) => error)).toBeInstanceOf(Error)
    expect(await revisionOf(store)).toBe(0)
    expect((await store.read(loadModel)).readModel).toEqual(createModelWriter().readModel)
  })

  test('text that a database dislikes is kept as it was decoded', async () => {
    const store = freshStore()
    const value = 'quotes " \' \\ \u{1F600} \uFFFD $1 {"a":1}\u2028'
    const node = hash('odd.eth')
    const block: MadeBlock = makeBlock(undefined, [
      {
        contract: 'NameResolver',
        name: 'TextChanged',
        args: { node, indexedKey: hash('k'), key: 'k', value },
      },
    ])
    await store.commit(batchOf([block]), 0)
    expect((await store.read(loadModel)).readModel.names.byNode.get(node)?.texts.get('k')).toBe(value)
  })

  test('only the newest 65 blocks are kept', async () => {
    const store = freshStore()
    const blocks = play({ milestones: [], made: 0 }, undefined, Array(80).fill([]), '')
    await store.commit(batchOf(blocks.slice(0, 70)), 0)
    await store.commit(batchOf(blocks.slice(70)), 1)
    const kept = await store.read((snapshot) => snapshot.blocks())
    expect(kept).toEqual(blocks.slice(15).map(({ block }) => block))
  })

  test('a commit notifies every listener', async () => {
    const store = freshStore()
    const woken = Promise.withResolvers<void>()
    const stop = await database.listen(chainChannel, woken.resolve)
    await store.commit(batchOf([makeBlock(undefined, [])]), 0)
    await woken.promise
    await stop()
  })

  test('dropping a deployment forgets it and no other', async () => {
    const [dropped, other] = [freshStore(), freshStore()]
    const block = makeBlock(undefined, [])
    await dropped.commit(batchOf([block]), 0)
    await other.commit(batchOf([block]), 0)
    await dropped.drop()
    expect([await revisionOf(dropped), await revisionOf(other)]).toEqual([0, 1])
    expect((await dropped.read(loadModel)).readModel).toEqual(createModelWriter().readModel)
  })
})
