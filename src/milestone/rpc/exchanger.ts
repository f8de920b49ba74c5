import { errorMeaning } from './error-meaning.ts'
import { EndpointFault } from './errors.ts'
import { BodyTooLarge, BodyUnreadable } from './exchange.ts'
import { readReply, type Said } from './read-reply.ts'
import type { Exchange } from './rpc.ts'

export interface ExchangerOptions {
  url: string
  exchange: Exchange
  now: () => number
  nextId: () => number
  onAttempt: () => void
}

/** One question to one endpoint, once, answered in time or not at all. */
export type Exchanger = (
  method: string,
  params: readonly unknown[],
  options: { timeoutMs: number; isFullTime: boolean; signal: AbortSignal | undefined },
) => Promise<Said>

/** The exchanger's promises reject with EndpointFault, or with the signal's reason when the caller gave up. */
export function createExchanger({ url, exchange, now, nextId, onAttempt }: ExchangerOptions): Exchanger {
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
      const said = readReply(request, await exchange(url, request, controller.signal), now())
      if (said.error !== undefined && errorMeaning(said.error) === 'rate_limited')
        throw new EndpointFault('rate_limited', `asks for fewer requests: ${said.error.message}`)
      return said
    } catch (error) {
      signal?.throwIfAborted()
      if (isLate)
        throw new EndpointFault('timeout', `did not answer within ${Math.round(timeoutMs)} ms`, {
          counts: isFullTime,
        })
      return tooLarge(method, error) ?? throwFault(error)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
  }
}

/** Who asked for too many logs can ask for fewer. */
function tooLarge(method: string, error: unknown): Said | undefined {
  if (!(error instanceof BodyTooLarge) || method !== 'eth_getLogs') return undefined
  return { error: { code: -32005, message: error.message } }
}

function throwFault(error: unknown): never {
  if (error instanceof EndpointFault) throw error
  if (error instanceof BodyTooLarge) throw new EndpointFault('too_large', 'sent more than can be taken')
  if (error instanceof BodyUnreadable) throw new EndpointFault('malformed', 'sent what cannot be decoded')
  throw new EndpointFault('connection', connectionText(error))
}

/** The platform's own texts hold the full address, so only its code is told. */
function connectionText(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ECONNREFUSED' || code === 'ConnectionRefused') return 'refused the connection'
  if (code === 'ECONNRESET') return 'closed the connection'
  return typeof code === 'string' && /^\w+$/.test(code) ? `cannot be reached (${code})` : 'cannot be reached'
}
