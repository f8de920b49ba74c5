import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { startAnvilProcess } from '../../../src/milestone/anvil/anvil-process.ts'
import { openBlockJournal } from '../../../src/milestone/anvil/block-journal.ts'
import { copyBlocks } from '../../../src/milestone/anvil/copy-blocks.ts'
import { copyState } from '../../../src/milestone/anvil/follower.ts'
import { createNodeRpc, readHead } from '../../../src/milestone/anvil/node-rpc.ts'
import { startClock } from '../../../src/milestone/anvil/replay.ts'
import { waitFor } from '../../support/wait.ts'
import { addressOf, sign, someone } from './pair-kit.ts'
import { genesisTimestamp, nodeFolder } from './support.ts'

const { folder, options, remove } = nodeFolder()
const chain = { chainId: 31337, genesisTimestamp }
const [leader, other] = await Promise.all(
  ['leader', 'other'].map((name) =>
    startAnvilProcess({ binary: options.binary, home: join(folder, name), ...chain }),
  ),
)
if (leader === undefined || other === undefined) throw new Error('Two nodes were started')
const journal = openBlockJournal({ file: join(folder, 'blocks.jsonl'), ...chain })
afterAll(async () => {
  await Promise.all([leader.stop(), other.stop()])
  journal.close()
  remove()
})

test('the state of a node whose blocks come faster than it can be read is taken over, and nothing sent meanwhile is lost', async () => {
  const rpc = createNodeRpc(leader.url)
  await startClock(rpc, genesisTimestamp * 1000)
  await rpc.call('anvil_setBalance', [someone, '0x1234'])
  let sent = 0
  const busy = {
    ...rpc,
    call: async (method: string, params?: readonly unknown[]) => {
      const answer = await rpc.call(method, params)
      if (method !== 'anvil_dumpState') return answer
      const { raw, hash } = await sign(0, sent++, { to: addressOf(9) })
      await rpc.call('eth_sendRawTransaction', [raw])
      // While it is not to mine, what was sent waits.
      if ((await rpc.call('anvil_getAutomine')) === true)
        await waitFor(
          'the transaction is mined',
          async () => (await rpc.call('eth_getTransactionReceipt', [hash])) !== null,
        )
      return answer
    },
  }
  const empty = createNodeRpc(other.url)
  await copyState(busy, empty, journal)
  expect((await readHead(empty)).hash).toBe(journal.headHash ?? '0x')
  expect(Number(await empty.call('eth_getBalance', [someone, 'latest']))).toBe(0x1234)
  await waitFor(
    'everything that was sent is mined',
    async () => Number(await rpc.call('eth_getTransactionCount', [addressOf(0), 'latest'])) === sent,
  )
  expect((await readHead(rpc)).number).toBe(sent)
})

test.each([1, 3])(
  'while a reorg of depth %i is copied, the journal never holds a shorter chain',
  async (depth) => {
    const rpc = createNodeRpc(leader.url)
    await rpc.call('anvil_mine', ['0x5'])
    const before = await copyBlocks(rpc, journal)
    await rpc.call('anvil_reorg', [depth, []])
    let lowest = before.number
    const watched = <Result>(answer: Promise<Result>) => {
      lowest = Math.min(lowest, journal.headNumber)
      return answer
    }
    const watching: typeof rpc = {
      ...rpc,
      call: (method, params) => watched(rpc.call(method, params)),
      batch: (calls) => watched(rpc.batch(calls)),
    }
    const after = await copyBlocks(watching, journal)
    expect([after.number, after.hash === before.hash, lowest]).toEqual([before.number, false, before.number])
    expect(journal.headHash).toBe(after.hash)
  },
)
