import { type Hex, hexToBigInt, hexToNumber } from 'viem'
import { hexOf } from '../rpc/shapes.ts'

/** A block as a node reports it, as much of it as a replay needs. `timestamp` in seconds since the epoch. */
export interface NodeBlock {
  number: number
  hash: Hex
  parentHash: Hex
  timestamp: number
  baseFeePerGas: Hex
  /** Hashes, in block order. */
  transactions: Hex[]
}

/** A plain JSON-RPC connection to a node of our own: no retries, no caching, an error is an exception. */
export type NodeRpc = ReturnType<typeof createNodeRpc>

/** The node answered with a JSON-RPC error. */
export class NodeRpcError extends Error {
  readonly code: number

  constructor(method: string, code: number, message: string) {
    super(`${method}: ${message}`)
    this.name = 'NodeRpcError'
    this.code = code
  }
}

const timeoutMsDefault = 120_000

export function createNodeRpc(url: string, timeoutMs = timeoutMsDefault) {
  let id = 0
  const post = async (body: unknown): Promise<unknown> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
    return response.json()
  }
  return {
    url,
    call: async (method: string, params: readonly unknown[] = []) => {
      id += 1
      return resultOf(method, await post({ jsonrpc: '2.0', id, method, params }))
    },
    /** Several calls in one request. The node may run them at the same time, so their order means nothing. */
    batch: async (calls: readonly (readonly [method: string, params: readonly unknown[]])[]) => {
      if (calls.length === 0) return []
      const first = id + 1
      id += calls.length
      const answers = await post(
        calls.map(([method, params], index) => ({ jsonrpc: '2.0', id: first + index, method, params })),
      )
      if (!Array.isArray(answers)) throw new Error('Cannot read the response of the node: it is not a batch')
      const byId = new Map<unknown, unknown>(answers.map((answer) => [idOf(answer), answer]))
      return calls.map(([method], index) => resultOf(method, byId.get(first + index)))
    },
  }
}

/** The block of that number, hash or tag; undefined when the node has none. */
export async function readBlock(rpc: NodeRpc, ref: number | Hex | 'latest'): Promise<NodeBlock | undefined> {
  const byHash = typeof ref === 'string' && ref !== 'latest'
  const found = await rpc.call(byHash ? 'eth_getBlockByHash' : 'eth_getBlockByNumber', [
    typeof ref === 'number' ? quantity(ref) : ref,
    false,
  ])
  return found === null ? undefined : parseBlock(found)
}

export async function readHead(rpc: NodeRpc): Promise<NodeBlock> {
  const head = await readBlock(rpc, 'latest')
  if (head === undefined) throw new Error('Cannot read the head of the node: it has no blocks')
  return head
}

/** The signed bytes of mined transactions, in the order of their hashes; undefined when the node lacks one of them. */
export async function readRawTransactions(rpc: NodeRpc, hashes: readonly Hex[]): Promise<Hex[] | undefined> {
  const raw = await rpc.batch(hashes.map((hash) => ['eth_getRawTransactionByHash', [hash]]))
  return raw.includes(null) ? undefined : raw.map(hexOf)
}

export function quantity(value: number | bigint): Hex {
  return `0x${value.toString(16)}`
}

export function parseBlock(value: unknown): NodeBlock {
  const block = record(value)
  const transactions = block['transactions']
  if (!Array.isArray(transactions)) throw new Error('Cannot read a block of the node: it has no transactions')
  return {
    number: hexToNumber(hexOf(block['number'])),
    hash: hexOf(block['hash']),
    parentHash: hexOf(block['parentHash']),
    timestamp: Number(hexToBigInt(hexOf(block['timestamp']))),
    baseFeePerGas: hexOf(block['baseFeePerGas']),
    transactions: transactions.map(hexOf),
  }
}

function resultOf(method: string, answer: unknown): unknown {
  const { error, result } = record(answer)
  if (error === undefined) return result
  const { code, message } = record(error)
  throw new NodeRpcError(method, typeof code === 'number' ? code : 0, String(message))
}

function idOf(answer: unknown): unknown {
  return record(answer)['id']
}

export function record(value: unknown): Partial<Record<string, unknown>> {
  if (!isRecord(value)) {
    throw new Error(`Cannot read the answer of the node: "${String(value)}" is not an object`)
  }
  return value
}

/** Without a copy: an answer may hold thousands of bytes, and every request reads one. */
function isRecord(value: unknown): value is Partial<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
