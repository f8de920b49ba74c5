import { AsyncLocalStorage } from 'node:async_hooks'

const waits = new AsyncLocalStorage<number>()

/** Limits how long each statement of `work` may wait for its turn: one that waits longer is rejected and never runs. */
export function withStatementWait<Result>(msMax: number, work: () => Result): Result {
  return waits.run(msMax, work)
}

/** For work that a request starts and that goes on after its answer. */
export function withoutStatementWait<Result>(work: () => Result): Result {
  return waits.exit(work)
}

/** The limit in milliseconds; undefined outside such work. */
export function statementWaitMs(): number | undefined {
  return waits.getStore()
}

/** A statement that was not run; the code is one of those by which a database is unavailable. */
export class StatementNotRun extends Error {
  readonly code = 'CONNECT_TIMEOUT'
  constructor() {
    super('the statement waited too long for its turn and was not run')
  }
}

/** A queue that runs one piece of work at a time. */
export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Applies the limit to a queue that runs one at a time. @throws StatementNotRun */
export function limitedTurns(turns: Turns): Turns {
  return async (work) => {
    const msMax = statementWaitMs()
    if (msMax === undefined) return await turns(work)
    const late = Promise.withResolvers<never>()
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      late.reject(new StatementNotRun())
    }, msMax)
    const run = turns(async () => {
      clearTimeout(timer)
      if (isLate) throw new StatementNotRun()
      return await work()
    })
    return await Promise.race([run, late.promise])
  }
}
