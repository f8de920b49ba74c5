import { afterEach, expect, test } from 'bun:test'
import { encodeEventTopics } from 'viem'
import { milestoneEscrowAbi, verifierRegistryAbi } from '../../../src/milestone/contracts/abi.ts'
import { type ChainLog, type ChainReader, ChainRefusal } from '../../../src/milestone/indexer/chain-reader.ts'
import { expectContractsAgree, openStage, revisionOf, wrapReader } from './follow-kit.ts'
import { playScenario } from './scenario.ts'

const { kit, follow, forget } = await openStage()
const fates = await playScenario(kit)
afterEach(forget)

/** A reader that leaves out the logs that `hidden` names, `times` times. */
function hiding(hidden: (log: ChainLog) => boolean, times: number): ChainReader {
  let left = times
  return wrapReader(kit.reader, {
    logs: async (range, addresses) => {
      const logs = await kit.reader.logs(range, addresses)
      const kept = logs.filter((log) => !hidden(log))
      if (kept.length === logs.length || left === 0) return logs
      left -= 1
      return kept
    },
  })
}

/** Answers with headers whose bloom filters say nothing, as they would for logs lost among others of their kind. */
function withoutBlooms(reader: ChainReader): ChainReader {
  const blank = <H extends { logsBloom: string }>(header: H) => ({ ...header, logsBloom: '0x' as const })
  return wrapReader(reader, {
    head: async () => blank(await reader.head()),
    header: async (number) => {
      const header = await reader.header(number)
      return header === undefined ? undefined : blank(header)
    },
  })
}

const isStakeOn = (id: string) => (log: ChainLog) =>
  log.topics[1] === id &&
  log.address === kit.deployment.contracts.MilestoneEscrow.toLowerCase() &&
  log.topics.length === 3

test.each([
  'MilestoneStaked',
  'WeightCapped',
  'VoteSettled',
  'Slashed',
  'Rewarded',
  'RewardsWithdrawn',
] as const)('a missing %s is noticed by the contracts', async (eventName) => {
  const abi = [...milestoneEscrowAbi, ...verifierRegistryAbi]
  const [selector] = encodeEventTopics({ abi, eventName })
  const reader = withoutBlooms(hiding((log) => log.topics[0] === selector, 1))
  const { follower, readModel, reports } = await follow({ reader })
  await follower.step()
  expect(follower.status().state).toBe('following')
  expect(reports).toMatchObject([{ event: 'logs_missing', outcome: 'success' }])
  await expectContractsAgree(kit, readModel)
})

test('a missing creation, without which nothing else fits, is read again too', async () => {
  const reader = withoutBlooms(hiding((log) => log.topics[1] === fates.open && log.topics.length === 4, 1))
  const { follower, readModel, reports } = await follow({ reader })
  await follower.step()
  expect(reports).toMatchObject([
    { event: 'logs_missing', context: expect.stringContaining('no event created it') },
  ])
  await expectContractsAgree(kit, readModel)
})

test('a missing log that no contract state shows is noticed by its block filter', async () => {
  const resolver = kit.deployment.contracts.NameResolver.toLowerCase()
  const reader = hiding((log) => log.address === resolver, 1)
  const { follower, readModel, reports } = await follow({ reader })
  await follower.step()
  expect(reports).toMatchObject([{ event: 'logs_missing', outcome: 'success' }])
  expect([...readModel.names.primaryByAddress.values()]).toEqual(['vera.eth'])
})

test('logs that stay missing halt the indexer before anything false is shown', async () => {
  const reader = withoutBlooms(hiding(isStakeOn(fates.open), Number.POSITIVE_INFINITY))
  const { follower, readModel, reports, store } = await follow({ reader })
  await follower.step()
  expect(follower.status()).toMatchObject({ state: 'halted', reason: expect.stringContaining('--reindex') })
  expect(reports).toMatchObject([{ event: 'indexer_halted', outcome: 'failed' }])
  expect([readModel.head, await revisionOf(store)]).toEqual([undefined, 0])
})

/** A reader whose node keeps no state but that of its newest block, as after a restart from a dump. */
function withoutHistory(reader: ChainReader, onRefusal = () => {}): ChainReader {
  return wrapReader(reader, {
    call: async (request) => {
      if (request.blockHash !== (await reader.head()).hash) {
        onRefusal()
        throw new ChainRefusal('missing trie node')
      }
      return await reader.call(request)
    },
  })
}

test('a log missing far below the head is noticed by the contracts as well', async () => {
  await kit.skip(100)
  const { follower, readModel, reports } = await follow({
    reader: hiding(isStakeOn(fates.open), 1),
  })
  await follower.step()
  expect(reports).toMatchObject([{ event: 'logs_missing', outcome: 'success' }])
  await expectContractsAgree(kit, readModel)
})

test('a node without old state is followed, and the contracts are asked at its head instead', async () => {
  await kit.skip(100)
  let refusals = 0
  const { follower, readModel, reports } = await follow({
    reader: withoutHistory(kit.reader, () => (refusals += 1)),
  })
  await follower.step()
  expect(refusals).toBeGreaterThan(0)
  expect([follower.status().state, reports]).toEqual(['following', []])
  await expectContractsAgree(kit, readModel)
})

test('what a node without old state left out is noticed at its head, and halts the indexer', async () => {
  await kit.skip(100)
  const reader = withoutHistory(hiding(isStakeOn(fates.open), Number.POSITIVE_INFINITY))
  const { follower } = await follow({ reader })
  await follower.step()
  expect(follower.status()).toMatchObject({ state: 'halted', reason: expect.stringContaining(fates.open) })
})
