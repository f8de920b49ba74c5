import { type Hex, keccak256, parseGwei } from 'viem'
import type { Pair } from '../../../src/milestone/anvil/anvil.ts'
import {
  createNodeRpc,
  type NodeBlock,
  type NodeRpc,
  readHead,
} from '../../../src/milestone/anvil/node-rpc.ts'
import { createPair } from '../../../src/milestone/anvil/pair.ts'
import { accountAt } from '../../../src/milestone/demo/actors.ts'
import type { RecoveryEvent } from '../../../src/milestone/recovery-event.ts'
import { hexOf } from '../../../src/milestone/rpc/shapes.ts'
import { waitFor } from '../../support/wait.ts'
import { nodeFolder } from './support.ts'

const accounts = Array.from({ length: 10 }, (_, index) => accountAt(index))

export interface TestPair {
  pair: Pair
  /** Through the proxies. */
  first: NodeRpc
  second: NodeRpc
  recoveries: RecoveryEvent[]
  folder: string
  /** Stops it and starts another on the same folder. */
  restart(): Promise<TestPair>
  remove(): Promise<void>
}

/** Two whole nodes in a folder of their own. */
export async function startPair(used = nodeFolder()): Promise<TestPair> {
  const recoveries: RecoveryEvent[] = []
  const pair = await createPair({ ...used.options, onRecovery: (recovery) => recoveries.push(recovery) })
  pair.startSecond()
  await whole(pair)
  return {
    pair,
    first: createNodeRpc(pair.rpcUrls[0]),
    second: createNodeRpc(pair.rpcUrls[1]),
    recoveries,
    folder: used.folder,
    restart: async () => {
      await pair.stop()
      return startPair(used)
    },
    remove: async () => {
      await pair.stop()
      used.remove()
    },
  }
}

/** Waits until one node leads and the other follows. */
export async function whole(pair: Pair): Promise<void> {
  await waitFor('one node leads and the other follows', () => {
    if (!isWhole(pair)) throw new Error(JSON.stringify(pair.status()))
    return true
  })
}

export function isWhole(pair: Pair): boolean {
  const roles = pair.status().nodes.map(({ role }) => role)
  return roles.includes('leader') && roles.includes('follower')
}

/** Kills what has that role now and waits until both nodes are whole again. */
export async function killAndHeal(pair: Pair, role: 'leader' | 'follower'): Promise<void> {
  const index = pair.status().nodes.findIndex((node) => node.role === role)
  const restarts = pair.status().nodes[index]?.restarts ?? 0
  pair.killNode(role)
  await waitFor(`the ${role} is started again`, () => (pair.status().nodes[index]?.restarts ?? 0) > restarts)
  await whole(pair)
}

/** The process behind the proxy, for requests that the pair does not see. */
export function processOf(pair: Pair, role: 'leader' | 'follower'): { pid: number; rpc: NodeRpc } {
  const { process } = pair.status().nodes.find((node) => node.role === role) ?? {}
  if (process === undefined) throw new Error(`No node is the ${role}`)
  return { pid: process.pid, rpc: createNodeRpc(process.url) }
}

/** Blocks as nodes tell them, whole, oldest first. */
export async function wholeChain(rpc: NodeRpc): Promise<unknown[]> {
  const { number } = await readHead(rpc)
  const numbers = Array.from({ length: number + 1 }, (_, index) => `0x${index.toString(16)}`)
  return await rpc.batch(numbers.map((at) => ['eth_getBlockByNumber', [at, true]]))
}

/** The chain that both addresses show, every field of every block and transaction of it. */
export async function sameChain({ first, second }: Pick<TestPair, 'first' | 'second'>): Promise<unknown[]> {
  return await waitFor('both addresses show the same chain', async () => {
    // Heads first: whole chains are long to read.
    await sameHead({ first, second })
    const [a, b] = await Promise.all([wholeChain(first), wholeChain(second)])
    return Bun.deepEquals(a, b) && a
  })
}

export async function sameHead({ first, second }: Pick<TestPair, 'first' | 'second'>): Promise<NodeBlock> {
  return await waitFor('both addresses show the same head', async () => {
    const [a, b] = await Promise.all([readHead(first), readHead(second)])
    return a.hash === b.hash && a
  })
}

/** Signs for the account of that index; without `to` a contract is made of `data`. */
export async function sign(
  sender: number,
  nonce: number,
  fields: { to?: Hex; data?: Hex; value?: bigint; tip?: bigint } = {},
): Promise<{ raw: Hex; hash: Hex }> {
  const { to, data, value = 1n, tip = 1n } = fields
  const account = accounts[sender]
  if (account === undefined) throw new Error(`There is no account ${sender}`)
  const raw = await account.signTransaction({
    chainId: 31337,
    type: 'eip1559',
    nonce,
    gas: 100_000n,
    maxFeePerGas: parseGwei('9'),
    maxPriorityFeePerGas: tip,
    value,
    ...(to === undefined ? {} : { to }),
    ...(data === undefined ? {} : { data }),
  })
  return { raw, hash: keccak256(raw) }
}

export const someone: Hex = '0x00000000000000000000000000000000000000aa'

export async function nonceOf(rpc: NodeRpc, sender: number): Promise<number> {
  return Number(await rpc.call('eth_getTransactionCount', [accounts[sender]?.address, 'latest']))
}

export function addressOf(sender: number): Hex {
  return hexOf(accounts[sender]?.address)
}
