/** One JSON-RPC request as it goes over the wire. Never part of a batch: an answer could reach the wrong question. */
export interface RpcRequest {
  jsonrpc: '2.0'
  id: number
  method: string
  params: readonly unknown[]
}

/** What came back over the wire, before anybody judged it. */
export interface RpcReply {
  /** HTTP status. */
  status: number
  /** The `Retry-After` header as it stands. */
  retryAfter: string | null
  text: string
}

/**
 * One exchange with one endpoint (its URL). Rejects when nothing came back or `signal` fired. Layers wrap it as
 * functions of functions: chaos is `(inner: Exchange) => Exchange`.
 */
export type Exchange = (endpoint: string, request: RpcRequest, signal: AbortSignal) => Promise<RpcReply>

/** How much one question may take. */
export interface RpcQuestionOptions {
  /** From now to the answer, every other try included. */
  deadlineMs?: number
  signal?: AbortSignal
  /** Believe that something is not there only when every endpoint says so; for when much depends on it. */
  confirmNull?: boolean
}

/** A question to whichever endpoint answers sensibly; what viem's `custom` transport takes as its provider. */
export interface RpcProvider {
  request(question: { method: string; params?: unknown }, options?: RpcQuestionOptions): Promise<unknown>
}
