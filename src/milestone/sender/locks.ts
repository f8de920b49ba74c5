import { unlessAborted } from './chain-questions.ts'

/** Runs work of one key one after the other. */
export interface Locks {
  /** Rejects with the signal's reason when it fires before the turn has come; then the work never starts. */
  run<Answer>(key: string, signal: AbortSignal, work: () => Promise<Answer>): Promise<Answer>
}

export function createLocks(): Locks {
  const tails = new Map<string, Promise<void>>()
  return {
    async run(key, signal, work) {
      const before = tails.get(key)
      const mine = Promise.withResolvers<void>()
      // Whoever comes later waits for those before as well, should this one leave early.
      const tail = Promise.all([before, mine.promise]).then(() => {
        if (tails.get(key) === tail) tails.delete(key)
      })
      tails.set(key, tail)
      try {
        if (before !== undefined) await unlessAborted(before, signal)
        return await work()
      } finally {
        mine.resolve()
      }
    },
  }
}
