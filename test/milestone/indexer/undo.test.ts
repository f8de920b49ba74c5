import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createModelWriter } from '../../../src/milestone/indexer/model-writer.ts'
import { createReadModel } from '../../../src/milestone/indexer/read-model.ts'
import { testSeed } from '../../support/seed.ts'
import { sizeOf } from '../../support/soak.ts'
import { batchOf, type MadeBlock } from './history.ts'
import { acts, play, type Simulation } from './random-history.ts'

const seed = testSeed('undo properties')

const histories = fc.record({ blocks: acts, branch: acts, depth: fc.nat(30) })

/** A history, a point in it, and another branch from there. */
function fork({
  blocks,
  branch,
  depth,
}: {
  blocks: Parameters<typeof play>[2]
  branch: typeof blocks
  depth: number
}) {
  const simulation: Simulation = { milestones: [], made: 0 }
  const keep = Math.max(1, blocks.length - depth)
  const common = play(simulation, undefined, blocks.slice(0, keep), 'common')
  const other = structuredClone(simulation)
  const tip = common.at(-1)?.block
  return {
    common,
    old: play(simulation, tip, blocks.slice(keep), 'old'),
    fresh: play(other, tip, branch, 'fresh'),
    kept: tip,
  }
}

function folded(blocks: readonly MadeBlock[], revision: number) {
  const writer = createModelWriter()
  for (const block of blocks) writer.apply(batchOf([block]), revision)
  return writer
}

test('undoing any number of blocks leaves the model as if they had never been', () => {
  fc.assert(
    fc.property(histories, (made) => {
      const { common, old, kept } = fork(made)
      const writer = folded([...common, ...old], 1)
      writer.apply({ undoTo: kept, blocks: [], events: [] }, 1)
      const expected = folded(common, 1)
      expect(writer.readModel).toEqual(expected.readModel)
      expect(writer.lastEvent()).toEqual(expected.lastEvent())
    }),
    { seed, numRuns: sizeOf({ short: 60, soak: 300 }) },
  )
})

test('a rehearsal shows what a switch of branches would do and changes nothing, and the switch does it', () => {
  fc.assert(
    fc.property(histories, (made) => {
      const { common, old, fresh, kept } = fork(made)
      const writer = folded([...common, ...old], 1)
      const untouched = folded([...common, ...old], 1)
      const seen = writer.rehearse(batchOf(fresh, kept), (readModel) => structuredClone(readModel.totals))
      expect(seen).toEqual(folded([...common, ...fresh], 2).readModel.totals)
      expect(writer.readModel).toEqual(untouched.readModel)
      expect([...writer.readModel.milestones.keys()]).toEqual([...untouched.readModel.milestones.keys()])
      expect([...writer.readModel.verifiers.keys()]).toEqual([...untouched.readModel.verifiers.keys()])
      const before = writer.readModel.activity.slice()
      const change = writer.apply(batchOf(fresh, kept), 2)
      expect(writer.readModel).toEqual(folded([...common, ...fresh], 2).readModel)
      const shared = before.length - change.retracted.length
      expect([...before.slice(0, shared), ...change.added]).toEqual(writer.readModel.activity)
    }),
    { seed, numRuns: sizeOf({ short: 60, soak: 300 }) },
  )
})

test('blocks in one batch and blocks one by one make the same model', () => {
  fc.assert(
    fc.property(acts, (blocks) => {
      const made = play({ milestones: [], made: 0 }, undefined, blocks, '')
      const writer = createModelWriter()
      writer.apply(batchOf(made), 1)
      expect(writer.readModel).toEqual(folded(made, 1).readModel)
    }),
    { seed, numRuns: sizeOf({ short: 40, soak: 200 }) },
  )
})

test('a reorg can undo 64 blocks and no more', () => {
  const blocks = play({ milestones: [], made: 0 }, undefined, Array(100).fill([[0, 1, 2]]), '')
  const writer = folded(blocks, 1)
  expect(() => writer.apply({ undoTo: blocks[34]?.block, blocks: [], events: [] }, 2)).toThrow(
    'Cannot undo to block 35',
  )
  writer.apply({ undoTo: blocks[35]?.block, blocks: [], events: [] }, 1)
  const expected = folded(blocks.slice(0, 36), 1).readModel
  expect({ ...writer.readModel, blocks: [] }).toEqual({ ...expected, blocks: [] })
})

test('nothing of a rehearsal stays when an event cannot follow', () => {
  const [first, second, third] = play(
    { milestones: [], made: 0 },
    undefined,
    [[[0, 0, 0]], [[0, 0, 1]], [[16, 1, 1]]],
    '',
  )
  if (first === undefined || second === undefined || third === undefined) throw new Error('no blocks')
  const writer = folded([first], 1)
  expect(() => writer.rehearse(batchOf([third]), () => {})).toThrow('no event created it')
  expect(writer.readModel).toEqual(folded([first], 1).readModel)
  expect(createReadModel().order).toEqual([])
})
