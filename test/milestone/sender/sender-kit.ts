import { type Address, getContractAddress, type Hex, type LocalAccount, pad, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Database } from '../../../src/kernel/database/database.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { createNodeRpc, type NodeRpc, quantity, record } from '../../../src/milestone/anvil/node-rpc.ts'
import { accountAt } from '../../../src/milestone/demo/actors.ts'
import type { RecoveryEvent } from '../../../src/milestone/recovery-event.ts'
import type { RpcProvider } from '../../../src/milestone/rpc/rpc.ts'
import { createSender, type Sender } from '../../../src/milestone/sender/sender.ts'
import type { Pace, SenderHooks } from '../../../src/milestone/sender/sending.ts'
import { startTestAnvil } from '../../support/anvil.ts'

export const chainId = 31337

/** One of the node's own accounts, which have money. */
export const testAccount = accountAt

let accountsMade = 0

/** An unused account, with money that no reorg of a few blocks takes away. */
export async function freshAccount({ rpc }: Pick<CountingChain, 'rpc'>): Promise<LocalAccount> {
  accountsMade += 1
  const account = privateKeyToAccount(toHex(accountsMade, { size: 32 }))
  await rpc.call('anvil_setBalance', [account.address, quantity(10n ** 24n)])
  await rpc.call('anvil_mine', [quantity(4)])
  return account
}

/** Adds one to the storage slot that the first word of the data names, and reverts when that word is zero. */
const counterCode: Hex = '0x5f358015600f5780546001019055005b5f5ffd'

export type CountingChain = Awaited<ReturnType<typeof startCountingChain>>

/** A node with one contract that counts: each call of it adds one to the counter that its data names. */
export async function startCountingChain() {
  const node = await startTestAnvil({ flags: ['--slots-in-an-epoch', '1'] })
  const rpc = createNodeRpc(node.url)
  const deployer = testAccount(19)
  const codeBytes = (counterCode.length - 2) / 2
  const init: Hex = `0x60${codeBytes.toString(16).padStart(2, '0')}8060095f395ff3${counterCode.slice(2)}`
  await rpc.call('eth_sendRawTransaction', [
    await deployer.signTransaction({
      type: 'eip1559',
      chainId,
      nonce: 0,
      gas: 1_000_000n,
      maxFeePerGas: 10n ** 10n,
      maxPriorityFeePerGas: 1n,
      data: init,
    }),
  ])
  await rpc.call('evm_mine')
  // So that a reorg of some depth never reaches the contract.
  await rpc.call('anvil_mine', [quantity(20)])
  const counter = getContractAddress({ from: deployer.address, nonce: 0n })
  // The node loses blocks when it mines and reorganises at the same time.
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = async (act: () => Promise<unknown>) => {
    const mine = turn.then(act)
    turn = mine.catch(() => {})
    await mine
  }
  return {
    url: node.url,
    rpc,
    counter,
    /** How often a counter was raised, by the chain's own state. */
    countOf: async (key: number) =>
      Number(await rpc.call('eth_getStorageAt', [counter, counterData(key), 'latest'])),
    /** Transactions of the account, mined. */
    nonceOf: async (address: Address) =>
      Number(await rpc.call('eth_getTransactionCount', [address, 'latest'])),
    automine: async (isOn: boolean) => {
      await rpc.call('evm_setAutomine', [isOn])
    },
    mine: () => inTurn(() => rpc.call('evm_mine')),
    /** Not while the node mines by itself and a transaction waits: it would lose blocks. */
    reorg: (depth: number) => inTurn(() => rpc.call('anvil_reorg', [depth, []])),
    stop: () => node.stop(),
  }
}

export function counterData(key: number): Hex {
  return pad(toHex(key), { size: 32 })
}

/** Requests to the node, unchanged. */
export function plainProvider(rpc: NodeRpc): RpcProvider {
  return {
    request: ({ method, params }) => rpc.call(method, Array.isArray(params) ? params : []),
  }
}

type Question = Parameters<RpcProvider['request']>[0]
export const paramsOf = ({ params }: Question) => (Array.isArray(params) ? params : [])

/** A provider behind a function that may answer a question itself or throw; undefined passes the question on. */
export function intercepted(provider: RpcProvider, answer: (question: Question) => unknown): RpcProvider {
  return {
    request: async (question) => {
      const own = await answer(question)
      return own === undefined ? await provider.request(question) : own
    },
  }
}

/** One call of the counter, as an order without its signal. */
export function count(chain: CountingChain, key: number, account: LocalAccount) {
  return { account, to: chain.counter, data: counterData(key), value: 0n, gas: 100_000n }
}

/** A sender as a new process would make it: nothing is shared but the database and the chain. */
export function senderOn(
  chain: Pick<CountingChain, 'rpc'>,
  database: Database,
  options: {
    deployment: string
    provider?: RpcProvider
    hooks?: SenderHooks
    pace?: Partial<Pace>
    accounts?: readonly LocalAccount[]
    untilEndpointsAgree?: () => Promise<void>
  },
): Sender & { events: RecoveryEvent[] } {
  const events: RecoveryEvent[] = []
  const sender = createSender({
    database,
    provider: plainProvider(chain.rpc),
    chainId,
    now: () => performance.now(),
    log: silentLog,
    onEvent: (event) => events.push(event),
    ...options,
    pace: { pollMs: 2, pollMsMax: 20, checkMs: 30, checkMsMax: 100, ...options.pace },
  })
  return { ...sender, events }
}

/** Every transaction of the account in the chain's blocks, oldest first: its nonce and what it was for. */
export async function minedBy(
  rpc: NodeRpc,
  account: Address,
  fromBlock = 0,
): Promise<{ nonce: number; input: string }[]> {
  const head = Number(await rpc.call('eth_blockNumber'))
  const mined: { nonce: number; input: string }[] = []
  for (let number = fromBlock; number <= head; number += 1) {
    const block = await rpc.call('eth_getBlockByNumber', [quantity(number), true])
    if (block === null) throw new Error(`The node has no block ${number} of ${head}`)
    const { transactions } = record(block)
    if (!Array.isArray(transactions)) continue
    for (const transaction of transactions.map(record)) {
      if (String(transaction['from']).toLowerCase() !== account.toLowerCase()) continue
      mined.push({ nonce: Number(transaction['nonce']), input: String(transaction['input']) })
    }
  }
  return mined
}

/** A transaction of the account that no sender made, mined at once in place of the one that waits with its nonce. */
export async function foreignTransaction(
  chain: CountingChain,
  account: LocalAccount,
  nonce: number,
): Promise<void> {
  const raw = await account.signTransaction({
    type: 'eip1559',
    chainId,
    nonce,
    gas: 21_000n,
    maxFeePerGas: 10n ** 12n,
    maxPriorityFeePerGas: 10n ** 11n,
    to: '0x00000000000000000000000000000000000000aa',
    value: 1n,
  })
  await chain.rpc.call('eth_sendRawTransaction', [raw])
  await chain.mine()
}
