import type { Hex } from 'viem'
import { messageOf } from '../../kernel/runtime/errors.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import type { FaultName, StepWord } from '../chaos/fault.ts'
import { PipelineUnavailable } from '../errors.ts'
import { pause } from '../indexer/pause.ts'
import type { CycleOutcome } from './cycle.ts'
import type { CycleProgress } from './cycle-deps.ts'
import type { CycleSeed } from './cycle-plan.ts'
import type { Invariant } from './invariants.ts'

/** What a finished, or still running, cycle has to show. */
export interface VerificationReport {
  runId: string
  /** The milestone has an approving final verdict, and no invariant is broken. */
  verified: boolean
  status: 'running' | 'verified' | 'unverified'
  /** False while the run goes on by itself after this answer. */
  finished: boolean
  reason: string | undefined
  milestoneHash: Hex | undefined
  txHashes: Hex[]
  /** Requests that the cycle made, and exchanges that they took. */
  requests: number
  attempts: number
  faultsHit: Partial<Record<FaultName, number>>
  exercised: boolean
  recoveries: number
  durationMs: number
  invariants: Invariant[]
}

export interface VerificationDeps {
  /** Runs that an earlier process did not finish, oldest first. */
  unfinished(): Promise<CycleSeed[]>
  /** Stores a new run before anything of it happens. */
  open(): Promise<CycleSeed>
  close(seed: CycleSeed, outcome: CycleOutcome, report: VerificationReport): Promise<void>
  execute(seed: CycleSeed, progress: CycleProgress, signal: AbortSignal): Promise<CycleOutcome>
  /** Starts to count what a report counts; the function answers the counts so far. */
  measure(runId: string): () => Pick<VerificationReport, 'requests' | 'attempts' | 'faultsHit' | 'recoveries'>
  check(runId: string, progress: CycleProgress): Promise<Invariant[]>
  /** For how long no endpoint has answered, in milliseconds. */
  cutOffMs(): number
  log: Log
  now(): number
}

