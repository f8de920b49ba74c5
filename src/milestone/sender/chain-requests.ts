import { type Address, formatLog, type Hex, isAddressEqual, type Log } from 'viem'
import { within } from '../../kernel/runtime/async.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import { quantity, record } from '../anvil/node-rpc.ts'
import type { RpcProvider } from '../rpc/rpc.ts'
import { hexOf } from '../rpc/shapes.ts'
import { type BroadcastAnswer, broadcastAnswerOf, nodeErrorIn } from './node-error.ts'

export interface BlockId {
  number: number
  hash: Hex
}

/** Base fee of the block after `head`, in wei. */
export interface NextBaseFee {
  baseFee: bigint
  head: number
}

/** The part of a receipt that a sender needs. */
export interface Receipt extends BlockId {
  transaction: Hex
  status: 'success' | 'reverted'
  logs: Log[]
}

/** No usable answer, so the result stays unknown. The node's error is in `cause`. */
export class ChainRequestFailed extends Error {
  constructor(method: string, cause: unknown) {
    super(`${method}: ${messageOf(cause)}`, { cause })
    this.name = 'ChainRequestFailed'
  }
}

/** Requests to the chain. Each rejects with ChainRequestFailed, or with the signal's reason when that fires. */
export type ChainRequests = ReturnType<typeof createChainRequests>

export function createChainRequests(provider: RpcProvider, signal: AbortSignal) {
  const request = async <Answer>(
    method: string,
    params: readonly unknown[],
    read: (answer: unknown) => Answer,
  ): Promise<Answer> => {
    signal.throwIfAborted()
    try {
      // A provider may ignore the signal.
      return read(await within(provider.request({ method, params }, { signal }), signal))
    } catch (error) {
      signal.throwIfAborted()
      throw new ChainRequestFailed(method, error)
    }
  }
  return {
    receipt: (hash: Hex) =>
      request('eth_getTransactionReceipt', [hash], (answer) =>
        isAbsent(answer) ? undefined : receiptOf(answer, hash),
      ),
    /** Whether a node has the transaction, mined or waiting. */
    isKnown: (hash: Hex) =>
      request('eth_getTransactionByHash', [hash], (answer) => {
        if (isAbsent(answer)) return false
        if (record(answer)['hash'] !== hash) throw new Error('the answer is another transaction')
        return true
      }),
    /** Transactions of the account up to a block, the newest without a number. */
    transactionCount: (account: Address, blockNumber?: number) =>
      request('eth_getTransactionCount', [account, blockParameter(blockNumber ?? 'latest')], numberOf),
    /** In wei. */
    balance: (account: Address) =>
      request('eth_getBalance', [account, 'latest'], (answer) => BigInt(hexOf(answer))),
    block: (number: number | 'latest'): Promise<BlockId | undefined> =>
      request('eth_getBlockByNumber', [blockParameter(number), false], (answer) => {
        if (isAbsent(answer)) return undefined
        const block = record(answer)
        const name = { number: numberOf(block['number']), hash: hexOf(block['hash']) }
        if (number !== 'latest' && name.number !== number) throw new Error('the answer is another block')
        return name
      }),
    /** Hash of the account's transaction with that nonce in a block; undefined when it is not there. */
    transactionIn: (blockNumber: number, account: Address, nonce: number) =>
      request('eth_getBlockByNumber', [quantity(blockNumber), true], (answer) => {
        const found = transactionsOf(answer).find(
          ({ from, nonce: used }) => isAddressEqual(hexOf(from), account) && numberOf(used) === nonce,
        )
        return found === undefined ? undefined : hexOf(found['hash'])
      }),
    nextBaseFee: (): Promise<NextBaseFee> =>
      request('eth_feeHistory', ['0x1', 'latest', []], (answer) => {
        const { baseFeePerGas, oldestBlock } = record(answer)
        if (!Array.isArray(baseFeePerGas)) throw new Error('the answer has no fees')
        return { baseFee: BigInt(hexOf(baseFeePerGas.at(-1))), head: numberOf(oldestBlock) }
      }),
    call: async (call: Readonly<Record<string, unknown>>, block: number | 'pending') => {
      await request('eth_call', [call, blockParameter(block)], hexOf)
    },
    /** Return data of a mined transaction; undefined where nodes do not trace. */
    async outputOf(hash: Hex) {
      try {
        const params = [hash, { tracer: 'callTracer' }]
        return await request('debug_traceTransaction', params, (answer) => hexOf(record(answer)['output']))
      } catch (error) {
        if (nodeErrorIn(error) === undefined) throw error
        return undefined
      }
    },
    /** Does not reject for errors of nodes: the answer is only a hint. */
    async broadcast(raw: Hex, hash: Hex): Promise<{ answer: BroadcastAnswer; reason: string }> {
      try {
        return await request('eth_sendRawTransaction', [raw], (answer) =>
          answer === hash
            ? { answer: 'taken', reason: '' }
            : { answer: 'lost', reason: `the answer was ${String(answer).slice(0, 100)}` },
        )
      } catch (error) {
        signal.throwIfAborted()
        const nodeError = nodeErrorIn(error)
        if (nodeError === undefined) return { answer: 'lost', reason: messageOf(error) }
        return { answer: broadcastAnswerOf(nodeError), reason: nodeError.message }
      }
    },
  }
}

function receiptOf(answer: unknown, hash: Hex): Receipt {
  const receipt = record(answer)
  const { status, logs } = receipt
  if (receipt['transactionHash'] !== hash) throw new Error('the answer is another receipt')
  if (!Array.isArray(logs) || (status !== '0x1' && status !== '0x0'))
    throw new Error('the answer is not a receipt')
  return {
    transaction: hash,
    number: numberOf(receipt['blockNumber']),
    hash: hexOf(receipt['blockHash']),
    status: status === '0x1' ? 'success' : 'reverted',
    logs: logs.map((log) => formatLog(log)),
  }
}

function transactionsOf(answer: unknown) {
  const transactions = isAbsent(answer) ? [] : record(answer)['transactions']
  if (!Array.isArray(transactions)) throw new Error('the answer has no transactions')
  return transactions.map(record)
}

function blockParameter(block: number | 'latest' | 'pending'): string {
  return typeof block === 'number' ? quantity(block) : block
}

function numberOf(value: unknown): number {
  return Number(BigInt(hexOf(value)))
}

function isAbsent(answer: unknown): answer is null | undefined {
  return answer === null || answer === undefined
}
