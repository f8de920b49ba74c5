import { type Fields, isFields, isHash, isQuantity, sameHex } from './shapes.ts'

/** What is wrong with the answer to `eth_getLogs` for this filter; undefined when it can be the answer. */
export function problemOfLogs(result: unknown, filter: unknown): string | undefined {
  if (!Array.isArray(result)) return 'is no list of logs'
  const asked = askedBy(filter)
  for (const log of result) {
    if (!isLog(log)) return 'holds what is no log'
    if (!asked(log)) return 'holds a log that was not asked for'
  }
  return undefined
}

/** Names a log within its block, which names it within the chain. */
export function logKey(log: unknown): string {
  return isFields(log) ? `${String(log['blockHash'])} ${String(log['logIndex'])}` : ''
}

/** Answers may hold many thousands of logs: lengths stand in for patterns where what is compared later decides. */
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

function askedBy(filter: unknown): (log: Fields) => boolean {
  if (!isFields(filter)) return () => true
  const blockHash = filter['blockHash']
  const first = isQuantity(filter['fromBlock']) ? Number(filter['fromBlock']) : 0
  const last = isQuantity(filter['toBlock']) ? Number(filter['toBlock']) : Number.POSITIVE_INFINITY
  const addresses = wordsOf(filter['address'])
  const topics = Array.isArray(filter['topics']) ? filter['topics'].map(wordsOf) : []
  return (log) => {
    const number = Number(log['blockNumber'])
    if (typeof blockHash === 'string' && !sameHex(log['blockHash'], blockHash)) return false
    if (number < first || number > last) return false
    if (addresses !== undefined && !addresses.has(lower(log['address']))) return false
    const found: unknown[] = Array.isArray(log['topics']) ? log['topics'] : []
    return topics.every((allowed, index) => allowed === undefined || allowed.has(lower(found[index])))
  }
}

/** One word or a choice of several; undefined allows any. */
function wordsOf(value: unknown): ReadonlySet<string> | undefined {
  if (value === null || value === undefined) return undefined
  const words: unknown[] = Array.isArray(value) ? value : [value]
  return words.length === 0 ? undefined : new Set(words.map(lower))
}

function lower(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase() : ''
}
