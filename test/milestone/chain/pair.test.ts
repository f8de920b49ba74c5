import { afterEach, expect, test } from 'bun:test'
import type { AnvilRecovery } from '../../../src/milestone/chain/anvil.ts'
import {
  createNodeRpc,
  type NodeBlock,
  type NodeRpc,
  quantity,
} from '../../../src/milestone/chain/node-rpc.ts'
import { createPair, type Pair } from '../../../src/milestone/chain/pair.ts'
import { eventually, nodeFolder, readChain, transfer } from './support.ts'

const cleanups: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function startPair() {
  const { options, remove, folder } = nodeFolder()
  cleanups.push(remove)
  const recoveries: AnvilRecovery[] = []
  const pair = await createPair({ ...options, onRecovery: (recovery) => recoveries.push(recovery) })
  cleanups.push(() => pair.stop())
  pair.startSecond()
  await whole(pair)
  const [first, second] = pair.rpcUrls.map((url) => createNodeRpc(url))
  if (first === undefined || second === undefined) throw new Error('A pair has two addresses')
  return { pair, first, second, recoveries, options, folder }
}

/** Waits until one node leads and the other follows. */
async function whole(pair: Pair): Promise<void> {
  await eventually(async () => {
    const roles = pair.status().nodes.map(({ role }) => role)
    return (roles.includes('leader') && roles.includes('follower')) || undefined
  })
}

/** The chain that both addresses show. */
async function sameChain(first: NodeRpc, second: NodeRpc): Promise<NodeBlock[]> {
  return await eventually(async () => {
    const [a, b] = await Promise.all([readChain(first), readChain(second)])
    return Bun.deepEquals(a, b) ? a : undefined
  })
}

test('the second node shows every block of the first, hash for hash', async () => {
  const { first, second } = await startPair()
  for (let value = 1n; value <= 12n; value += 1n) await transfer(first, value)
  expect(await sameChain(first, second)).toHaveLength(13)
})

test('the second node leads when the first is killed, and the first comes back as its follower', async () => {
  const { pair, first, second } = await startPair()
  for (let value = 1n; value <= 5n; value += 1n) await transfer(second, value)
  const before = await sameChain(first, second)
  expect(pair.killNode('leader')).toBe(true)
  await eventually(async () => pair.status().nodes[1].role === 'leader' || undefined)
  await transfer(second, 6n)
  await whole(pair)
  const after = await sameChain(first, second)
  expect(after.slice(0, 6)).toEqual(before)
  expect(after).toHaveLength(7)
})

test.each([1, 5, 40])('a reorg of depth %i', async (depth) => {
  const { pair, first, second } = await startPair()
  for (let value = 1n; value <= 45n; value += 1n) await transfer(second, value)
  await sameChain(first, second)
  await pair.actions.reorg(depth)
  await sameChain(first, second)
})
