/** Something that went wrong with an endpoint and what the client did about it, in the shape of the recovery log. */
export interface ClientEvent {
  event: string
  context: string
  action: string
  /** An endpoint by its origin. */
  target: string
  outcome: 'success' | 'degraded' | 'failed'
  /** From notice to outcome. */
  latencyMs: number | undefined
}

export interface ClientLimits {
  /** For one try at one endpoint. */
  attemptMs: number
  /** The same for `eth_getLogs`, whose answers take longer. */
  logsAttemptMs: number
  /** For one question with all its tries, unless the question says otherwise. */
  deadlineMs: number
  /** A read that has not been answered by then is also asked of another endpoint. */
  hedgeAfterMs: number
  /** Before the second round of tries; doubles with each round. The wait is anything from 0 to that. */
  backoffMs: number
  backoffMaxMs: number
  /** Faults in a row after which an endpoint is left out. */
  faultsToOpen: number
  /** How long it is then left out. */
  restMs: number
  /** How long an endpoint on another chain is left out. */
  quarantineMs: number
  /** Tries of one question. */
  attemptsMax: number
}

export const limitsDefault: ClientLimits = {
  attemptMs: 1_000,
  logsAttemptMs: 5_000,
  deadlineMs: 4_000,
  hedgeAfterMs: 150,
  backoffMs: 50,
  backoffMaxMs: 1_000,
  faultsToOpen: 3,
  restMs: 1_000,
  quarantineMs: 2_000,
  attemptsMax: 24,
}

/** What was asked and what it took; their ratio is the request amplification. */
export interface ClientCounters {
  /** Questions of callers. */
  requests: number
  /** Exchanges with endpoints, chain checks included. */
  attempts: number
  /** Second endpoints asked because the first took long. */
  hedges: number
}
