import { type Address, type Hex, isAddressEqual, type Log } from 'viem'
import { messageOf } from '../../kernel/runtime/errors.ts'
import { quantity, record } from '../anvil/node-rpc.ts'
import { hexOf } from '../rpc/hex.ts'
import type { RpcProvider } from '../rpc/rpc.ts'
import { type BroadcastAnswer, broadcastAnswerOf, refusalIn } from './rpc-answer.ts'

export interface BlockName {
  number: number
  hash: Hex
}

/** Base fee of the next block, in wei, and the block it was told at. */
export interface NextBaseFee {
  baseFee: bigint
  head: number
}

/** The part of a receipt that a sender needs. */
export interface Receipt extends BlockName {
  transaction: Hex
  status: 'success' | 'reverted'
  logs: Log[]
}

/** Nobody answered, or nothing sensible: what was asked stays unknown. The node's words are in `cause`. */
export class ChainTrouble extends Error {
  constructor(method: string, cause: unknown) {
    super(`${method}: ${messageOf(cause)}`, { cause })
    this.name = 'ChainTrouble'
  }
}

/** What a sender asks a chain. Each rejects with a ChainTrouble, or with the signal's reason when that fires. */
export interface ChainQuestions {
  receipt(hash: Hex): Promise<Receipt | undefined>
  /** Whether a node has the transaction, mined or waiting. */
  isKnown(hash: Hex): Promise<boolean>
  /** Transactions of the account up to a block, the newest without a number. */
  transactionCount(account: Address, blockNumber?: number): Promise<number>
  /** In wei. */
  balance(account: Address): Promise<bigint>
  block(number: number | 'latest'): Promise<BlockName | undefined>
  /** Hash of the account's transaction of that nonce in a block; undefined when it is not there. */
  transactionIn(blockNumber: number, account: Address, nonce: number): Promise<Hex | undefined>
  nextBaseFee(): Promise<NextBaseFee>
  call(call: Readonly<Record<string, unknown>>, block: number | 'pending'): Promise<void>
  /** What a mined transaction returned; undefined where nodes do not trace. */
  outputOf(hash: Hex): Promise<Hex | undefined>
  /** Never rejects for what a node says: the answer is only a hint. */
  broadcast(raw: Hex, hash: Hex): Promise<{ answer: BroadcastAnswer; reason: string }>
}

export function createChainQuestions(provider: RpcProvider, signal: AbortSignal): ChainQuestions {
  const ask = async <Answer>(
    method: string,
    params: readonly unknown[],
    read: (answer: unknown) => Answer,
  ): Promise<Answer> => {
    signal.throwIfAborted()
    try {
      return read(await unlessAborted(provider.request({ method, params }, { signal }), signal))
    } catch (error) {
      signal.throwIfAborted()
      throw new ChainTrouble(method, error)
    }
  }
  return {
    receipt: (hash) =>
      ask('eth_getTransactionReceipt', [hash], (answer) =>
        isNothing(answer) ? undefined : receiptOf(answer, hash),
      ),
    isKnown: (hash) =>
      ask('eth_getTransactionByHash', [hash], (answer) => {
        if (isNothing(answer)) return false
        if (record(answer)['hash'] !== hash) throw new Error('the answer is another transaction')
        return true
      }),
    transactionCount: (account, blockNumber) =>
      ask('eth_getTransactionCount', [account, blockName(blockNumber ?? 'latest')], numberOf),
    balance: (account) => ask('eth_getBalance', [account, 'latest'], (answer) => BigInt(hexOf(answer))),
    block: (number) =>
      ask('eth_getBlockByNumber', [blockName(number), false], (answer) => {
        if (isNothing(answer)) return undefined
        const block = record(answer)
        const name = { number: numberOf(block['number']), hash: hexOf(block['hash']) }
        if (number !== 'latest' && name.number !== number) throw new Error('the answer is another block')
        return name
      }),
    transactionIn: (blockNumber, account, nonce) =>
      ask('eth_getBlockByNumber', [quantity(blockNumber), true], (answer) => {
        const found = transactionsOf(answer).find(
          ({ from, nonce: used }) => isAddressEqual(hexOf(from), account) && numberOf(used) === nonce,
        )
        return found === undefined ? undefined : hexOf(found['hash'])
      }),
    nextBaseFee: () =>
      ask('eth_feeHistory', ['0x1', 'latest', []], (answer) => {
        const { baseFeePerGas, oldestBlock } = record(answer)
        if (!Array.isArray(baseFeePerGas)) throw new Error('the answer names no fees')
        return { baseFee: BigInt(hexOf(baseFeePerGas.at(-1))), head: numberOf(oldestBlock) }
      }),
    call: async (call, block) => {
      await ask('eth_call', [call, blockName(block)], hexOf)
    },
    async outputOf(hash) {
      try {
        const params = [hash, { tracer: 'callTracer' }]
        return await ask('debug_traceTransaction', params, (answer) => hexOf(record(answer)['output']))
      } catch (error) {
        if (refusalIn(error) === undefined) throw error
        return undefined
      }
    },
    async broadcast(raw, hash) {
      try {
        return await ask('eth_sendRawTransaction', [raw], (answer) =>
          answer === hash
            ? { answer: 'taken', reason: '' }
            : { answer: 'lost', reason: `the answer was ${String(answer).slice(0, 100)}` },
        )
      } catch (error) {
        signal.throwIfAborted()
        const refusal = refusalIn(error)
        if (refusal === undefined) return { answer: 'lost', reason: messageOf(error) }
        return { answer: broadcastAnswerOf(refusal), reason: refusal.message }
      }
    },
  }
}

function receiptOf(answer: unknown, hash: Hex): Receipt {
  const receipt = record(answer)
  const { status, logs } = receipt
  if (receipt['transactionHash'] !== hash) throw new Error('the answer is another receipt')
  if (!Array.isArray(logs) || (status !== '0x1' && status !== '0x0'))
    throw new Error('the answer is no receipt')
  return {
    transaction: hash,
    number: numberOf(receipt['blockNumber']),
    hash: hexOf(receipt['blockHash']),
    status: status === '0x1' ? 'success' : 'reverted',
    logs: logs.map(logOf),
  }
}

function logOf(value: unknown): Log {
  const log = record(value)
  const topics: readonly unknown[] = Array.isArray(log['topics']) ? log['topics'] : []
  const [first, ...rest] = topics.map(hexOf)
  return {
    address: hexOf(log['address']),
    blockHash: hexOf(log['blockHash']),
    blockNumber: BigInt(hexOf(log['blockNumber'])),
    data: hexOf(log['data']),
    logIndex: numberOf(log['logIndex']),
    removed: false,
    topics: first === undefined ? [] : [first, ...rest],
    transactionHash: hexOf(log['transactionHash']),
    transactionIndex: numberOf(log['transactionIndex']),
  }
}

function transactionsOf(answer: unknown) {
  const transactions = isNothing(answer) ? [] : record(answer)['transactions']
  if (!Array.isArray(transactions)) throw new Error('the answer has no transactions')
  return transactions.map(record)
}

function blockName(block: number | 'latest' | 'pending'): string {
  return typeof block === 'number' ? quantity(block) : block
}

function numberOf(value: unknown): number {
  return Number(BigInt(hexOf(value)))
}

function isNothing(answer: unknown): answer is null | undefined {
  return answer === null || answer === undefined
}

/** A provider need not heed the signal: what it still does after an abort is left alone. */
export async function unlessAborted<Answer>(work: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
