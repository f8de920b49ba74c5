import type { Endpoint } from './endpoint.ts'
import type { EndpointFault, RpcAnswerError } from './errors.ts'
import type { MethodKind } from './methods.ts'
import type { RpcQuestionOptions } from './rpc.ts'

/** One question of a caller, with all the time it has. */
export interface Question {
  method: string
  params: readonly unknown[]
  kind: MethodKind
  /** Milliseconds since the epoch. */
  deadlineAt: number
  signal: AbortSignal | undefined
  confirmNull: NonNullable<RpcQuestionOptions['confirmNull']>
}

/**
 * What came of asking one endpoint. `result` and `error` are answers. `unsure`: an answer that another endpoint may
 * know better. `fault`: no answer, or one that cannot be right; `wasAsked` when the question itself was put. `given up`:
 * the caller did.
 */
export type Outcome =
  | { kind: 'result'; endpoint: Endpoint; value: unknown }
  | { kind: 'error'; endpoint: Endpoint; error: RpcAnswerError }
  | { kind: 'unsure'; endpoint: Endpoint; value: null }
  | { kind: 'unsure error'; endpoint: Endpoint; error: RpcAnswerError }
  | { kind: 'fault'; endpoint: Endpoint; fault: EndpointFault; wasAsked: boolean }
  | { kind: 'given up'; endpoint: Endpoint }

/** What may be done once only ends with the endpoint that was asked, whatever became of it. */
export function isConclusive(outcome: Outcome, { kind }: Question): boolean {
  if (outcome.kind === 'fault') return kind === 'once' && outcome.wasAsked
  return outcome.kind === 'result' || outcome.kind === 'error' || outcome.kind === 'given up'
}
