import { afterAll, expect, test } from 'bun:test'
import { readHead } from '../../../src/milestone/anvil/node-rpc.ts'
import { addressOf, nonceOf, processOf, sameChain, sameHead, sign, someone, startPair } from './pair-kit.ts'
import { isAlive, transfer } from './support.ts'

/** One chain, which the tests extend one after the other. */
const used = await startPair()
afterAll(() => used.remove())

async function transferMany(count: number): Promise<void> {
  for (let value = 1n; value <= count; value += 1n) await transfer(used.first, value)
}

test('transactions that are mined at once are in equal blocks on both nodes', async () => {
  await transferMany(15)
  expect(await sameChain(used)).toHaveLength(16)
})

test('reverted transactions, contracts and time jumps are equal', async () => {
  const { number } = await sameHead(used)
  const reverting = await sign(1, 0, { data: '0x60006000fd' })
  const storing = await sign(1, 1, { data: '0x4260005542604460205260206000f3' })
  for (const { raw } of [reverting, storing]) await used.first.call('eth_sendRawTransactionSync', [raw])
  await used.first.call('evm_increaseTime', [86_400])
  await used.first.call('evm_mine')
  await used.first.call('anvil_mine', ['0xa', '0x3c'])
  const { timestamp } = await readHead(used.first)
  await used.second.call('evm_setNextBlockTimestamp', [timestamp + 1_000])
  await used.second.call('evm_mine')
  expect((await sameHead(used)).timestamp).toBe(timestamp + 1_000)
  expect(await sameChain(used)).toHaveLength(number + 15)
  for (const rpc of [used.first, used.second])
    expect(await rpc.call('eth_getTransactionReceipt', [reverting.hash])).toMatchObject({ status: '0x0' })
  expect(used.pair.status().nodes.map(({ restarts }) => restarts)).toEqual([0, 0])
})

test('what is sent to the follower’s address waits in the leader’s pool alone', async () => {
  const { number } = await sameHead(used)
  await used.first.call('evm_setAutomine', [false])
  const follower = processOf(used.pair, 'follower').rpc
  const { raw, hash } = await sign(2, 0, { to: someone })
  await used.second.call('eth_sendRawTransaction', [raw])
  await used.second.batch([
    ['eth_chainId', []],
    ['eth_sendTransaction', [{ from: addressOf(3), to: someone, value: '0x1' }]],
  ])
  const pool = { pending: '0x2', queued: '0x0' }
  expect(await used.second.call('txpool_status')).toMatchObject(pool)
  expect(await used.second.call('eth_getTransactionByHash', [hash])).toMatchObject({ blockNumber: null })
  expect(await used.second.call('eth_getTransactionCount', [addressOf(2), 'pending'])).toBe('0x1')
  expect(await processOf(used.pair, 'leader').rpc.call('txpool_status')).toMatchObject(pool)
  expect(await follower.call('txpool_status')).toMatchObject({ pending: '0x0', queued: '0x0' })
  await used.second.call('evm_mine')
  const mined = await readHead(used.second)
  expect([mined.number, mined.transactions.length]).toEqual([number + 1, 2])
  expect(await follower.call('anvil_getAutomine')).toBe(false)
  await used.first.call('evm_setAutomine', [true])
})

test('a receipt is visible through the follower’s address as soon as the sender has its answer', async () => {
  for (let value = 1n; value <= 5n; value += 1n) {
    const nonce = await nonceOf(used.second, 0)
    const { raw, hash } = await sign(0, nonce, { to: someone, value })
    await used.second.call('eth_sendRawTransactionSync', [raw])
    expect(await used.second.call('eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' })
  }
})

test('stopping leaves no process, and the status says so', async () => {
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
