import { isHex, keccak256 } from 'viem'
import { type Fields, isBytes, isFields, isHash, isQuantity, sameHex } from './shapes.ts'

/** What is wrong with a result for these parameters; undefined when it is plausible. */
type Check = (result: unknown, params: readonly unknown[]) => string | undefined

const quantity: Check = (result) => (isQuantity(result) ? undefined : 'is not a quantity')
const bytes: Check = (result) => (isBytes(result) ? undefined : 'is not bytes')
const hash: Check = (result) => (isHash(result) ? undefined : 'is not a 32-byte hash')

const checks: Readonly<Partial<Record<string, Check>>> = {
  eth_blockNumber: quantity,
  eth_chainId: quantity,
  eth_gasPrice: quantity,
  eth_maxPriorityFeePerGas: quantity,
  eth_blobBaseFee: quantity,
  eth_getBalance: quantity,
  eth_getTransactionCount: quantity,
  eth_estimateGas: quantity,
  eth_getBlockTransactionCountByHash: orNull(quantity),
  eth_getBlockTransactionCountByNumber: orNull(quantity),
  eth_call: bytes,
  eth_getCode: bytes,
  eth_getStorageAt: hash,
  eth_getBlockByHash: orNull(blockByHash),
  eth_getBlockByNumber: blockByNumber,
  eth_getTransactionByHash: orNull((result, [hash]) => aboutTransaction(result, 'hash', hash)),
  eth_getTransactionReceipt: orNull(receipt),
  eth_getLogs: (result, [filter]) => problemOfLogs(result, filter),
  eth_feeHistory: feeHistory,
  eth_sendRawTransaction: sentHash,
  eth_sendRawTransactionSync: receipt,
}

/** Methods that answer null for what does not exist or is not known yet. */
export const nullableMethods: readonly string[] = [
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
]

/** Checks a result against its shape and the parameters. Other methods pass. */
export function problemOfResult(
  method: string,
  params: readonly unknown[],
  result: unknown,
): string | undefined {
  return checks[method]?.(result, params)
}

/** Number and hash of a block in JSON-RPC form; undefined when it is not one. */
export function headOf(block: unknown): { number: number; hash: string } | undefined {
  if (!isFields(block)) return undefined
  const { number, hash } = block
  return isQuantity(number) && isHash(hash) ? { number: Number(number), hash } : undefined
}

function orNull(check: Check): Check {
  return (result, params) => (result === null ? undefined : check(result, params))
}

function blockByHash(result: unknown, [hash, full]: readonly unknown[]): string | undefined {
  const problem = problemOfBlock(result, full)
  if (problem !== undefined) return problem
  return isFields(result) && sameHex(result['hash'], hash) ? undefined : 'is another block'
}

/** `latest` always exists; only `pending` has no number and no hash. */
function blockByNumber(result: unknown, [block, full]: readonly unknown[]): string | undefined {
  if (result === null) return block === 'latest' || block === 'earliest' ? 'is null' : undefined
  if (block === 'pending') return isFields(result) ? undefined : 'is not a block'
  const problem = problemOfBlock(result, full)
  if (problem !== undefined || !isQuantity(block)) return problem
  return isFields(result) && Number(result['number']) === Number(block) ? undefined : 'is another block'
}

function problemOfBlock(result: unknown, full: unknown): string | undefined {
  if (!isFields(result)) return 'is not a block'
  if (headOf(result) === undefined || !isHash(result['parentHash']) || !isQuantity(result['timestamp']))
    return 'is a block without number, hash, parent or time'
  const { transactions } = result
  if (!Array.isArray(transactions)) return 'is a block without transactions'
  const fits =
    full === true
      ? transactions.every((transaction) => isFields(transaction) && isHash(transaction['hash']))
      : transactions.every(isHash)
  return fits ? undefined : 'is a block with transactions in the other form'
}

function aboutTransaction(result: unknown, member: string, hash: unknown): string | undefined {
  if (!isFields(result)) return 'is not a transaction'
  return sameHex(result[member], hash) ? undefined : 'is about another transaction'
}

