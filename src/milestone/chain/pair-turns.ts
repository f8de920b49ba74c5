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
