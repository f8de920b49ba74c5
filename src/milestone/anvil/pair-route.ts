/**
 * What a request asks for: `read` what is mined, which either node can answer; `cheat` with the state, which both nodes
 * must do; `rewind` the chain, which nothing else may overlap; anything else is for the leader.
 */
export type RpcRoute = 'read' | 'lead' | 'cheat' | 'rewind'

/** Filters live in the node that made them, and only the leader has transactions that wait. */
const reads =
  /^(eth_(get(?!Filter|(Raw)?TransactionBy(Hash|SenderAndNonce)$)\w+|call|estimateGas|createAccessList|simulateV1|blockNumber|chainId|gasPrice|blobBaseFee|feeHistory|maxPriorityFeePerGas|accounts|syncing|config)|(net|web3|debug|trace|ots|erigon)_\w+)$/

/** What changes a state or an environment without a transaction that would tell of it. */
const cheats =
  /^(anvil|hardhat|tenderly|evm)_((set|add|deal)(balance|code|nonce|accountNonce|storageAt|coinbase|chainId|blockGasLimit|erc20|erc20Balance|erc20Allowance)|loadState)$/i

/** What takes blocks back. */
const rewinds = /^(anvil|hardhat|evm)_(reorg|rollback|revert|reset)$/

/** Unknown methods and bodies that cannot be read go to the leader: nothing may slip into the other node's pool. */
export function routeOf(body: string): RpcRoute {
  const methods = requestsIn(body).map(({ method }) => method)
  if (methods.some((method) => cheats.test(method))) return 'cheat'
  if (methods.some((method) => rewinds.test(method))) return 'rewind'
  // The tag for blocks that are still being made: what is in them depends on the pool.
  if (methods.length === 0 || body.includes('"pending"')) return 'lead'
  return methods.every((method) => reads.test(method)) ? 'read' : 'lead'
}

/** The cheats of a request or batch that the node answered without an error. */
export function cheatsDone(body: string, answer: string): { method: string; params: unknown[] }[] {
  const failed = new Set(
    membersOf(answer)
      .filter((member) => 'error' in member)
      .map((member) => member['id']),
  )
  return requestsIn(body).filter(({ id, method }) => cheats.test(method) && !failed.has(id))
}

/** A member without a readable method counts as one of no name. */
function requestsIn(body: string): { id: unknown; method: string; params: unknown[] }[] {
  return membersOf(body).map(({ id, method, params }) => ({
    id,
    method: typeof method === 'string' ? method : '',
    params: Array.isArray(params) ? params : [],
  }))
}

/** Of one message or of a batch; none when it cannot be read. */
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
