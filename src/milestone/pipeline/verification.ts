import type { Hex } from 'viem'
import { messageOf } from '../../kernel/errors.ts'
import type { Log } from '../../kernel/log.ts'
import type { FaultType, StepWord } from '../chaos/fault.ts'
import { pause } from '../indexer/pause.ts'
import type { CycleOutcome } from './cycle.ts'
import type { CycleProgress } from './cycle-deps.ts'
import type { CycleSeed } from './cycle-plan.ts'
import type { Invariant } from './invariants.ts'

/** What a finished, or still running, cycle has to show. */
export interface VerificationReport {
  runId: string
  verified: boolean
  /** False while the run goes on by itself after this answer. */
  finished: boolean
  reason: string | undefined
  milestoneHash: Hex | undefined
  txHashes: Hex[]
  /** Requests that the cycle made, and exchanges that they took. */
  requests: number
  attempts: number
  faultsHit: Partial<Record<FaultType, number>>
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
  close(runId: string, outcome: CycleOutcome): Promise<void>
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
   * Runs one cycle; a caller that comes while one runs gets the same. Answers when it has finished, after 30 s, or when
   * every endpoint has been silent for 3.5 s: the run then completes by itself once one answers again.
   */
  verify(): Promise<VerificationReport>
  /** What a run of this process has to show; undefined for one that it does not know (any more). */
  report(runId: string): VerificationReport | undefined
  /** Resolves when no run is in progress. */
  idle(): Promise<void>
  /** The part of the cycle that runs now; undefined between cycles. */
  part(): StepWord | undefined
  /** Goes on with what an earlier process left, after `prepare`; call once at start. No new run begins before. */
  resume(prepare: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

const answerMsMax = 30_000
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
  let isResumed = false
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
    const progress: CycleProgress = { milestoneHash: undefined, txHashes: [], step: 'start', part: undefined }
    const counts = deps.measure(seed.runId)
    let outcome: CycleOutcome | undefined
    let invariants: Invariant[] = []
    let endedAt: number | undefined
    let final: ReturnType<typeof counts> | undefined

    const work = async () => {
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(runMsMax)])
      try {
        outcome = await deps.execute(seed, progress, signal)
        await deps.close(seed.runId, outcome)
      } catch (error) {
        if (stopping.signal.aborted) return
        outcome = { verified: false, released: false, reason: `${progress.step}: ${messageOf(error)}` }
        log.warn('a verification run failed', {
          runId: seed.runId,
          step: progress.step,
          error: messageOf(error),
        })
        await deps.close(seed.runId, outcome).catch(() => {})
      }
      final = counts()
      invariants = await deps
        .check(seed.runId, progress)
        .catch((error) => [
          { name: 'the invariants could be checked', held: false, detail: messageOf(error) },
        ])
      endedAt = now()
    }
    return {
      done: work(),
      part: () => progress.part,
      report: () => {
        const { requests, attempts, faultsHit, recoveries } = final ?? counts()
        return {
          runId: seed.runId,
          verified: outcome?.verified ?? false,
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
      },
    }
  }

  /** A new run is opened only when those of an earlier process are known: until then a caller waits, or joins one of them. */
  const runNow = async (): Promise<Run> => {
    while (!isResumed && current === undefined && !stopping.signal.aborted)
      await pause(resumeLookMs, stopping.signal)
    if (current !== undefined) return current
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
      const run = await runNow()
      await Promise.race([run.done, untilCutOff(run.done)])
      return run.report()
    },
    report: (runId) => known.get(runId)?.report(),
    part: () => current?.part(),
    idle: async () => {
      while (current !== undefined) await current.done
    },
    async resume(prepare) {
      try {
        await prepare()
        for (const seed of await deps.unfinished()) {
          if (stopping.signal.aborted) return
          log.info('going on with a verification run', { runId: seed.runId })
          await (await start(seed)).done
        }
      } finally {
        isResumed = true
      }
    },
    async stop() {
      stopping.abort()
      await current?.done
    },
  }

  /** Resolves after the longest wait, or when there is nobody to wait for. */
  function untilCutOff(done: Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const askedAt = now()
    const timer = setInterval(() => {
      const waitedMs = now() - askedAt
      // A caller waits a while even if the endpoints were silent before: they may be back.
      if (waitedMs >= answerMsMax || Math.min(waitedMs, deps.cutOffMs()) >= cutOffMsMax) resolve()
    }, lookMs)
    void done.finally(resolve)
    return promise.finally(() => clearInterval(timer))
  }
}
