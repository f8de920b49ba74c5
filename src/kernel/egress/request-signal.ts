import { EgressRefused } from './refused.ts'

/** One signal for everything that ends a request early; its reason is always an EgressRefused. */
export interface RequestSignal {
  readonly signal: AbortSignal
  /** Starts the time limit of the whole request, if it has one; only the first call counts. */
  startTimer(): void
  /** Clears the timer and stops listening to the given signals. */
  release(): void
}

export function createRequestSignal(
  signals: readonly (AbortSignal | undefined)[],
  requestMs?: number,
): RequestSignal {
  const controller = new AbortController()
  const refuse = (error: EgressRefused) => controller.abort(error)
  const abort = (event: Event) =>
    refuse(refusalOf(event.target instanceof AbortSignal ? event.target : undefined))
  let timer: ReturnType<typeof setTimeout> | undefined
  for (const signal of signals) {
    if (signal?.aborted) refuse(refusalOf(signal))
    else signal?.addEventListener('abort', abort, { once: true })
  }
  return {
    signal: controller.signal,
    startTimer() {
      if (requestMs === undefined) return
      timer ??= setTimeout(
        () => refuse(new EgressRefused('timeout', 'request-time', { requestMs })),
        requestMs,
      )
    },
    release() {
      clearTimeout(timer)
      for (const signal of signals) signal?.removeEventListener('abort', abort)
    },
  }
}

/** Distinguishes a deadline of the caller from a caller that has disconnected. */
function refusalOf(signal: AbortSignal | undefined): EgressRefused {
  const reason: unknown = signal?.reason
  if (reason instanceof EgressRefused) return reason
  if (reason instanceof DOMException && reason.name === 'TimeoutError') {
    return new EgressRefused('timeout', 'caller-deadline')
  }
  return new EgressRefused('aborted', 'caller-aborted')
}
