/**
 * Where a request goes. `read`: what is mined, which either node can answer. `stateChange`: what both nodes must carry
 * out. `rewind`: what takes blocks back, which nothing else may overlap. Anything else is for the leader.
 */
export type RpcRoute = 'read' | 'leader' | 'stateChange' | 'rewind'

/** Filters are known to the node that made them alone, and only the leader has pending transactions. */
const reads =
  /^(eth_(get(?!Filter|(Raw)?TransactionBy(Hash|SenderAndNonce)$)\w+|call|estimateGas|createAccessList|simulateV1|blockNumber|chainId|gasPrice|blobBaseFee|feeHistory|maxPriorityFeePerGas|accounts|syncing|config)|(net|web3|debug|trace|ots|erigon)_\w+)$/

/** What changes the state or the environment without a transaction. */
const stateChanges =
  /^(anvil|hardhat|tenderly|evm)_((set|add|deal)(balance|code|nonce|accountNonce|storageAt|coinbase|chainId|blockGasLimit|erc20|erc20Balance|erc20Allowance)|loadState)$/i

const rewinds = /^(anvil|hardhat|evm)_(reorg|rollback|revert|reset)$/

/** Unknown methods and malformed bodies go to the leader: nothing may get into the follower's pool. */
export function routeOf(body: string): RpcRoute {
  const methods = requestsIn(body).map(({ method }) => method)
  if (methods.some((method) => stateChanges.test(method))) return 'stateChange'
  if (methods.some((method) => rewinds.test(method))) return 'rewind'
  // The tag of the block that comes next, which depends on the pool.
  if (methods.length === 0 || body.includes('"pending"')) return 'leader'
  return methods.every((method) => reads.test(method)) ? 'read' : 'leader'
}

/** The state changes of a request or batch that the node answered without an error. */
export function stateChangesDone(body: string, answer: string): { method: string; params: unknown[] }[] {
  const failed = new Set(
    membersOf(answer)
      .filter((member) => 'error' in member)
      .map((member) => member['id']),
  )
  return requestsIn(body).filter(({ id, method }) => stateChanges.test(method) && !failed.has(id))
}

/** A member without a method counts as one with an empty name. */
function requestsIn(body: string): { id: unknown; method: string; params: unknown[] }[] {
  return membersOf(body).map(({ id, method, params }) => ({
    id,
    method: typeof method === 'string' ? method : '',
    params: Array.isArray(params) ? params : [],
  }))
}

/** Of one message or of a batch; none when it is malformed. */
function membersOf(text: string): Partial<Record<string, unknown>>[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return []
  }
  return (Array.isArray(value) ? value : [value]).map((member: unknown) =>
    typeof member === 'object' && member !== null ? { ...member } : {},
  )
}
