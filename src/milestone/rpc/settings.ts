export interface ClientLimits {
  /** For one attempt at one endpoint. */
  attemptMs: number
  /** The same for `eth_getLogs`, which takes longer. */
  logsAttemptMs: number
  /** Default for one request with all its attempts. */
  deadlineMs: number
  /** A read without an answer by then is also sent to another endpoint. */
  hedgeAfterMs: number
  /** Before the second round of attempts; doubles with each round. The wait is random, from 0 to that. */
  backoffMs: number
  backoffMaxMs: number
  /** Consecutive faults that open the breaker of an endpoint. */
  faultsToOpen: number
  /** How long it is then excluded, and how long a fault or slow answer lowers its rank. */
  cooldownMs: number
  /** How long an endpoint on another chain is excluded. */
  quarantineMs: number
  /** Attempts of one request. */
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
  cooldownMs: 1_000,
  quarantineMs: 2_000,
  attemptsMax: 24,
}

/** The ratio of attempts to requests is the request amplification. */
export interface ClientCounters {
  /** Requests of callers. */
  requests: number
  /** Exchanges with endpoints, chain checks included. */
  attempts: number
  /** Hedged requests. */
  hedges: number
}
