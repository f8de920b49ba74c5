import type { Endpoint } from './endpoint.ts'
import { errorMeaning } from './error-meaning.ts'
import { EndpointFault, RpcAnswerError } from './errors.ts'
import type { Judge } from './judge.ts'
import type { Outcome, Question } from './outcome.ts'
import type { ClientLimits } from './settings.ts'
import { within } from './within.ts'

/** Asks one endpoint one question and weighs what comes back. Never rejects. */
export type AskEndpoint = (endpoint: Endpoint, question: Question) => Promise<Outcome>

export function createAskEndpoint(options: {
  judge: Judge
  chainId: number | undefined
  limits: ClientLimits
  now: () => number
}): AskEndpoint {
  const { judge, chainId, limits, now } = options

  /** What is sent must go to the right chain, so that is asked each time; so is what has failed or is new. */
  const verify = async (endpoint: Endpoint, { deadlineAt, signal }: Question) => {
    await within(endpoint.verify(), {
      timeoutMs: Math.max(0, deadlineAt - now()),
      signal,
      late: outOfTime,
    })
  }
  const ask = async (endpoint: Endpoint, question: Question, onAsk: () => void): Promise<Outcome> => {
    const { method, params, kind, deadlineAt, signal } = question
    const asksChain = method === 'eth_chainId' && chainId !== undefined
    if (asksChain || kind === 'send' || endpoint.readiness() !== 'ready') await verify(endpoint, question)
    if (asksChain) return { kind: 'result', endpoint, value: `0x${chainId.toString(16)}` }
    const fullMs = method === 'eth_getLogs' ? limits.logsAttemptMs : limits.attemptMs
    const timeoutMs = Math.min(fullMs, deadlineAt - now())
    if (timeoutMs <= 0) throw outOfTime()
    onAsk()
    const said = await endpoint.ask(method, params, { timeoutMs, isFullTime: timeoutMs === fullMs, signal })
    if (said.error === undefined) return await judge.weigh(endpoint, question, said.result)
    const error = new RpcAnswerError(method, said.error, endpoint.origin)
    const isElsewhere = errorMeaning(said.error) === 'elsewhere'
    return { kind: isElsewhere ? 'unsure error' : 'error', endpoint, error }
  }
  return async (endpoint, question) => {
    let wasAsked = false
    const onAsk = () => {
      wasAsked = true
    }
    try {
      return await ask(endpoint, question, onAsk)
    } catch (error) {
      if (question.signal?.aborted === true) return { kind: 'given up', endpoint }
      const fault =
        error instanceof EndpointFault
          ? error
          : new EndpointFault('connection', 'cannot be asked now', { counts: false })
      return { kind: 'fault', endpoint, fault, wasAsked }
    }
  }
}

function outOfTime(): EndpointFault {
  return new EndpointFault('timeout', 'did not answer within the time that was left', { counts: false })
}
