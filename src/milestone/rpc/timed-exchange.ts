import { EndpointFault } from './errors.ts'
import { BodyTooLarge, BodyUnreadable } from './exchange.ts'
import { errorScope, limitExceeded, type RpcAnswer, readReply } from './read-reply.ts'
import type { Exchange } from './rpc.ts'

export interface TimedExchangeOptions {
  url: string
  exchange: Exchange
  now: () => number
  nextId: () => number
  onAttempt: () => void
}

export interface AttemptTiming {
  timeoutMs: number
  /** False when the caller's deadline shortened the timeout: running into it does not count against the endpoint. */
  isFullTime: boolean
  signal: AbortSignal | undefined
}

/** One request to one endpoint. Rejects with an EndpointFault, or with the signal's reason when that fires. */
export type TimedExchange = (
  method: string,
  params: readonly unknown[],
  timing: AttemptTiming,
) => Promise<RpcAnswer>

export function createTimedExchange({
  url,
  exchange,
  now,
  nextId,
  onAttempt,
}: TimedExchangeOptions): TimedExchange {
  return async (method, params, { timeoutMs, isFullTime, signal }) => {
    signal?.throwIfAborted()
    onAttempt()
    const request = { jsonrpc: '2.0', id: nextId(), method, params } as const
    const controller = new AbortController()
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      controller.abort()
    }, timeoutMs)
    const onAbort = () => controller.abort()
    signal?.addEventListener('abort', onAbort, { once: true })
    try {
      const answer = readReply(request, await exchange(url, request, controller.signal), now())
      if (answer.error !== undefined && errorScope(answer.error) === 'rate_limited')
        throw new EndpointFault('rate_limited', `limits requests: ${answer.error.message}`)
      return answer
    } catch (error) {
      signal?.throwIfAborted()
      if (isLate)
        throw new EndpointFault('timeout', `did not answer within ${Math.round(timeoutMs)} ms`, {
          counts: isFullTime,
        })
      // A caller that requested too many logs can request fewer.
      if (error instanceof BodyTooLarge && method === 'eth_getLogs')
        return { error: { code: limitExceeded, message: error.message } }
      throw faultOf(error)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
  }
}

function faultOf(error: unknown): EndpointFault {
  if (error instanceof EndpointFault) return error
  if (error instanceof BodyTooLarge) return new EndpointFault('too_large', 'sent too large an answer')
  if (error instanceof BodyUnreadable)
    return new EndpointFault('malformed', 'sent an answer that cannot be decoded')
  return new EndpointFault('connection', connectionText(error))
}

/** The platform's own messages contain the full URL, so only its code is used. */
function connectionText(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ECONNREFUSED' || code === 'ConnectionRefused') return 'refused the connection'
  if (code === 'ECONNRESET') return 'closed the connection'
  return typeof code === 'string' && /^\w+$/.test(code) ? `cannot be reached (${code})` : 'cannot be reached'
}
