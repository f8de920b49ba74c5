import { pause } from '../../kernel/runtime/async.ts'
import type { RpcReply, RpcRequest } from '../rpc/rpc.ts'

/** A failed connection, with the platform's error code. */
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

/** The result in a reply; undefined when there is none. */
export function resultIn({ status, text }: RpcReply): unknown {
  if (status !== 200) return undefined
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && 'result' in body ? body.result : undefined
  } catch {
    return undefined
  }
}

/** Waits, for the signal alone by default. @throws the signal's reason when it fires first */
export async function delay(signal: AbortSignal, ms = 2 ** 31 - 1): Promise<void> {
  await pause(ms, signal)
  signal.throwIfAborted()
}
