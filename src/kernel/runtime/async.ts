import PQueue from 'p-queue'

/**
 * The outcome of `work`, unless a limit in milliseconds or the abort of a signal comes first; `work` itself goes on then.
 * @throws what `late` makes; by default an Error that names the limit, or the signal's reason
 */
export async function within<Result>(
  work: Result | Promise<Result>,
  limit: number | AbortSignal,
  late?: () => Error,
): Promise<Result> {
  const ended = Promise.withResolvers<never>()
  const stop =
    typeof limit === 'number'
      ? afterMs(limit, () => ended.reject(late?.() ?? new Error(`no answer within ${limit} ms`)))
      : onAbort(limit, () => ended.reject(late?.() ?? limit.reason))
  try {
    return await Promise.race([ended.promise, work])
  } finally {
    stop()
  }
}

/** Resolves after so many milliseconds, or as soon as `signal` aborts. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  const over = Promise.withResolvers<void>()
  const stopTimer = afterMs(ms, over.resolve)
  const stopListening = signal && onAbort(signal, over.resolve)
  await over.promise
  stopTimer()
  stopListening?.()
}

/** Runs a task of one key. A task whose signal aborts while it waits never starts; a running one is not interrupted. */
export type KeyedQueue = <Result>(
  key: string,
  signal: AbortSignal,
  task: () => Promise<Result>,
) => Promise<Result>

/** At most `concurrency` tasks of one key run at a time; the others wait in order. A failed task does not stop the next. */
export function createKeyedQueue(concurrency: number): KeyedQueue {
  const queues = new Map<string, { queue: PQueue; tasks: number }>()
  return async (key, signal, task) => {
    const keyed = queues.get(key) ?? { queue: new PQueue({ concurrency }), tasks: 0 }
    queues.set(key, keyed)
    keyed.tasks += 1
    // Not the signal itself: PQueue would free the place of a running task whose signal aborts.
    const waiting = new AbortController()
    const stop = onAbort(signal, () => waiting.abort(signal.reason))
    try {
      const start = () => {
        stop()
        return task()
      }
      return await keyed.queue.add(start, { signal: waiting.signal })
    } finally {
      stop()
      keyed.tasks -= 1
      if (keyed.tasks === 0) queues.delete(key)
    }
  }
}

function afterMs(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** Calls `run` when `signal` aborts, at once if it has. */
function onAbort(signal: AbortSignal, run: () => void): () => void {
  if (signal.aborted) run()
  signal.addEventListener('abort', run, { once: true })
  return () => signal.removeEventListener('abort', run)
}
