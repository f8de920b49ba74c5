import { afterEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { ChainRefusal } from '../../../src/milestone/indexer/chain-reader.ts'
import { chainEvents } from '../../../src/milestone/tables.ts'
import { describeActivity } from '../../../src/milestone/views/activity.ts'
import { waitFor } from '../../support/wait.ts'
import { expectContractsAgree, openStage, wrapReader } from './follow-kit.ts'
import { createCall, people, playScenario, splitsOf } from './scenario.ts'

const { database, kit, follow, forget } = await openStage()
const fates = await playScenario(kit)
afterEach(forget)

test('a followed chain is folded into what the contracts hold', async () => {
  const { follower, readModel } = await follow()
  await follower.step()
  expect(follower.status()).toMatchObject({ state: 'following', reason: undefined, lagBlocks: 0 })
  await expectContractsAgree(kit, readModel)
  expect(Object.entries(fates).map(([fate, id]) => [fate, readModel.milestones.get(id)?.state])).toEqual([
    ['released', 'released'],
    ['overturned', 'refunded'],
    ['missed', 'failed'],
    ['cancelled', 'failed'],
    ['upheld', 'verified'],
    ['open', 'open'],
  ])
})

test('sums, names and the feed come from events alone', async () => {
  const { follower, readModel } = await follow()
  await follower.step()
  const { builders, sponsors, verifiers } = people(kit)
  const { totals, treasury, names } = readModel
  const ether = 10n ** 18n
  expect(totals).toEqual({
    totalStaked: 19n * ether,
    held: 11n * ether,
    locked: 5n * ether,
    refundable: 6n * ether,
    released: 4n * ether,
    refunded: 4n * ether,
    verified: 2,
    releasedCount: 1,
    failed: 3,
    settledVotes: 9,
    coherentVotes: 5,
    totalVotes: 9,
  })
  expect(totals.locked + totals.refundable + totals.released + totals.refunded).toBe(totals.totalStaked)
  expect({
    ...treasury,
    charges: treasury.charges.map(({ service, amount }) => ({ service, amount })),
  }).toEqual({
    earned: 50_000_000n,
    spent: 250_000n,
    swept: 1_000_000n,
    spentByService: new Map([['inference', 250_000n]]),
    charges: [{ service: 'inference', amount: 250_000n }],
  })
  expect([...names.primaryByAddress]).toEqual([[verifiers[0], 'vera.eth']])
  expect(names.byName.get('vera.eth')?.texts).toEqual(new Map([['url', 'https://vera.example/\uFFFDé']]))
  expect(names.byName.get('moved.eth')?.owner).toBe(builders[0])
  expect(names.byName.has('nobody.eth')).toBe(false)
  expect(readModel.builders.get(builders[0])).toMatchObject({ verified: 2, failed: 3 })
  expect(readModel.earned.get(builders[0])).toBe((3n * ether * 99n) / 100n)
  expect(readModel.milestones.get(fates.released)).toMatchObject({
    splits: splitsOf(builders[0]),
    // The bond of 5 of 14 ETH is above a third.
    excessWeight: 5n * ether - (14n * ether) / 3n,
  })
  expect(readModel.milestones.get(fates.overturned)?.sponsors).toEqual(
    new Map([
      [sponsors[0], 3n * ether],
      [sponsors[1], ether],
    ]),
  )
  const [vera, victor, , vito] = verifiers
  const lost = readModel.milestones
    .get(fates.overturned)
    ?.votes.map(({ verifier, slashed }) => [verifier, slashed])
  // A tenth of what each vote weighed: the bond less the lock of the vote before.
  const slashed = (27n * ether) / 100n
  const alsoSlashed = (36n * ether) / 100n
  expect(lost).toEqual([
    [vera, 0n],
    [victor, slashed],
    [verifiers[2], alsoSlashed],
  ])
  expect(readModel.verifiers.get(victor)).toMatchObject({ slashed, openVotes: 0, locked: 0n, votesCast: 3 })
  const rewarded = (slashed + alsoSlashed) / 2n
  expect(readModel.verifiers.get(vera)).toMatchObject({ rewarded, rewardsWithdrawn: rewarded, openVotes: 2 })
  expect(readModel.verifiers.get(vito)).toMatchObject({
    abstentionCharges: (5n * ether) / 1000n,
    slashed: 0n,
    votesCast: 0,
  })

  const feed = readModel.activity.map((entry) => ({ ...entry, ...describeActivity(readModel, entry) }))
  const expectedTitles = [
    ['revenue', `Fee earned, Revenue swept`],
    ['charge', `Service charged`],
    [
      'verification',
      `Verifier bonded, Milestone created, Stake added, Milestone cancelled, Evidence submitted,
      Vote for approval, Vote for rejection, Votes tallied, Verdict disputed, Dispute ruled,
      Milestone failed, Milestone verified, Stake released, Backer refunded, Milestone refunded,
      Verifier slashed, Verifier rewarded, Voting weight capped, Abstention charged,
      Common pool paid out, Slash receiver changed, Fee recipient changed, Escrow paused, Pause ended,
      Verifier unbonding`,
    ],
    ['deadline', `Deadline missed`],
  ].flatMap(([type, titles = '']) => titles.split(/,\s+/).map((title) => `${type}: ${title}`))
  expect(new Set(feed.map(({ type, title }) => `${type}: ${title}`))).toEqual(new Set(expectedTitles))
  const vote = feed.find(({ title }) => title === 'Vote for rejection')
  expect(vote).toMatchObject({
    description: 'vera.eth rejected with 2 ETH',
    metadata: {
      event: 'Voted',
      milestoneHash: fates.released,
      account: verifiers[0],
      amountWei: `${2n * ether}`,
      support: false,
    },
  })
})

test('a restarted follower goes on from its cursor and folds nothing twice', async () => {
  const first = await follow()
  await first.follower.step()
  await first.follower.stop()
  await kit.mine([createCall(kit, people(kit).builders[1], (await kit.now()) + 1000)])

  const ranges: unknown[] = []
  const reader = wrapReader(kit.reader, {
    logs: (range, addresses) => {
      ranges.push(range)
      return kit.reader.logs(range, addresses)
    },
  })
  const second = await follow({ reader })
  expect(second.readModel).toEqual(first.readModel)
  await second.follower.step()
  expect(ranges).toEqual([{ blockHash: (await kit.reader.head()).hash }])
  expect(second.readModel.order).toHaveLength(first.readModel.order.length + 1)
  await expectContractsAgree(kit, second.readModel)
  expect((await follow()).readModel).toEqual(second.readModel)
})

test('a database that was tampered with is noticed at the next block', async () => {
  const first = await follow()
  await first.follower.step()
  await database.db.execute(
    sql`update ${chainEvents} set args = jsonb_set(args, '{amount}', '"1"') where name = 'Charged'`,
  )
  const second = await follow()
  await kit.skip(1)
  await second.follower.step()
  expect(second.follower.status()).toMatchObject({
    state: 'halted',
    reason: expect.stringContaining('--reindex'),
  })
})

test('while the node is down the model is served, and when it is back the follower goes on', async () => {
  let down = false
  const failing = <T>(ask: () => Promise<T>) =>
    down ? Promise.reject(new Error('connection refused')) : ask()
  const reader = wrapReader(kit.reader, {
    head: () => failing(kit.reader.head),
    chainId: () => failing(kit.reader.chainId),
  })
  const { follower, readModel, reports } = await follow({ reader })
  follower.start()
  await waitFor('the first contact', () => follower.status().state === 'following')
  const before = readModel.head
  down = true
  await waitFor('the outage to be noticed', () => follower.status().state === 'unreachable')
  expect(follower.status().reason).toBe('connection refused')
  expect(readModel.head).toEqual(before)
  await kit.mine([createCall(kit, people(kit).builders[1], (await kit.now()) + 1000)])
  down = false
  await waitFor('the node to be back', () => follower.status().state === 'following')
  await follower.stop()
  expect(reports.map(({ event, outcome }) => [event, outcome])).toEqual([
    ['rpc_unreachable', 'pending'],
    ['rpc_reachable', 'success'],
  ])
  expect(readModel.head?.number).toBe((before?.number ?? 0) + 1)
  await expectContractsAgree(kit, readModel)
})

test('a refused range is halved until the node answers', async () => {
  await kit.skip(200)
  const asked: number[] = []
  const reader = wrapReader(kit.reader, {
    logs: async (range, addresses) => {
      if ('fromBlock' in range) {
        const span = range.toBlock - range.fromBlock + 1
        asked.push(span)
        if (span > 10) throw new ChainRefusal('query exceeds max block range 10')
      }
      return await kit.reader.logs(range, addresses)
    },
  })
  const { follower, readModel } = await follow({ reader })
  await follower.step()
  expect(follower.status().state).toBe('following')
  expect(asked.slice(0, 3)).toEqual([16, 8, 8])
  expect(asked.filter((span) => span > 10)).toEqual([16])
  await expectContractsAgree(kit, readModel)
  expect(readModel.blocks.map((block) => block.number)).toEqual(
    Array.from({ length: 65 }, (_, index) => (readModel.head?.number ?? 0) - 64 + index),
  )
})

test('blocks are handed on before they are shown, and shown only once that has succeeded', async () => {
  const handed: number[][] = []
  let failures = 1
  const followed = await follow({
    beforeApply: async (blocks) => {
      handed.push(blocks.map((block) => block.number))
      expect(followed.readModel.head?.number ?? 0).toBeLessThan(blocks[0]?.number ?? 0)
      if (failures-- > 0) throw new Error('disk full')
    },
  })
  await followed.follower.step()
  expect(followed.follower.status()).toMatchObject({ state: 'unreachable', reason: 'disk full' })
  expect(followed.reports).toMatchObject([
    { event: 'database_unreachable', target: 'database', outcome: 'pending' },
  ])
  expect(followed.readModel.head).toBeUndefined()
  await followed.follower.step()
  expect(followed.follower.status().state).toBe('following')
  expect(handed[0]?.[0]).toBe(kit.deployment.startBlock.number)
  const shown = handed.slice(1).flat()
  expect(shown[0]).toBe(kit.deployment.startBlock.number)
  expect(shown).toEqual([...new Set(shown)].sort((a, b) => a - b))
  expect(shown.at(-1)).toBe(followed.readModel.head?.number ?? 0)
})

test('a node that briefly lacks a block below its head causes no undo', async () => {
  const { follower, readModel, reports, changes } = await follow()
  await follower.step()
  const indexed = readModel.head?.number ?? 0
  await kit.skip(3)
  let lacking = true
  const reader = wrapReader(kit.reader, {
    header: async (number) => (lacking && number === indexed ? undefined : kit.reader.header(number)),
  })
  const second = await follow({ reader })
  for (let turn = 0; turn < 5; turn += 1) await second.follower.step()
  expect(second.follower.status()).toMatchObject({
    state: 'unreachable',
    reason: expect.stringContaining(`block ${indexed}`),
  })
  expect(second.readModel.head?.number).toBe(indexed)
  lacking = false
  await second.follower.step()
  expect(second.follower.status().state).toBe('following')
  expect(second.readModel.head?.number).toBe(indexed + 3)
  expect([reports, changes.filter((change) => change.undoneTo !== undefined)]).toEqual([[], []])
})
