import { within } from '../../kernel/runtime/async.ts'

/** Shared tasks may overlap one another, an exclusive task overlaps no shared one. */
export type Gate = ReturnType<typeof createGate>

const waitMsMaxDefault = 600_000

export function createGate() {
  const underWay = new Set<Promise<unknown>>()
  let exclusive: Promise<void> | undefined
  return {
    /** Runs `task`, after the exclusive task that is running or after `waitMsMax`. */
    shared: async <Result>(task: () => Promise<Result>, waitMsMax: number = waitMsMaxDefault) => {
      const deadline = performance.now() + waitMsMax
      // The last check and the start are one step: an exclusive task that began in between would not wait for this one.
      while (exclusive !== undefined && performance.now() < deadline)
        await within(exclusive, deadline - performance.now()).catch(() => {})
      const running = task()
      const settled: Promise<unknown> = running.catch(() => {}).finally(() => underWay.delete(settled))
      underWay.add(settled)
      return await running
    },
    /**
     * Runs `task` while no shared task begins, after those under way or after `drainMsMax`; 0 does not wait for them. Must
     * not be called while another exclusive task runs.
     */
    exclusive: async <Result>(task: () => Promise<Result>, drainMsMax: number) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      exclusive = promise
      try {
        if (drainMsMax > 0 && underWay.size > 0)
          await within(Promise.all(underWay), drainMsMax).catch(() => {})
        return await task()
      } finally {
        exclusive = undefined
        resolve()
      }
    },
  }
}

/** Wakes up loops that `pause`. Take `next` before the state is checked, or a change in between is missed. */
export type Notifier = ReturnType<typeof createNotifier>

export function createNotifier() {
  let waiting = new AbortController()
  return {
    notify: () => {
      const notified = waiting
      waiting = new AbortController()
      notified.abort()
    },
    /** Aborts at the next notification. Unlike a promise it does not retain those who stopped waiting for it. */
    next: () => waiting.signal,
  }
}
