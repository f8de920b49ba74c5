/** At most `perHost` at work for one host; the others wait in order. */
export interface Turns {
  /** Resolves to the function that gives the turn back. @throws the signal's reason when it is aborted first */
  take(host: string, signal: AbortSignal): Promise<() => void>
}

export function createTurns(perHost: number): Turns {
  const hosts = new Map<string, { busy: number; waiting: Set<() => void> }>()
  const queueOf = (host: string) => {
    const queue = hosts.get(host) ?? { busy: 0, waiting: new Set() }
    hosts.set(host, queue)
    return queue
  }
  return {
    async take(host, signal) {
      signal.throwIfAborted()
      const queue = queueOf(host)
      if (queue.busy >= perHost) await waitIn(queue.waiting, signal)
      else queue.busy += 1
      let given = false
      return () => {
        if (given) return
        given = true
        // The turn goes straight to the next one waiting, so that no newcomer overtakes.
        const next = queue.waiting.values().next().value
        if (next !== undefined) next()
        else {
          queue.busy -= 1
          if (queue.busy === 0) hosts.delete(host)
        }
      }
    },
  }
}

function waitIn(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      waiting.delete(enter)
      signal.removeEventListener('abort', abort)
    }
    const enter = () => {
      leave()
      resolve()
    }
    const abort = () => {
      leave()
      reject(signal.reason)
    }
    waiting.add(enter)
    signal.addEventListener('abort', abort, { once: true })
  })
}
