import type { AskEndpoint } from './ask-endpoint.ts'
import { compareLogs } from './compare-logs.ts'
import type { Endpoint } from './endpoint.ts'
import { EndpointFault } from './errors.ts'
import type { Outcome, Question } from './outcome.ts'

type Answer = Outcome & { kind: 'result' }

/**
 * Missing logs look like no logs, so another endpoint is asked for the same ones, and the answer that lacks none is
 * taken. Undefined when each lacks some; without another endpoint's answer the first one stands.
 */
export async function secondOpinion(
  question: Question,
  first: Answer,
  options: {
    endpoints: readonly Endpoint[]
    askEndpoint: AskEndpoint
    onOutcome: (outcome: Outcome) => void
  },
): Promise<Outcome | undefined> {
  const { endpoints, askEndpoint, onOutcome } = options
  const lacking = (endpoint: Endpoint) => {
    const fault = new EndpointFault('missing_logs', 'left out logs', { counts: false })
    onOutcome({ kind: 'fault', endpoint, fault, wasAsked: true })
  }
  for (const endpoint of endpoints) {
    if (endpoint === first.endpoint) continue
    const second = await askEndpoint(endpoint, question)
    if (second.kind === 'given up') return second
    if (second.kind !== 'result') continue
    const comparison = compareLogs(first.value, second.value)
    if (comparison === 'same') return first
    if (comparison !== 'second lacks') lacking(first.endpoint)
    if (comparison !== 'first lacks') lacking(endpoint)
    if (comparison === 'differ') return undefined
    return comparison === 'first lacks' ? second : first
  }
  return first
}