export interface Verification {
  /**
   * Runs one cycle; a caller that comes while one runs gets the same. Answers when it has finished, after 18 s, or when
   * every endpoint has been silent for 3.5 s: the run then completes by itself once one answers again.
   * @throws PipelineUnavailable when no run could be opened in that time
   */
  verify(): Promise<VerificationReport>
  /** What a run of this process has to show; undefined for one that it does not know (any more). */
  report(runId: string): VerificationReport | undefined
  /** Resolves when no run is in progress. */
  idle(): Promise<void>
  /** The part of the cycle that runs now; undefined between cycles. */
  part(): StepWord | undefined
  /** Continues the runs of an earlier process, after `prepare`; call once at start. Every run waits for `prepare`. */
  resume(prepare: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

/** The listener closes a connection that is silent for 30 s. */
const answerMsMax = 18_000
const cutOffMsMax = 3_500
const runMsMax = 300_000
const lookMs = 100
const resumeLookMs = 25
const knownMax = 200

interface Run {
  done: Promise<void>
  part(): StepWord | undefined
  report(): VerificationReport
}

export function createVerification(deps: VerificationDeps): Verification {
  const { log, now } = deps
  const stopping = new AbortController()
  let current: Run | undefined
  let starting: Promise<Run> | undefined
  /** Until the runs of an earlier process are known and done, no new one is opened. */
  let isResumed = false
  let prepared: Promise<void> = Promise.resolve()
  const known = new Map<string, Run>()

  const start = async (seed: CycleSeed): Promise<Run> => {
    const run = beginRun(seed)
    current = run
    known.set(seed.runId, run)
    const [oldest] = known.keys()
    if (known.size > knownMax && oldest !== undefined) known.delete(oldest)
    void run.done.finally(() => {
      if (current === run) current = undefined
    })
    return run
  }

  const beginRun = (seed: CycleSeed): Run => {
    const startedAt = now()
    const progress: CycleProgress = {
      milestoneHash: undefined,
      txHashes: [],
      verified: false,
      released: false,
      step: 'start',
      part: undefined,
    }
    const counts = deps.measure(seed.runId)
    let outcome: CycleOutcome | undefined
    let invariants: Invariant[] = []
    let endedAt: number | undefined
    let final: ReturnType<typeof counts> | undefined

    const report = (): VerificationReport => {
      const { requests, attempts, faultsHit, recoveries } = final ?? counts()
      const status =
        endedAt === undefined ? 'running' : outcome?.verified === true ? 'verified' : 'unverified'
      return {
        runId: seed.runId,
        verified: status === 'verified',
        status,
        finished: endedAt !== undefined,
        reason: outcome?.reason ?? (endedAt === undefined ? `still at: ${progress.step}` : undefined),
        milestoneHash: progress.milestoneHash,
        txHashes: [...progress.txHashes],
        requests,
        attempts,
        faultsHit,
        exercised: Object.values(faultsHit).some((hits) => hits > 0),
        recoveries,
        durationMs: Math.round((endedAt ?? now()) - startedAt),
        invariants,
      }
    }
    const work = async () => {
      await prepared.catch(() => {})
      if (stopping.signal.aborted) return
      const { runId } = seed
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(runMsMax)])
      try {
        outcome = await deps.execute(seed, progress, signal)
      } catch (error) {
        if (stopping.signal.aborted) return
        // What follows the verdict may fail without taking the verdict back.
        const { verified, released, step } = progress
        outcome = { verified, released, reason: `${step}: ${messageOf(error)}` }
        log.warn('a verification run failed', { runId, step, error: messageOf(error) })
      }
      final = counts()
      try {
        invariants = await deps.check(runId, progress)
        const broken = invariants.find(({ held }) => !held)
        if (broken !== undefined)
          outcome = { ...outcome, verified: false, reason: `broken invariant: ${broken.name}` }
      } catch (error) {
        outcome = { ...outcome, reason: `the invariants could not be checked: ${messageOf(error)}` }
      }
      endedAt = now()
      await deps
        .close(seed, outcome, report())
        .catch((error) =>
          log.warn('cannot store the outcome of a verification run', { runId, error: messageOf(error) }),
        )
    }
    return { done: work(), part: () => progress.part, report }
  }

  const runNow = async (deadlineAt: number): Promise<Run> => {
    while (!isResumed && current === undefined && !stopping.signal.aborted && now() < deadlineAt)
      await pause(resumeLookMs, stopping.signal)
    if (current !== undefined) return current
    if (!isResumed) throw new PipelineUnavailable()
    starting ??= deps
      .open()
      .then(start)
      .finally(() => {
        starting = undefined
      })
    return await starting
  }

  return {
    async verify() {
      const deadlineAt = now() + answerMsMax
      const run = await runNow(deadlineAt)
      await Promise.race([run.done, untilCutOff(run.done, deadlineAt)])
      return run.report()
    },
    report: (runId) => known.get(runId)?.report(),
    part: () => current?.part(),
    idle: async () => {
      while (current !== undefined) await current.done
    },
    async resume(prepare) {
      prepared = prepare()
      // Awaited below; a failure before that is no unhandled rejection.
      prepared.catch(() => {})
      try {
        for (const seed of await deps.unfinished()) {
          if (stopping.signal.aborted) return
          log.info('continuing a verification run', { runId: seed.runId })
          await (await start(seed)).done
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

  /** Resolves at the deadline, or when every endpoint has been silent for a while. */
  function untilCutOff(done: Promise<void>, deadlineAt: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const askedAt = now()
    const timer = setInterval(() => {
      const waitedMs = now() - askedAt
      // A caller waits a while even if the endpoints were silent before: they may be back.
      if (now() >= deadlineAt || Math.min(waitedMs, deps.cutOffMs()) >= cutOffMsMax) resolve()
    }, lookMs)
    void done.finally(resolve)
    return promise.finally(() => clearInterval(timer))
  }
}
