import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { FollowerOptions } from '../../../src/milestone/indexer/follow.ts'
import type { ReadModel } from '../../../src/milestone/indexer/read-model.ts'
import { startTestAnvil } from '../../support/anvil.ts'
import { deployKit } from './chain-kit.ts'
import { expectContractsAgree, openStage, wrapReader } from './follow-kit.ts'
import { hash } from './history.ts'
import { callsOf, createCall, people, playScenario } from './scenario.ts'

const { kit, follow, forget } = await openStage()
const fates = await playScenario(kit)

let restore: () => Promise<void>

// Each test has the chain as the scenario left it.
beforeEach(async () => {
  restore = await kit.snapshot()
})
afterEach(async () => {
  await forget()
  await restore()
})

/** Blocks in which money, votes, names and fees move, so that an undo that forgets something is seen. */
async function playMore(blocks: number): Promise<void> {
  const { owner, builders, sponsors, verifiers } = people(kit)
  const { escrow, registry, resolver, treasury } = callsOf(kit)
  for (let block = 0; block < blocks; block += 1) {
    const builder = builders[block % 2] ?? owner
    await kit.mine([
      createCall(kit, builder, (await kit.now()) + 10_000),
      escrow(sponsors[block % 2] ?? owner, 'stake', [fates.open], BigInt(block + 1)),
      registry(verifiers[block % 4] ?? owner, 'bond', [], BigInt(block + 1)),
      treasury(owner, 'charge', ['inference', BigInt(block + 1), hash(`charge ${block}`)]),
      resolver(verifiers[0], 'setPrimaryName', [block % 2 === 0 ? '' : 'vera.eth']),
    ])
  }
}

/** What a process that never saw the old branch would have. */
async function indexedAfresh(): Promise<ReadModel> {
  // Without the hash it is another deployment to the store.
  const startBlock = { number: kit.deployment.startBlock.number }
  const stranger = { ...kit, deployment: { ...kit.deployment, startBlock } }
  const { store } = await follow({}, stranger)
  await store.drop()
  const fresh = await follow({}, stranger)
  await fresh.follower.step()
  return fresh.readModel
}

function comparable({ revision: _, blocks: __, ...readModel }: ReadModel) {
  return readModel
}

test.each([1, 12])(
  'a reorg of depth %d leaves the state of the new chain, in memory and in the database',
  async (depth) => {
    await playMore(depth + 3)
    const { follower, readModel, reports, changes } = await follow()
    await follower.step()
    const before = { head: readModel.head, milestones: readModel.order.length, revision: readModel.revision }
    const feed = readModel.activity.slice()
    changes.length = 0

    await kit.reorg(depth)
    await playMore(1)
    await follower.step()

    expect(follower.status().state).toBe('following')
    expect(readModel.order.length).toBe(before.milestones - depth + 1)
    await expectContractsAgree(kit, readModel)
    expect(comparable(readModel)).toEqual(comparable(await indexedAfresh()))
    expect((await follow()).readModel).toEqual(readModel)
    expect(reports).toMatchObject([{ event: 'reorg', outcome: 'success' }])
    expect(changes).toHaveLength(1)
    expect(changes[0]).toMatchObject({
      undoneTo: (before.head?.number ?? 0) - depth,
      revision: before.revision + 1,
    })
    const retracted = new Set(changes[0]?.retracted)
    expect([...feed.filter((entry) => !retracted.has(entry)), ...(changes[0]?.added ?? [])]).toEqual(
      readModel.activity,
    )
  },
)

test('readers never see half of a reorg', async () => {
  await playMore(10)
  const seen: { head: string | undefined; milestones: number }[] = []
  const { follower, readModel } = await follow({
    reader: wrapReader(kit.reader, {
      call: (request) => {
        seen.push({ head: readModel.head?.hash, milestones: readModel.order.length })
        return kit.reader.call(request)
      },
    }),
  })
  await follower.step()
  const before = { head: readModel.head?.hash, milestones: readModel.order.length }
  seen.length = 0
  await kit.reorg(5)
  await playMore(1)
  await follower.step()
  expect(seen).not.toBeEmpty()
  expect(new Set(seen.map((view) => JSON.stringify(view)))).toEqual(new Set([JSON.stringify(before)]))
  expect(readModel.order.length).toBe(before.milestones - 4)
})

