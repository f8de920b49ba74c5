import { within } from '../../kernel/runtime/async.ts'
import type { Attempt, ClientRequest } from './attempt.ts'
import type { ConsistencyCheck } from './consistency.ts'
import type { Endpoint } from './endpoint.ts'
import { EndpointFault, RpcAnswerError } from './errors.ts'
import { errorScope } from './read-reply.ts'
import type { ClientLimits } from './rpc.ts'

/** Sends a request to one endpoint and checks the answer. Never rejects. */
export type RequestEndpoint = (endpoint: Endpoint, request: ClientRequest) => Promise<Attempt>

export function createRequestEndpoint(options: {
  consistency: ConsistencyCheck
  chainId: number | undefined
  limits: ClientLimits
  now: () => number
}): RequestEndpoint {
  const { consistency, chainId, limits, now } = options

  const attempt = async (
    endpoint: Endpoint,
    request: ClientRequest,
    onSend: () => void,
  ): Promise<Attempt> => {
    const { method, params, kind, deadlineAt, signal } = request
    const readsChainId = method === 'eth_chainId' && chainId !== undefined
    // Transactions must reach the right chain, so its id is read before each of them.
    if (readsChainId || kind === 'send' || endpoint.readiness() !== 'ready') {
      const verified = within(endpoint.verifyChain(), Math.max(0, deadlineAt - now()), deadlineReached)
      await (signal === undefined ? verified : within(verified, signal))
    }
    if (readsChainId) return { kind: 'result', endpoint, value: `0x${chainId.toString(16)}` }
    const fullMs = method === 'eth_getLogs' ? limits.logsAttemptMs : limits.attemptMs
    const timeoutMs = Math.min(fullMs, deadlineAt - now())
    if (timeoutMs <= 0) throw deadlineReached()
    onSend()
    const answer = await endpoint.request(method, params, {
      timeoutMs,
      isFullTime: timeoutMs === fullMs,
      signal,
    })
    if (answer.error === undefined) return await consistency.check(endpoint, request, answer.result)
    const error = new RpcAnswerError(method, answer.error, endpoint.origin)
    const isUnconfirmed = errorScope(answer.error) === 'endpoint'
    return { kind: isUnconfirmed ? 'unconfirmed error' : 'error', endpoint, error }
  }
  return async (endpoint, request) => {
    let wasSent = false
    const onSend = () => {
      wasSent = true
    }
    try {
      return await attempt(endpoint, request, onSend)
    } catch (error) {
      if (request.signal?.aborted === true) return { kind: 'aborted', endpoint }
      const fault =
        error instanceof EndpointFault
          ? error
          : new EndpointFault('connection', 'cannot be used now', { counts: false })
      return { kind: 'fault', endpoint, fault, wasSent }
    }
  }
}

function deadlineReached(): EndpointFault {
  return new EndpointFault('timeout', 'did not answer within the deadline of the request', { counts: false })
}
