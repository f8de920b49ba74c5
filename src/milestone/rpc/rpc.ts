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
