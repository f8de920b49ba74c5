import { type Fields, isFields, isHash, isQuantity, sameHex } from './shapes.ts'

/** What is wrong with the result of `eth_getLogs` for this filter; undefined when it is plausible. */
export function problemOfLogs(result: unknown, filter: unknown): string | undefined {
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
