/** Runs one task at a time, in the order in which they came. A task that fails does not hold up the next. */
export type Turns = <Answer>(task: () => Promise<Answer>) => Promise<Answer>

export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const turn = last.then(task)
    last = turn.catch(() => {})
    return turn
  }
}

/** Tasks that may overlap with one another, and tasks that may overlap with none. */
export interface Gate {
  shared: Turns
  /** Not to be called again before it has ended. Tasks under way are waited for, up to a limit. */
  alone: Turns
}

export function createGate(waitMsMax: number): Gate {
  const underWay = new Set<Promise<unknown>>()
  let closed: Promise<unknown> | undefined
  return {
    shared: async (task) => {
      while (closed !== undefined) await closed
      const running = task()
      const settled: Promise<unknown> = running.then(
        () => underWay.delete(settled),
        () => underWay.delete(settled),
      )
      underWay.add(settled)
      return await running
    },
    alone: async (task) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      closed = promise
      try {
        if (underWay.size > 0) await Promise.race([Promise.all(underWay), Bun.sleep(waitMsMax)])
        return await task()
      } finally {
        closed = undefined
        resolve()
      }
    },
  }
}

/** Tells whoever waits that something changed. Take the promise before looking, or a ring in between is missed. */
export interface Bell {
  ring(): void
  next(): Promise<void>
}

export function createBell(): Bell {
  let waiting = Promise.withResolvers<void>()
  return {
    ring: () => {
      waiting.resolve()
      waiting = Promise.withResolvers<void>()
    },
    next: () => waiting.promise,
  }
}
