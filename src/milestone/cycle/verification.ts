import { LRUCache } from 'lru-cache'
import { withoutStatementWait } from '../../kernel/database/statement-wait.ts'
import { pause, within } from '../../kernel/runtime/async.ts'
import { kernelError } from '../../kernel/runtime/errors.ts'
import { milestoneError } from '../errors.ts'
import type { CycleSeed } from './plan.ts'
import { type Run, type RunDeps, startRun, type UnfinishedRun } from './run.ts'

export interface VerificationDeps extends RunDeps {
  /** Runs that an earlier process did not finish, oldest first. */
  unfinished(): Promise<UnfinishedRun[]>
  /** Stores a new run before it begins. */
  open(): Promise<CycleSeed>
  /** For how long no endpoint has answered, in milliseconds. */
  silentMs(): number
}

export type Verification = ReturnType<typeof createVerification>

/** Less than the 30 s after which the listener closes a silent connection. */
const answerMsMax = 18_000
const silentMsMax = 3_500
const pollMs = 100
const resumePollMs = 25
const runsMax = 200

export function createVerification(deps: VerificationDeps) {
  const { log, now } = deps
  const stopping = new AbortController()
  const { signal } = stopping
  const runs = new LRUCache<string, Run>({ max: runsMax })
  let current: Run | undefined
  let opening: Promise<Run> | undefined
  /** No new run is opened before the runs of an earlier process are known and finished. */
  let isResumed = false
  let isRetired = false
  let prepared: Promise<void> = Promise.resolve()

  const start = (seed: CycleSeed | UnfinishedRun): Run => {
    // Its callers share it, and it may go on after their answers: their statements' time is not its own.
    const run = withoutStatementWait(() => startRun(seed, deps, { ready: prepared, signal }))
    current = run
    runs.set(seed.runId, run)
    void run.done.finally(() => {
      if (current === run) current = undefined
    })
    return run
  }
  const currentOrNew = async (deadlineAt: number): Promise<Run> => {
    while (!isResumed && current === undefined && !signal.aborted && now() < deadlineAt)
      await pause(resumePollMs, signal)
    if (current !== undefined) return current
    if (isRetired)
      throw milestoneError('pipeline_unavailable', 'the demo chain is being replaced by a new one', 15)
    if (!isResumed)
      throw milestoneError('pipeline_unavailable', 'the runs of an earlier process are not finished yet', 5)
    opening ??= deps
      .open()
      .then(start)
      .finally(() => {
        opening = undefined
      })
    return await opening
  }
  /** Resolves when the run is done, at the deadline, or when no endpoint has answered for a while. */
  const untilAnswer = async ({ done }: Run, deadlineAt: number): Promise<void> => {
    const over = Promise.withResolvers<void>()
    const startedAt = now()
    const timer = setInterval(() => {
      // Earlier silence does not count: the endpoints may be back.
      const silentMs = Math.min(now() - startedAt, deps.silentMs())
      if (now() >= deadlineAt || silentMs >= silentMsMax) over.resolve()
    }, pollMs)
    await Promise.race([done, over.promise])
    clearInterval(timer)
  }

  const idle = async () => {
    await opening?.catch(() => {})
    while (current !== undefined) await current.done
  }
  return {
    /**
     * Runs one cycle; concurrent callers share it. Resolves when it has finished, after 18 s, or when no endpoint has
     * answered for 3.5 s: the run then completes by itself once one answers again.
     * @throws pipeline_unavailable when no run could be opened in that time, database_unavailable when the run failed by it
     */
    async verify() {
      const deadlineAt = now() + answerMsMax
      const run = await currentOrNew(deadlineAt)
      await untilAnswer(run, deadlineAt)
      if (run.lackedDatabase()) throw kernelError('database_unavailable')
      return run.report()
    },
    /** Undefined for a run that this process did not start, or has forgotten. */
    report: (runId: string) => runs.get(runId)?.report(),
    /** The part of the cycle that runs now; undefined between cycles. */
    part: () => current?.part(),
    /** Resolves when no run is in progress. */
    idle,
    /** Opens no further runs; resolves when none is in progress, or when `signal` is aborted. */
    async retire(until: AbortSignal) {
      isRetired = true
      await within(idle(), until).catch((error) => {
        if (!until.aborted) throw error
      })
    },
    /** Continues the runs of an earlier process, after `prepare`; call once at start. Every run waits for `prepare`. */
    async resume(prepare: () => Promise<void>) {
      prepared = prepare()
      // Awaited below; an earlier rejection must not count as unhandled.
      prepared.catch(() => {})
      try {
        for (const run of await deps.unfinished()) {
          if (signal.aborted) return
          log.info('continuing a verification run', { runId: run.runId })
          await start(run).done
        }
      } finally {
        isResumed = true
      }
      await prepared
    },
    async stop() {
      stopping.abort()
      await current?.done
    },
  }
}
