import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel'

export type BreakerState = 'closed' | 'open' | 'half-open'

/**
 * A circuit breaker without a timer: it refuses nothing itself. While it is open, its user decides when the next call
 * goes through; that call closes the breaker, or opens it anew.
 * @param options `faultsToOpen` are consecutive
 */
export function createBreaker(options: {
  faultsToOpen: number
  isFault: (error: unknown) => boolean
  onOpen: () => void
  onClose: () => void
}) {
  const { faultsToOpen, isFault, onOpen, onClose } = options
  const breaker = new ConsecutiveBreaker(faultsToOpen)
  const policy = circuitBreaker(handleWhen(isFault), { halfOpenAfter: 0, breaker })
  policy.onBreak(onOpen)
  policy.onReset(onClose)
  return {
    get state(): BreakerState {
      if (policy.state === CircuitState.Closed) return 'closed'
      return policy.state === CircuitState.HalfOpen ? 'half-open' : 'open'
    },
    run: <Result>(work: () => Promise<Result>): Promise<Result> => policy.execute(work),
  }
}
