import { afterEach, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { getContractAddress } from 'viem'
import { copyBlocks } from '../../../src/milestone/anvil/copy-blocks.ts'
import { quantity, readBlock, readHead, record } from '../../../src/milestone/anvil/node-rpc.ts'
import { testSeed } from '../../support/seed.ts'
import { waitFor } from '../../support/wait.ts'
import {
  addressOf,
  nonceOf,
  processOf,
  sameChain,
  sameHead,
  sign,
  startPair,
  type TestPair,
  whole,
} from './pair-kit.ts'
import { nodeFolder, transfer } from './support.ts'

const contract = getContractAddress({ from: addressOf(0), nonce: 0n })
const reorgCount = 25

let used: TestPair
afterEach(() => used.remove())

/** Reads the storage slot that has the number of the block. */
const code = '0x43545000'

/** A pair whose chain begins with a contract in block 1 and 70 empty blocks. */
async function startWithContract(
  more: { checkpointBlocks?: number; onReplay?: (done: number, total: number) => void } = {},
): Promise<TestPair> {
  const { checkpointBlocks = 250, onReplay = () => {} } = more
  const folder = nodeFolder()
  const options: typeof folder.options = {
    ...folder.options,
    timings: { ...folder.options.timings, checkpointBlocks },
    onReplay,
    contracts: () => [contract],
    prepare: async (rpc, journal) => {
      if (journal.headNumber > 0) return
      const { raw } = await sign(0, 0, { value: 0n, data: '0x63435450006000526004601cf3' })
      await rpc.call('eth_sendRawTransaction', [raw])
      await rpc.call('anvil_mine', [quantity(71)])
      await copyBlocks(rpc, journal)
    },
  }
  return await startPair({ ...folder, options })
}

/** Has two accounts call the contract, each through one address, until stopped; what a reorg drops is not sent again. */
function streamCalls({ first, second }: TestPair): { stop(): Promise<void> } {
  let isOver = false
  const streams = [1, 2].map(async (sender) => {
    while (!isOver) {
      const rpc = sender === 2 ? second : first
      const send = async () => {
        const { raw } = await sign(sender, await nonceOf(rpc, sender), { to: contract })
        await rpc.call('eth_sendRawTransaction', [raw])
      }
      await send().catch(() => Bun.sleep(5))
    }
  })
  return {
    stop: async () => {
      isOver = true
      await Promise.allSettled(streams)
    },
  }
}

/** Whether a state is saved that a restarted node can begin from: 128 blocks below the head, and on the chain still. */
async function isStateSaved({ folder, first }: TestPair): Promise<boolean> {
  const states = join(folder, 'states')
  const head = await readHead(first)
  for (const file of existsSync(states) ? readdirSync(states) : []) {
    const [, number = '', hash] = file.split(/[-.]/)
    const isDeep = Number(number) <= head.number - 128
    if (isDeep && (await readBlock(first, Number(number)))?.hash === hash) return true
  }
  return false
}

/** Every block below the head is there and names the one before as its parent. */
function expectWhole(chain: readonly unknown[]): void {
  const missing = [...chain.keys()].filter((number) => chain[number] === null)
  expect(missing).toEqual([])
  const hashes = chain.map((block) => record(block)['hash'])
  expect(chain.slice(1).map((block) => record(block)['parentHash'])).toEqual(hashes.slice(0, -1))
}

test(`${reorgCount} reorgs by hand of depth 1 to 60 while transactions are mined leave a whole chain on both nodes`, async () => {
  used = await startWithContract()
  const depths = fc.sample(fc.integer({ min: 1, max: 60 }), {
    seed: testSeed('pair-rewind.slow.test.ts'),
    numRuns: reorgCount,
  })
  const stream = streamCalls(used)
  let dropped = 0
  for (const [reorg, depth] of depths.entries()) {
    if (reorg % 3 === 0) await used.pair.actions.reorg(depth)
    else {
      const rpc = reorg % 3 === 1 ? used.first : used.second
      await rpc.call('anvil_reorg', [depth, []]).catch(async (error) => {
        // The address of a node that the reorg damaged is closed at once, before the response.
        expect(error).toMatchObject({ code: 'ECONNRESET' })
        dropped += 1
        await whole(used.pair)
      })
    }
  }
  await stream.stop()
  await whole(used.pair)
  expectWhole(await sameChain(used))
  for (const rpc of [used.first, used.second])
    expect(await rpc.call('eth_getCode', [contract, 'latest'])).toBe(code)
  // A node that was damaged after all was rebuilt.
  expect(used.recoveries.filter(({ outcome }) => outcome !== 'success')).toEqual([])
  expect(used.recoveries.length).toBeGreaterThanOrEqual(dropped)
})

test.each([
  ['from its first block', 10_000],
  ['from a saved state', 100],
] as const)(
  'after reorgs and a restart the chain is made again %s with equal hashes',
  async (_, checkpointBlocks) => {
    const replayed: number[] = []
    used = await startWithContract({ checkpointBlocks, onReplay: (_, total) => replayed.push(total) })
    const stream = streamCalls(used)
    for (const depth of [5, 40, 12]) {
      await used.pair.actions.reorg(depth)
      await used.first.call('anvil_mine', [quantity(60)])
    }
    await stream.stop()
    // A state is left out when the chain moves on while it is dumped, and used only 128 blocks below the head.
    await waitFor('a usable state is saved', async () => {
      await used.first.call('anvil_mine', [quantity(70)])
      await used.pair.journalBlocks([])
      return checkpointBlocks > 100 || (await isStateSaved(used))
    })
    const before = await sameChain(used)
    replayed.length = 0
    used = await used.restart()
    expect(await sameChain(used)).toEqual(before)
    if (checkpointBlocks === 100) expect(Math.max(...replayed)).toBeLessThan(before.length - 100)
    else expect(Math.max(...replayed)).toBe(before.length - 1)
    expect(used.recoveries).toEqual([])
    await transfer(used.first, 1n)
    await sameChain(used)
  },
)

test('a leader with missing blocks is noticed, and the chain is whole again without a restart by hand', async () => {
  used = await startWithContract()
  const stream = streamCalls(used)
  await waitFor('a reorg past the proxy met the miner, and the leader is replaced', async () => {
    await processOf(used.pair, 'leader')
      .rpc.call('anvil_reorg', [8, []])
      .catch(() => {})
    return used.recoveries.some(({ event }) => event === 'leader_exit')
  })
  await stream.stop()
  await whole(used.pair)
  await transfer(used.first, 1n)
  expectWhole(await sameChain(used))
  expect(used.recoveries.find(({ event }) => event === 'leader_exit')?.context).toContain(
    'Cannot use the node as it must hold the whole chain: it lost block',
  )
})

test.each(['leader', 'follower'] as const)(
  'a %s that lost the code of a contract is rebuilt from the journal',
  async (role) => {
    used = await startWithContract()
    await transfer(used.first, 1n)
    const before = await sameChain(used)
    const damaged = processOf(used.pair, role)
    await damaged.rpc.call('anvil_setCode', [contract, '0x'])
    await waitFor('the damaged process is gone', () =>
      used.pair.status().nodes.every(({ process }) => process?.pid !== damaged.pid),
    )
    await whole(used.pair)
    expect(await sameChain(used)).toEqual(before)
    for (const rpc of [used.first, used.second])
      expect(await rpc.call('eth_getCode', [contract, 'latest'])).toBe(code)
  },
)

test('code that is removed through an address stays removed', async () => {
  used = await startWithContract()
  await used.first.call('anvil_setCode', [contract, '0x'])
  await used.pair.actions.reorg(3)
  await transfer(used.first, 1n)
  await sameChain(used)
  expect(used.recoveries).toEqual([])
})

test('after a reorg down to old blocks new ones carry the time of before', async () => {
  used = await startWithContract()
  await whole(used.pair)
  const { timestamp, number } = await transfer(used.first, 1n)
  const old = await readBlock(used.first, number - 60)
  expect(timestamp - Number(old?.timestamp)).toBeGreaterThan(86_400)
  await used.second.call('anvil_reorg', [60, []])
  expect((await transfer(used.first, 1n)).timestamp).toBeGreaterThanOrEqual(timestamp)
  await sameHead(used)
})

test('once one address shows the chain after a reorg, neither shows the one before or a shorter one', async () => {
  used = await startWithContract()
  const { first, second } = await whole(used.pair).then(() => used)
  for (const depth of [1, 30, 60]) {
    const before = await sameHead(used)
    let isOver = false
    let [mixed, lowest] = [0, before.number]
    const reads = [
      [first, second],
      [second, first],
    ] as const
    const reading = reads.map(async ([one, other]) => {
      while (!isOver) {
        const { hash, number } = await readHead(one)
        const { hash: otherHash } = await readHead(other)
        if (otherHash === before.hash && hash !== before.hash) mixed += 1
        lowest = Math.min(lowest, number)
      }
    })
    await first.call('anvil_reorg', [depth, []])
    expect((await sameHead(used)).hash).not.toBe(before.hash)
    isOver = true
    await Promise.all(reading)
    expect([mixed, lowest]).toEqual([0, before.number])
  }
})
