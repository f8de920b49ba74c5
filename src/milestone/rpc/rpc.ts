/** One JSON-RPC request on the wire. Never part of a batch, where an answer could reach the wrong request. */
export interface RpcRequest {
  jsonrpc: '2.0'
  id: number
  method: string
  params: readonly unknown[]
}

/** An HTTP response, not yet read as JSON-RPC. */
export interface RpcReply {
  /** HTTP status. */
  status: number
  /** The `Retry-After` header. */
  retryAfter: string | null
  text: string
}

/**
 * One HTTP exchange with an endpoint (its URL). Rejects when there is no response or `signal` fires. Layers are
 * decorators: chaos is `(inner: Exchange) => Exchange`.
 */
export type Exchange = (endpoint: string, request: RpcRequest, signal: AbortSignal) => Promise<RpcReply>

export interface RequestOptions {
  /** For all attempts together. */
  deadlineMs?: number
  signal?: AbortSignal
}

/** The provider that viem's `custom` transport takes. */
export interface RpcProvider {
  request(request: { method: string; params?: unknown }, options?: RequestOptions): Promise<unknown>
}

export interface ClientLimits {
  /** For one attempt at one endpoint. */
  attemptMs: number
  /** The same for `eth_getLogs`, which takes longer. */
  logsAttemptMs: number
  /** Default for one request with all its attempts. */
  deadlineMs: number
  /** A read without an answer by then is also sent to another endpoint. */
  hedgeAfterMs: number
  /** Before the second round of attempts; doubles with each round. The wait is random, from 0 to that. */
  backoffMs: number
  backoffMaxMs: number
  /** Consecutive faults that open the breaker of an endpoint. */
  faultsToOpen: number
  /** How long it is then excluded, and how long a fault or slow answer lowers its rank. */
  cooldownMs: number
  /** How long an endpoint on another chain is excluded. */
  quarantineMs: number
  /** Attempts of one request. */
  attemptsMax: number
}

export const limitsDefault: ClientLimits = {
  attemptMs: 1_000,
  logsAttemptMs: 5_000,
  deadlineMs: 4_000,
  hedgeAfterMs: 150,
  backoffMs: 50,
  backoffMaxMs: 1_000,
  faultsToOpen: 3,
  cooldownMs: 1_000,
  quarantineMs: 2_000,
  attemptsMax: 24,
}

/** The ratio of attempts to requests is the request amplification. */
export interface ClientCounters {
  /** Requests of callers. */
  requests: number
  /** Exchanges with endpoints, chain checks included. */
  attempts: number
  /** Hedged requests. */
  hedges: number
}

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
