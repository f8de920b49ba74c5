/**
 * `read`: may be sent to two endpoints at once. `send`: the same bytes may go to one endpoint after the other.
 * `once`: one attempt at one endpoint, because a repetition might act twice.
 */
export type MethodKind = 'read' | 'send' | 'once'

const sends: readonly string[] = ['eth_sendRawTransaction', 'eth_sendRawTransactionSync']
/** Their state exists in one node only. */
const nodeState: readonly string[] = ['eth_getFilterChanges', 'eth_getFilterLogs', 'eth_getWork']
const reads =
  /^(eth_(get\w+|call|callMany|simulateV1|blockNumber|chainId|estimateGas|createAccessList|feeHistory|gasPrice|maxPriorityFeePerGas|blobBaseFee|syncing|config)|net_(version|listening)|web3_clientVersion|debug_trace\w+|trace_\w+)$/

export function methodKind(method: string): MethodKind {
  if (sends.includes(method)) return 'send'
  return reads.test(method) && !nodeState.includes(method) ? 'read' : 'once'
}
