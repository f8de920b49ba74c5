import { afterEach, beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { createNodeRpc, quantity, readHead, record } from '../../../src/milestone/anvil/node-rpc.ts'
import { createPair } from '../../../src/milestone/anvil/pair.ts'
import { waitFor } from '../../support/wait.ts'
import {
  addressOf,
  killAndHeal,
  nonceOf,
  processOf,
  sameChain,
  sameHead,
  sign,
  someone,
  startPair,
  type TestPair,
  whole,
  wholeChain,
} from './pair-kit.ts'
import { isAlive, nodeFolder, transfer } from './support.ts'

let used: TestPair
beforeEach(async () => {
  used = await startPair()
})
afterEach(() => used.remove())

async function transferMany(count: number): Promise<void> {
  for (let value = 1n; value <= count; value += 1n) await transfer(used.first, value)
}

function transactionsIn(block: unknown): number {
  const { transactions } = record(block)
  return Array.isArray(transactions) ? transactions.length : 0
}

test('every transaction that is mined at once stands in equal blocks on both nodes', async () => {
  await transferMany(20)
  expect(await sameChain(used)).toHaveLength(21)
})

test('blocks of 50 transactions of mixed senders and tips are equal', async () => {
  await used.first.call('evm_setAutomine', [false])
  for (let round = 0; round < 3; round += 1) {
    for (let index = 0; index < 50; index += 1) {
      const tip = BigInt(1 + ((index * 7919) % 50)) * 100_000_000n
      const { raw } = await sign(index % 10, round * 5 + Math.floor(index / 10), { to: someone, tip })
      const rpc = index % 3 === 0 ? used.second : used.first
      await rpc.call('eth_sendRawTransaction', [raw])
    }
    await used.first.call('evm_mine')
  }
  const chain = await sameChain(used)
  expect(chain.slice(1).map(transactionsIn)).toEqual([50, 50, 50])
})

test('reverted transactions, contracts and time jumps are equal', async () => {
  const reverting = await sign(0, 0, { data: '0x60006000fd' })
  const storing = await sign(0, 1, { data: '0x4260005542604460205260206000f3' })
  for (const { raw } of [reverting, storing]) await used.first.call('eth_sendRawTransactionSync', [raw])
  await used.first.call('evm_increaseTime', [86_400])
  await used.first.call('evm_mine')
  await used.first.call('anvil_mine', ['0xa', '0x3c'])
  const { timestamp } = await readHead(used.first)
  await used.second.call('evm_setNextBlockTimestamp', [timestamp + 1_000])
  await used.second.call('evm_mine')
  expect((await sameHead(used)).timestamp).toBe(timestamp + 1_000)
  expect(await sameChain(used)).toHaveLength(15)
  for (const rpc of [used.first, used.second])
    expect(await rpc.call('eth_getTransactionReceipt', [reverting.hash])).toMatchObject({ status: '0x0' })
  expect(used.pair.status().nodes.map(({ restarts }) => restarts)).toEqual([0, 0])
})

test.each([1, 5, 40])(
  'a reorg of depth %i reaches the node that follows, and neither node shows a shorter chain meanwhile',
  async (depth) => {
    await transferMany(45)
    const before = await sameHead(used)
    let healed = false
    const lowest = [used.first, used.second].map(async (rpc) => {
      let low = before.number
      while (!healed) low = Math.min(low, (await readHead(rpc)).number)
      return low
    })
    await used.pair.actions.reorg(depth)
    const after = await sameHead(used)
    healed = true
    expect(after.hash).not.toBe(before.hash)
    expect(await Promise.all(lowest)).toEqual([before.number, before.number])
    await transferMany(3)
    await sameChain(used)
    expect(used.recoveries).toEqual([])
  },
)

test('a chain that was taken back without a new block is noticed', async () => {
  await transferMany(6)
  await processOf(used.pair, 'leader').rpc.call('anvil_rollback', [4])
  await waitFor(
    'the second address shows the shorter chain',
    async () => (await readHead(used.second)).number === 2,
  )
  await transferMany(1)
  expect(await sameChain(used)).toHaveLength(4)
  expect(used.recoveries).toEqual([])
})

test('whatever is sent to the address of the node that follows, its own pool stays empty', async () => {
  await used.first.call('evm_setAutomine', [false])
  const follower = processOf(used.pair, 'follower').rpc
  const { raw, hash } = await sign(1, 0, { to: someone })
  await used.second.call('eth_sendRawTransaction', [raw])
  await used.second.batch([
    ['eth_chainId', []],
    ['eth_sendTransaction', [{ from: addressOf(2), to: someone, value: '0x1' }]],
  ])
  const pool = { pending: '0x2', queued: '0x0' }
  expect(await used.second.call('txpool_status')).toMatchObject(pool)
  expect(await used.second.call('eth_getTransactionByHash', [hash])).toMatchObject({ blockNumber: null })
  expect(await used.second.call('eth_getTransactionCount', [addressOf(1), 'pending'])).toBe('0x1')
  expect(await processOf(used.pair, 'leader').rpc.call('txpool_status')).toMatchObject(pool)
  expect(await follower.call('txpool_status')).toMatchObject({ pending: '0x0', queued: '0x0' })
  await used.second.call('evm_mine')
  const mined = await readHead(used.second)
  expect([mined.number, mined.transactions.length]).toEqual([1, 2])
  expect(await follower.call('anvil_getAutomine')).toBe(false)
})

test('who sends through the node that follows sees there at once what came of it', async () => {
  for (let value = 1n; value <= 25n; value += 1n) {
    const nonce = await nonceOf(used.second, 0)
    const { raw, hash } = await sign(0, nonce, { to: someone, value })
    await used.second.call('eth_sendRawTransactionSync', [raw])
    expect(await used.second.call('eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' })
  }
})

test('blocks that nobody of the pair made are rolled back', async () => {
  await transferMany(4)
  const before = await sameHead(used)
  const follower = processOf(used.pair, 'follower')
  await follower.rpc.call('anvil_mine', ['0x3'])
  const { raw } = await sign(3, 0, { to: someone })
  await follower.rpc.call('eth_sendRawTransaction', [raw])
  expect(await sameHead(used)).toEqual(before)
  await transferMany(2)
  expect(await sameChain(used)).toHaveLength(7)
  expect(processOf(used.pair, 'follower').pid).toBe(follower.pid)
})

test('a state that was set through either address is set on both, and is there after a rebuild', async () => {
  await used.first.call('anvil_setBalance', [someone, quantity(7n ** 20n)])
  await used.second.call('hardhat_setCode', [someone, '0x60016000f3'])
  for (const rpc of [used.first, used.second]) {
    expect(await rpc.call('eth_getBalance', [someone, 'latest'])).toBe(quantity(7n ** 20n))
    expect(await rpc.call('eth_getCode', [someone, 'latest'])).toBe('0x60016000f3')
  }
  await transferMany(2)
  await sameChain(used)
  expect(used.recoveries).toEqual([])

  await killAndHeal(used.pair, 'follower')
  await transferMany(2)
  expect(await sameChain(used)).toHaveLength(5)
  await killAndHeal(used.pair, 'leader')
  await transferMany(1)
  expect(await sameChain(used)).toHaveLength(6)
  expect(used.recoveries.map(({ event }) => event)).toEqual(['node_exit', 'leader_exit', 'node_exit'])
})

test('a state that was set behind everybody’s back is noticed, and the node that follows is rebuilt from it', async () => {
  await transferMany(2)
  const leader = processOf(used.pair, 'leader').rpc
  await leader.call('anvil_setBalance', [someone, '0x1234'])
  await leader.call('anvil_impersonateAccount', [someone])
  await transferMany(1)
  await waitFor('the divergence is told', () => used.recoveries.length > 0)
  expect(used.recoveries).toEqual([
    {
      event: 'follower_diverged',
      context: expect.stringContaining('block 3 cannot be made again: its hash is'),
      action: 'started the second node again and rebuilt the chain up to block 3',
      target: 'demo chain',
      outcome: 'success',
      latencyMs: expect.any(Number),
    },
  ])
  await used.first.call('anvil_setBalance', [someone, quantity(10n ** 18n)])
  await leader.call('eth_sendTransaction', [{ from: someone, to: addressOf(1), value: '0x5', gas: '0x5208' }])
  await waitFor('the second address shows block 4', async () => (await readHead(used.second)).number === 4)
  await transferMany(2)
  expect(await sameChain(used)).toHaveLength(7)
})

test('a restart brings both nodes back with every block', async () => {
  await transferMany(8)
  const before = await sameChain(used)
  used = await used.restart()
  expect(await sameChain(used)).toEqual(before)
  expect(used.recoveries).toEqual([])
})

test('stopping leaves no process, and the chain says so', async () => {
  const pids = [processOf(used.pair, 'leader').pid, processOf(used.pair, 'follower').pid]
  await used.pair.stop()
  expect(pids.map(isAlive)).toEqual([false, false])
  expect(used.pair.status()).toMatchObject({
    state: 'stopped',
    nodes: [
      { name: 'first', role: undefined, state: 'stopped', process: undefined, restarts: 0 },
      { name: 'second', role: undefined, state: 'stopped', process: undefined, restarts: 0 },
    ],
  })
})

test('no node outlives a service that was killed without warning', async () => {
  const { folder, remove } = nodeFolder()
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'pair-process.ts'), folder], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  let said = ''
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    said += chunk
    if (said.includes('\n')) break
  }
  const pids = said.trim().split(' ').map(Number)
  expect(pids.map(isAlive)).toEqual([true, true])
  child.kill('SIGKILL')
  await child.exited
  await waitFor('both nodes are gone', () => !pids.some(isAlive))
  remove()
})

test('the second node can be brought up at any time, and until then the first is alone', async () => {
  const { options, remove } = nodeFolder()
  const pair = await createPair(options)
  await pair.ready
  const [first, second] = pair.rpcUrls.map((url) => createNodeRpc(url))
  if (first === undefined || second === undefined) throw new Error('A pair has two addresses')
  await transfer(first, 1n)
  await expect(second.call('eth_chainId')).rejects.toThrow()
  pair.startSecond()
  await whole(pair)
  expect(await wholeChain(second)).toEqual(await wholeChain(first))
  await pair.stop()
  remove()
})
