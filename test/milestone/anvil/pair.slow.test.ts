import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createNodeRpc, quantity, readHead } from '../../../src/milestone/anvil/node-rpc.ts'
import { createPair } from '../../../src/milestone/anvil/pair.ts'
import { captureLog } from '../../support/captured-log.ts'
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
import { nodeFolder, transfer } from './support.ts'

let used: TestPair
beforeEach(async () => {
  used = await startPair()
})
afterEach(() => used.remove())

async function transferMany(count: number): Promise<void> {
  for (let value = 1n; value <= count; value += 1n) await transfer(used.first, value)
}

test('a chain that was rolled back without a new block is followed', async () => {
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

test('blocks that the follower made by itself are rolled back', async () => {
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

test('a state that was set past the proxies is detected, and the follower is rebuilt from it', async () => {
  await transferMany(2)
  const leader = processOf(used.pair, 'leader').rpc
  await leader.call('anvil_setBalance', [someone, '0x1234'])
  await leader.call('anvil_impersonateAccount', [someone])
  await transferMany(1)
  await waitFor('the divergence is reported', () => used.recoveries.length > 0)
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

test('a state that is changed while transactions are mined is journaled between the right blocks', async () => {
  const senders = [1, 2, 3, 4, 5]
  const send = async (sender: number) => {
    for (let nonce = 0; nonce < 20; nonce += 1) {
      const { raw } = await sign(sender, nonce, { to: someone })
      await used.first.call('eth_sendRawTransaction', [raw])
    }
  }
  const change = async () => {
    for (let balance = 1; balance <= 20; balance += 1)
      await used.second.call('anvil_setBalance', [someone, quantity(balance)])
  }
  await Promise.all([...senders.map(send), change()])
  await waitFor('all transactions are mined', async () => {
    const nonces = await Promise.all(senders.map((sender) => nonceOf(used.first, sender)))
    return nonces.every((nonce) => nonce === 20)
  })
  await sameChain(used)
  await killAndHeal(used.pair, 'follower')
  await sameChain(used)
  expect(used.recoveries.map(({ event }) => event)).toEqual(['node_exit'])
})

test('the second node can be brought up at any time, and until then the first is alone', async () => {
  const { options, remove } = nodeFolder()
  const warnings = captureLog('warn')
  const pair = await createPair({ ...options, log: warnings.log })
  await pair.ready
  const [first, second] = pair.rpcUrls.map((url) => createNodeRpc(url))
  if (first === undefined || second === undefined) throw new Error('A pair has two addresses')
  await transfer(first, 1n)
  await expect(second.call('eth_chainId')).rejects.toThrow()
  pair.startSecond()
  await whole(pair)
  expect(await wholeChain(second)).toEqual(await wholeChain(first))
  await pair.stop()
  // No node takes over while both are stopped.
  expect(warnings.lines()).toEqual([])
  remove()
})
