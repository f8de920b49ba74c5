import type { RpcReply, RpcRequest } from '../rpc/rpc.ts'

/** A connection that failed, as the platform would tell it. */
export class WireError extends Error {
  readonly code: string

  constructor(code: 'ECONNRESET' | 'ECONNREFUSED') {
    super(code === 'ECONNRESET' ? 'The connection was closed' : 'The connection was refused')
    this.name = 'WireError'
    this.code = code
  }
}

export function replyText(text: string, status = 200): RpcReply {
  return { status, retryAfter: null, text }
}

export function replyResult({ id }: RpcRequest, result: unknown): RpcReply {
  return replyText(JSON.stringify({ jsonrpc: '2.0', id, result }))
}

export function replyError({ id }: RpcRequest, code: number, message: string): RpcReply {
  return replyText(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }))
}

/** The result that a reply carries; undefined when it carries none. */
export function resultIn({ status, text }: RpcReply): unknown {
  if (status !== 200) return undefined
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && 'result' in body ? body.result : undefined
  } catch {
    return undefined
  }
}

/** Waits; rejects as soon as the signal fires. Without a time it waits for the signal alone. */
export function hold(signal: AbortSignal, ms?: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer =
      ms === undefined
        ? undefined
        : setTimeout(() => {
            signal.removeEventListener('abort', onAbort)
            resolve()
          }, ms)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
}
