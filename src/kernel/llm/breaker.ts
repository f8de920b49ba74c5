import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel'
import { ModelFault } from './llm-fault.ts'

/** Spares a service that keeps failing, and callers the wait for it. */
export interface Breaker {
  /** @throws ModelFault `resting` when the service is left alone at the moment */
  run<Result>(work: () => Promise<Result>): Promise<Result>
  /** Whether a call would be let through now. @throws ModelFault `resting` when not */
  check(): void
  readonly state: 'closed' | 'open' | 'probing'
}

export interface BreakerOptions {
  /** Failures in a row after which the service is left alone. */
  faultsToOpen: number
  /** How long it is left alone; after that one call shows whether it is well again. */
  restMs: number
  now: () => number
  onChange: (state: 'closed' | 'open') => void
  /** Whether an error counts against the service; every error does unless told. */
  isFault?: (error: unknown) => boolean
}

export function createBreaker(options: BreakerOptions): Breaker {
  const { faultsToOpen, restMs, now, onChange, isFault = () => true } = options
  // When to probe is decided here by `now`, so that the policy itself waits for nothing.
  const policy = circuitBreaker(handleWhen(isFault), {
    halfOpenAfter: 0,
    breaker: new ConsecutiveBreaker(faultsToOpen),
  })
  let probeAt = Number.NEGATIVE_INFINITY
  policy.onBreak(() => {
    probeAt = now() + restMs
    onChange('open')
  })
  policy.onReset(() => onChange('closed'))
  const check = () => {
    const waitMs = probeAt - now()
    if (policy.state === CircuitState.HalfOpen || (policy.state === CircuitState.Open && waitMs > 0)) {
      throw new ModelFault('resting', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) })
    }
  }
  return {
    get state() {
      if (policy.state === CircuitState.Closed) return 'closed'
      return policy.state === CircuitState.HalfOpen ? 'probing' : 'open'
    },
    check,
    async run(work) {
      check()
      return await policy.execute(work)
    },
  }
}
