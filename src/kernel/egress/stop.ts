import { EgressRefused } from './refused.ts'

/** One signal for everything that ends a request early; its reason is always an EgressRefused. */
export interface Stop {
  readonly signal: AbortSignal
  /** Starts the clock of the whole request, if it has one; only the first call counts. */
  startClock(): void
  /** Forgets the timer and the callers' signals. */
  release(): void
}

export function createStop(signals: readonly (AbortSignal | undefined)[], requestMs?: number): Stop {
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
    startClock() {
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

/** A deadline of the caller's is told apart from a caller that went away. */
function refusalOf(signal: AbortSignal | undefined): EgressRefused {
  const reason: unknown = signal?.reason
  if (reason instanceof EgressRefused) return reason
  if (reason instanceof DOMException && reason.name === 'TimeoutError') {
    return new EgressRefused('timeout', 'caller-deadline')
  }
  return new EgressRefused('aborted', 'caller-aborted')
}

/** The promise, or the signal's reason if that comes first; what the promise does afterwards is nobody's matter. */
export function unlessStopped<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
