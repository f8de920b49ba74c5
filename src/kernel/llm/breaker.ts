import { createBreaker } from '../runtime/breaker.ts'
import { LlmFault } from './llm-fault.ts'

export type ServiceBreaker = ReturnType<typeof createServiceBreaker>

/** A circuit breaker for one service. While a probe is under way, other calls are refused instead of made to wait. */
export function createServiceBreaker(options: {
  /** Consecutive faults that open the breaker. */
  faultsToOpen: number
  /** How long it stays open; after that one call is the probe. */
  openMs: number
  now: () => number
  onChange: (state: 'closed' | 'open') => void
  /** Whether an error is a fault of the service; by default every error is. */
  isFault?: (error: unknown) => boolean
}) {
  const { faultsToOpen, openMs, now, onChange, isFault = () => true } = options
  let probeAt = Number.NEGATIVE_INFINITY
  const breaker = createBreaker({
    faultsToOpen,
    isFault,
    onOpen: () => {
      probeAt = now() + openMs
      onChange('open')
    },
    onClose: () => onChange('closed'),
  })
  const check = () => {
    const waitMs = probeAt - now()
    if (breaker.state === 'half-open' || (breaker.state === 'open' && waitMs > 0)) {
      throw new LlmFault('circuit_open', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) })
    }
  }
  return {
    get state() {
      return breaker.state
    },
    /** @throws LlmFault `circuit_open` when `run` would */
    check,
    /** @throws LlmFault `circuit_open` when no call is allowed at the moment */
    async run<Result>(work: () => Promise<Result>): Promise<Result> {
      check()
      return await breaker.run(work)
    },
  }
}
