import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createFeedCopy, type FeedCopy, type FeedEvent, sorted } from '../../support/feed-copy.ts'
import { testSeed } from '../../support/seed.ts'
import { sizeOf } from '../../support/soak.ts'
import { acts } from '../indexer/random-history.ts'
import { createPuller, createStage } from './stream-kit.ts'

const seed = testSeed('stream-properties')
const blocks = fc.array(fc.array(fc.tuple(fc.nat(30), fc.nat(7), fc.nat(4)), { maxLength: 3 }), {
  minLength: 1,
  maxLength: 6,
})
const client = fc.nat(3)
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('extend' as const), blocks }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('reorg' as const),
        blocks,
        depth: fc.integer({ min: 1, max: 12 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('own' as const),
        ahead: fc.nat(200),
        gap: fc.integer({ min: 1, max: 3 }),
      }),
    },
    { weight: 6, arbitrary: fc.record({ do: fc.constant('connect' as const), client }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('drop' as const), client }) },
    { weight: 8, arbitrary: fc.record({ do: fc.constant('pull' as const), client }) },
  ),
  { maxLength: 60 },
)

/** What names an event beyond its wording, which follows the names that accounts bear when it is read. */
function factsOf({ id, timestamp, blockNumber, txHash }: FeedEvent) {
  return { id, timestamp, blockNumber, txHash }
}

test('after any blocks, events and disconnections a client has exactly the feed', async () => {
  await fc.assert(
    fc.asyncProperty(acts, steps, async (start, todo) => {
      const stage = createStage()
      await stage.extend(start)
      stage.pipeline.append(1_700_000_050)
      const before = createFeedCopy(stage.events())
      const copies: { copy: FeedCopy; query: Parameters<ReturnType<typeof createPuller>['open']>[0] }[] = [
        { copy: createFeedCopy(), query: { since: 0 } },
        { copy: createFeedCopy(), query: { since: 0, type: 'verification' } },
        { copy: createFeedCopy(), query: { since: 0, type: 'chaos' } },
        { copy: before, query: { lastEventId: stage.streams.currentId() } },
      ]
      const clients = copies.map(({ copy }) => createPuller(stage.streams, copy.apply))
      const connect = (index: number) => {
        if (clients[index]?.isOpen() === false) clients[index]?.open(copies[index]?.query)
      }
      const pullAll = async () => {
        for (const each of clients) await each.pull()
      }
      for (const step of todo) {
        if (step.do === 'extend') await stage.extend(step.blocks, 0, pullAll)
        else if (step.do === 'reorg') await stage.extend(step.blocks, step.depth, pullAll)
        else if (step.do === 'own') stage.pipeline.append(1_700_000_000 + step.ahead, step.gap)
        else if (step.do === 'connect') connect(step.client)
        else if (step.do === 'drop') await clients[step.client]?.drop()
        else await clients[step.client]?.pull()
      }
      for (const [index, each] of clients.entries()) {
        connect(index)
        for (let pulls = 0; pulls < 6; pulls += 1) await each.pull()
        const copy = copies[index]?.copy
        const type = copies[index]?.query?.type
        expect(copy?.events().map(factsOf)).toEqual(sorted(stage.events(type)).map(factsOf))
        expect([copy?.faults, copy?.resets()]).toEqual([[], 0])
        await each.drop()
      }
      expect(stage.streams.openCount).toBe(0)
    }),
    { seed, numRuns: sizeOf({ short: 100, soak: 400 }) },
  )
})
