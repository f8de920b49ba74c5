import type { Caller } from '../../kernel/http/request-context.ts'
import type { PaidRuns } from '../payments/paid-runs.ts'
import type { RunGate } from '../render/run-gate.ts'
import type { AgentResponse, Capability } from '../requests/request.ts'
import type { Jobs } from './jobs.ts'
import type { StoredRequest } from './plan-run.ts'
import type { Agent } from './run-agent.ts'

export interface RunDeps {
  agent: Agent
  gate: RunGate
  jobs: Pick<Jobs, 'enqueue'>
  /** Undefined when runs are free. */
  payments: PaidRuns | undefined
}

export interface RunCall {
  capability: Capability
  caller: Caller
  request: StoredRequest
  /** Of the request, which may hold a payment. */
  headers: Headers
  signal: AbortSignal
  /** Answer once the run is accepted; a paid run is answered with its assets, as it is charged once they are finished. */
  isAsync: boolean
  /** Called between accepting a run and enqueuing it. */
  onAccepted?: (draftId: string) => Promise<void>
}

export interface RunAnswer {
  /** 202 for an accepted run. */
  status: 200 | 202
  body: AgentResponse
  /** Of a paid run. */
  paymentResponse?: string
}

/** Runs a request now, or accepts it for a worker, paid where runs are. @throws AppError */
export async function answerRun(
  { agent, gate, jobs, payments }: RunDeps,
  { capability, caller, request, headers, signal, isAsync, onAccepted }: RunCall,
): Promise<RunAnswer> {
  if (payments !== undefined) {
    // A caller that leaves gets its answer by sending the payment again.
    const run = () => gate.enter(() => agent.run({ capability, caller, request }))
    return { status: 200, ...(await payments.once({ owner: caller.id, capability, request, headers }, run)) }
  }
  const call = { capability, caller, request, signal }
  if (!isAsync) return { status: 200, body: await gate.enter(() => agent.run(call)) }
  const accepted = await agent.accept(call)
  try {
    await onAccepted?.(accepted.draftId)
    await jobs.enqueue(accepted.draftId)
  } catch (error) {
    await agent.giveUp(accepted.draftId)
    throw error
  }
  return { status: 202, body: accepted }
}