/** `requested` is a hash, or the signed bytes of `eth_sendRawTransactionSync`. */
function receipt(result: unknown, [requested]: readonly unknown[]): string | undefined {
  const problem = aboutTransaction(
    result,
    'transactionHash',
    isHash(requested) ? requested : hashOfRaw(requested),
  )
  if (problem !== undefined || !isFields(result)) return problem
  const { status, logs } = result
  if (status !== '0x0' && status !== '0x1') return 'is a receipt without status'
  if (!isHash(result['blockHash']) || !isQuantity(result['blockNumber'])) return 'is a receipt without block'
  return Array.isArray(logs) ? undefined : 'is a receipt without logs'
}

function feeHistory(result: unknown): string | undefined {
  if (!isFields(result) || !isQuantity(result['oldestBlock'])) return 'is not a fee history'
  const fees = result['baseFeePerGas']
  return Array.isArray(fees) && fees.length > 0 && fees.every(isQuantity) ? undefined : 'has no base fees'
}

/** The hash of the signed bytes; not for blob transactions, whose hash leaves the blobs out. */
function sentHash(result: unknown, [raw]: readonly unknown[]): string | undefined {
  if (!isHash(result)) return 'is not a 32-byte hash'
  const expected = hashOfRaw(raw)
  return expected === undefined || sameHex(result, expected) ? undefined : 'is the hash of other bytes'
}

function hashOfRaw(raw: unknown): string | undefined {
  return isHex(raw) && !raw.startsWith('0x03') ? keccak256(raw) : undefined
}

/** What is wrong with the result of `eth_getLogs` for this filter; undefined when it is plausible. */
function problemOfLogs(result: unknown, filter: unknown): string | undefined {
  if (!Array.isArray(result)) return 'is not a list of logs'
  const matches = matcherOf(filter)
  for (const log of result) {
    if (!isLog(log)) return 'contains a malformed log'
    if (!matches(log)) return 'contains a log outside the filter'
  }
  return undefined
}

/** Identifies a log within its block, and so within the chain. */
export function logKey(log: unknown): string {
  return isFields(log) ? `${String(log['blockHash'])} ${String(log['logIndex'])}` : ''
}

/** Results may hold many thousands of logs, so lengths replace patterns where a later comparison decides. */
function isLog(value: unknown): value is Fields {
  if (!isFields(value)) return false
  const { data, topics, address } = value
  return (
    isHash(value['blockHash']) &&
    isHash(value['transactionHash']) &&
    isQuantity(value['blockNumber']) &&
    isQuantity(value['logIndex']) &&
    typeof address === 'string' &&
    address.length === 42 &&
    typeof data === 'string' &&
    data.startsWith('0x') &&
    data.length % 2 === 0 &&
    Array.isArray(topics) &&
    topics.length <= 4 &&
    topics.every((topic) => typeof topic === 'string' && topic.length === 66)
  )
}

function matcherOf(filter: unknown): (log: Fields) => boolean {
  if (!isFields(filter)) return () => true
  const blockHash = filter['blockHash']
  const first = isQuantity(filter['fromBlock']) ? Number(filter['fromBlock']) : 0
  const last = isQuantity(filter['toBlock']) ? Number(filter['toBlock']) : Number.POSITIVE_INFINITY
  const addresses = alternativesOf(filter['address'])
  const topics = Array.isArray(filter['topics']) ? filter['topics'].map(alternativesOf) : []
  return (log) => {
    const number = Number(log['blockNumber'])
    if (typeof blockHash === 'string' && !sameHex(log['blockHash'], blockHash)) return false
    if (number < first || number > last) return false
    if (addresses !== undefined && !addresses.has(lower(log['address']))) return false
    const found: unknown[] = Array.isArray(log['topics']) ? log['topics'] : []
    return topics.every((allowed, index) => allowed === undefined || allowed.has(lower(found[index])))
  }
}

/** One value or a list of alternatives; undefined allows any. */
function alternativesOf(value: unknown): ReadonlySet<string> | undefined {
  if (value === null || value === undefined) return undefined
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return values.length === 0 ? undefined : new Set(values.map(lower))
}

function lower(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase() : ''
}