test('a reorg deeper than 64 blocks halts the follower and deletes nothing', async () => {
  await playMore(3)
  await kit.skip(70)
  const { follower, readModel, store, reports } = await follow()
  await follower.step()
  const before = structuredClone(comparable(readModel))
  // Down into blocks with transactions: an empty block may come out as it was.
  await kit.reorg(72)
  await kit.skip(1)
  await follower.step()
  expect(follower.status()).toMatchObject({
    state: 'halted',
    reason: expect.stringMatching(/more than the 64 newest blocks.*cairn serve --reindex/),
  })
  expect(reports).toMatchObject([{ event: 'indexer_halted', outcome: 'failed' }])
  expect(comparable(readModel)).toEqual(before)
  expect((await follow()).readModel).toEqual(readModel)

  await store.drop()
  const anew = await follow()
  await anew.follower.step()
  expect(anew.follower.status().state).toBe('following')
  await expectContractsAgree(kit, anew.readModel)
})

test('headers that do not link up are not taken in', async () => {
  await kit.skip(5)
  const { number } = await kit.reader.head()
  let mixed = true
  const reader = wrapReader(kit.reader, {
    header: async (block) => {
      const header = await kit.reader.header(block)
      return mixed && block === number - 2 && header !== undefined
        ? { ...header, hash: hash('of another branch') }
        : header
    },
  })
  const { follower, readModel } = await follow({ reader })
  await follower.step()
  expect(readModel.head?.number ?? 0).toBeLessThan(number - 2)
  mixed = false
  await follower.step()
  expect([readModel.head?.number, follower.status().state]).toEqual([number, 'following'])
  await expectContractsAgree(kit, readModel)
})

test('logs of a block that was replaced are not taken in', async () => {
  await playMore(5)
  const { number } = await kit.reader.head()
  let old = true
  const reader = wrapReader(kit.reader, {
    logs: async (range, addresses) => {
      const logs = await kit.reader.logs(range, addresses)
      return logs.map((log) =>
        old && log.blockNumber === number ? { ...log, blockHash: hash('of another branch') } : log,
      )
    },
  })
  const { follower, readModel } = await follow({ reader })
  await follower.step()
  expect(readModel.head?.number ?? 0).toBeLessThan(number)
  old = false
  await follower.step()
  expect([readModel.head?.number, follower.status().state]).toEqual([number, 'following'])
})

/** A clock that a test turns by hand. */
function handClock() {
  let now = 1_000_000
  const overrides: Partial<FollowerOptions> = { now: () => now, behindGraceMs: 5000 }
  return { overrides, turn: (ms: number) => (now += ms) }
}

test('a node that lags on the same chain takes nothing back', async () => {
  await playMore(5)
  const clock = handClock()
  let lag = 0
  let laggedAnswers = 0
  const reader = wrapReader(kit.reader, {
    head: async () => {
      const head = await kit.reader.head()
      if (lag === 0) return head
      laggedAnswers += 1
      return (await kit.reader.header(head.number - lag)) ?? head
    },
  })
  const { follower, readModel, changes } = await follow({
    ...clock.overrides,
    reader,
  })
  await follower.step()
  const head = readModel.head
  changes.length = 0
  lag = 3
  await follower.step()
  clock.turn(4000)
  await follower.step()
  expect(readModel.head).toEqual(head)
  expect(laggedAnswers).toBeGreaterThan(1)
  lag = 0
  await follower.step()
  expect([follower.status().state, changes]).toEqual(['following', []])
})

test('a chain that was taken back for good is followed back once the grace has passed', async () => {
  await playMore(5)
  const clock = handClock()
  const { follower, readModel, reports } = await follow(clock.overrides)
  await follower.step()
  const head = readModel.head?.number ?? 0
  await kit.rollback(3)
  await follower.step()
  expect(readModel.head?.number).toBe(head)
  clock.turn(5000)
  await follower.step()
  expect(readModel.head?.number).toBe(head - 3)
  expect(reports).toMatchObject([{ event: 'reorg', latencyMs: 5000 }])
  await expectContractsAgree(kit, readModel)
  await playMore(1)
  await follower.step()
  await expectContractsAgree(kit, readModel)
})

test('another chain with the same id is detected by its start block', async () => {
  const { follower, readModel } = await follow()
  await follower.step()
  const before = readModel.head
  const otherAnvil = await startTestAnvil({ flags: ['--timestamp', '1600000000'] })
  const other = await deployKit(otherAnvil.url)
  await other.skip(200)
  expect(other.deployment.contracts).toEqual(kit.deployment.contracts)
  const stranger = await follow({ reader: other.reader })
  await stranger.follower.step()
  await otherAnvil.stop()
  expect(stranger.follower.status()).toMatchObject({
    state: 'halted',
    reason: expect.stringContaining('another chain with id 31337'),
  })
  expect(stranger.readModel.head).toEqual(before)
})
