import { headOf, nullableMethods } from './check-result.ts'
import type { Endpoint } from './endpoint.ts'
import { EndpointFault } from './errors.ts'
import { asksHead, type HeadTracker } from './head-tracker.ts'
import type { Outcome, Question } from './outcome.ts'
import type { ClientLimits } from './settings.ts'
import { isFields, isQuantity } from './shapes.ts'

/** Weighs one endpoint's result against what other answers have shown. */
export interface Judge {
  weigh(endpoint: Endpoint, question: Question, value: unknown): Outcome | Promise<Outcome>
  /** Whether the endpoint has lately shown less of the chain than was known. */
  isBehind(endpoint: Endpoint): boolean
}

export function createJudge(options: {
  endpoints: readonly Endpoint[]
  /** Undefined when the caller judges heads itself. */
  tracker: HeadTracker | undefined
  limits: ClientLimits
  now: () => number
}): Judge {
  const { endpoints, tracker, limits, now } = options
  const behindUntil = new Map<Endpoint, number>()

  const isBehind = (endpoint: Endpoint) => {
    const until = behindUntil.get(endpoint)
    return until !== undefined && now() < until
  }
  const behind = (endpoint: Endpoint, text: string): Outcome => {
    behindUntil.set(endpoint, now() + limits.restMs)
    return {
      kind: 'fault',
      endpoint,
      fault: new EndpointFault('stale_head', text, { counts: false }),
      wasAsked: true,
    }
  }
  const weighHead = (
    tracker: HeadTracker,
    endpoint: Endpoint,
    question: Question,
    value: unknown,
  ): Outcome | Promise<Outcome> => {
    const { method, params } = question
    const verdict = tracker.judge(method, params, value)
    if (verdict === 'behind') return behind(endpoint, `shows an older head than block ${tracker.newestKnown}`)
    if (verdict === 'conflict') return settle(tracker, endpoint, question, value)
    behindUntil.delete(endpoint)
    return { kind: 'result', endpoint, value }
  }

  /** The newest block was replaced only if no endpoint has it any more, and one still shows what came instead. */
  const settle = async (
    tracker: HeadTracker,
    endpoint: Endpoint,
    question: Question,
    value: unknown,
  ): Promise<Outcome> => {
    const { head } = tracker
    const number = `0x${(head?.number ?? 0).toString(16)}`
    const usable = endpoints.filter((one) => one === endpoint || one.readiness() !== 'resting')
    const shown = await Promise.all(usable.map((one) => hashAt(one, number, question)))
    const isReplaced = shown.includes(headOf(value)?.hash) && !shown.includes(head?.hash)
    if (isReplaced && tracker.head === head) {
      tracker.replace(question.method, question.params, value)
      return { kind: 'result', endpoint, value }
    }
    const text = `shows another block ${head?.number} than was seen before`
    return {
      kind: 'fault',
      endpoint,
      fault: new EndpointFault('split_head', text, { counts: false }),
      wasAsked: true,
    }
  }

  /** Undefined when the endpoint does not tell, or has no such block. */
  const hashAt = async (one: Endpoint, number: string, { signal }: Question) => {
    const timing = { timeoutMs: limits.attemptMs, isFullTime: true, signal }
    try {
      if (one.readiness() === 'due') await one.verify()
      const { result } = await one.ask('eth_getBlockByNumber', [number, false], timing)
      return headOf(result)?.hash
    } catch {
      return undefined
    }
  }

  return {
    isBehind,
    weigh: (endpoint, question, value) => {
      const { method, params, confirmNull } = question
      if (tracker !== undefined && asksHead(method, params))
        return weighHead(tracker, endpoint, question, value)
      if (method === 'eth_getTransactionReceipt' && isFields(value) && isQuantity(value['blockNumber']))
        tracker?.reach(Number(value['blockNumber']))
      if (value !== null || !nullableMethods.includes(method)) return { kind: 'result', endpoint, value }
      const newest = tracker?.head?.number
      const isKnown =
        method === 'eth_getBlockByNumber' &&
        newest !== undefined &&
        isQuantity(params[0]) &&
        Number(params[0]) <= newest
      if (isKnown) return behind(endpoint, `has no block ${Number(params[0])}`)
      return confirmNull || isBehind(endpoint)
        ? { kind: 'unsure', endpoint, value }
        : { kind: 'result', endpoint, value }
    },
  }
}
