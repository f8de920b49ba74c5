import { AsyncLocalStorage } from 'node:async_hooks'

/** How long the statements of one request may wait; statements that wait at the same time share that time. */
interface Wait {
  /** For one statement, in milliseconds. */
  readonly msMax: number
  /** For all together, without the time since `since`. */
  leftMs: number
  waiting: number
  since: number
}

const waits = new AsyncLocalStorage<Wait>()
/** A request of many statements is refused about as soon as one of a single statement, however many there are. */
const longWaitsMax = 2

/**
 * Limits how long each statement of `work` may wait for its turn, and all together to twice that: one that waits longer
 * is rejected and never runs.
 */
export function withStatementWait<Result>(msMax: number, work: () => Result): Result {
  return waits.run({ msMax, leftMs: longWaitsMax * msMax, waiting: 0, since: 0 }, work)
}

/** For work that a request starts and that goes on after its answer. */
export function withoutStatementWait<Result>(work: () => Result): Result {
  return waits.exit(work)
}

/** The limit for the next statement, in milliseconds; undefined outside such work. */
export function statementWaitMs(): number | undefined {
  const wait = waits.getStore()
  if (wait === undefined) return undefined
  const runningMs = wait.waiting > 0 ? performance.now() - wait.since : 0
  return Math.max(0, Math.min(wait.msMax, wait.leftMs - runningMs))
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
    const endWait = beginWait()
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      endWait()
      late.reject(new StatementNotRun())
    }, msMax)
    const run = turns(async () => {
      clearTimeout(timer)
      if (isLate) throw new StatementNotRun()
      endWait()
      return await work()
    })
    return await Promise.race([run, late.promise])
  }
}

/** Counts the time until the returned function is called as waited. */
function beginWait(): () => void {
  const wait = waits.getStore()
  if (wait === undefined) return () => {}
  if (wait.waiting === 0) wait.since = performance.now()
  wait.waiting += 1
  return () => {
    wait.waiting -= 1
    if (wait.waiting === 0) wait.leftMs -= performance.now() - wait.since
  }
}
