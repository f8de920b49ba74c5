import { isDatabaseUnavailable } from '../../kernel/database/database-unavailable.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import type { Chaos } from '../chaos/fault.ts'
import type { RecoveryLog } from '../feed/recovery-log.ts'
import type { LoggedRecovery } from '../recovery-event.ts'
import type { ResilientClient } from '../rpc/client.ts'
import type { CycleProgress } from './context.ts'
import type { CycleOutcome } from './cycle.ts'
import type { CycleSeed } from './plan.ts'
import type { Invariant, RunCounts, RunStep, VerificationReport } from './run-views.ts'

export interface RunDeps {
  execute(seed: CycleSeed, progress: CycleProgress, signal: AbortSignal): Promise<CycleOutcome>
  /** Starts the counters of a report; the returned function reads them. */
  measure(runId: string): () => RunCounts & Pick<VerificationReport, 'recoveries'>
  /** Stores how far it has come, for a process that continues it. */
  save(report: VerificationReport): Promise<void>
  check(runId: string, progress: CycleProgress, signal: AbortSignal): Promise<Invariant[]>
  close(seed: CycleSeed, outcome: CycleOutcome, report: VerificationReport): Promise<void>
  log: Log
  now(): number
}

/** A run that an earlier process began, with what that counted up to its newest step. */
export interface UnfinishedRun extends CycleSeed {
  earlier: RunCounts
}

export type Run = ReturnType<typeof startRun>

const runMsMax = 300_000

/** Executes one cycle once `ready` settles, checks the invariants and stores the report. An abort stores nothing. */
export function startRun(
  seed: CycleSeed & Partial<UnfinishedRun>,
  deps: RunDeps,
  { ready, signal }: { ready: Promise<void>; signal: AbortSignal },
) {
  const { log, now } = deps
  const { runId, earlier } = seed
  const startedAt = earlier === undefined ? now() : seed.startedAt * 1000
  const progress: CycleProgress = {
    milestoneHash: undefined,
    txHashes: [],
    verified: false,
    released: false,
    step: 'start',
    part: undefined,
    begin(part, name) {
      progress.part = part
      progress.step = name
      steps.begin(part, name)
      saved = saved
        .then(() => deps.save(report()))
        .catch((error) => log.debug('cannot store a step of a run', { runId, error: messageOf(error) }))
    },
  }
  const measured = deps.measure(runId)
  const counts = () => {
    const now = measured()
    return earlier === undefined ? now : { ...now, ...sumOfCounts(earlier, now) }
  }
  const steps = trackSteps(counts, () => Math.round(now() - startedAt), earlier)
  let saved = Promise.resolve()
  let outcome: CycleOutcome | undefined
  let lackedDatabase = false
  let invariants: Invariant[] = []
  let endedAt: number | undefined
  let finalCounts: ReturnType<typeof counts> | undefined

  const report = (): VerificationReport => {
    const status = endedAt === undefined ? 'running' : outcome?.verified === true ? 'verified' : 'unverified'
    const { requests, attempts, faultsHit, recoveries } = finalCounts ?? counts()
    return {
      runId,
      verified: status === 'verified',
      status,
      finished: endedAt !== undefined,
      reason: outcome?.reason ?? (endedAt === undefined ? `still at: ${progress.step}` : null),
      milestoneHash: progress.milestoneHash ?? null,
      txHashes: [...progress.txHashes],
      requests,
      attempts,
      faultsHit,
      exercised: Object.values(faultsHit).some((hits) => hits > 0),
      recoveries,
      durationMs: Math.round((endedAt ?? now()) - startedAt),
      invariants,
      steps: steps.all(),
    }
  }
  const execute = async (): Promise<CycleOutcome | undefined> => {
    try {
      return await deps.execute(seed, progress, AbortSignal.any([signal, AbortSignal.timeout(runMsMax)]))
    } catch (error) {
      if (signal.aborted) return undefined
      lackedDatabase = isDatabaseUnavailable(error)
      // A failure after the verdict does not revoke the verdict.
      const { verified, released, step } = progress
      log.warn('a verification run failed', { runId, step, error: messageOf(error) })
      return { verified, released, reason: `${step}: ${messageOf(error)}` }
    }
  }
  const check = async (executed: CycleOutcome): Promise<CycleOutcome | undefined> => {
    try {
      invariants = await deps.check(runId, progress, signal)
      const broken = invariants.find(({ held }) => !held)
      if (broken === undefined) return executed
      const reason = [executed.reason, `broken invariant: ${broken.name}`].filter(Boolean).join('; ')
      return { ...executed, verified: false, reason }
    } catch (error) {
      if (signal.aborted) return undefined
      return { ...executed, reason: `the invariants could not be checked: ${messageOf(error)}` }
    }
  }
  const work = async () => {
    await ready.catch(() => {})
    if (signal.aborted) return
    outcome = await execute()
    steps.end()
    if (outcome === undefined) return
    finalCounts = counts()
    outcome = await check(outcome)
    if (outcome === undefined) return
    endedAt = now()
    try {
      await deps.close(seed, outcome, report())
    } catch (error) {
      log.warn('cannot store the outcome of a verification run', { runId, error: messageOf(error) })
    }
  }
  return {
    /** Never rejects. */
    done: work(),
    part: () => progress.part,
    report,
    /** Whether it failed as the database could not be used, which says nothing about the milestone. */
    lackedDatabase: () => lackedDatabase && endedAt !== undefined && !report().verified,
  }
}

/** The steps of a run with what each of them took. */
function trackSteps(
  counts: () => Pick<RunStep, 'attempts' | 'faultsHit'>,
  elapsedMs: () => number,
  earlier: RunCounts | undefined,
) {
  const steps: RunStep[] = []
  if (earlier !== undefined) {
    const { attempts, faultsHit } = earlier
    const name = 'before a restart'
    steps.push({ name, part: 'start', startedMs: 0, endedMs: elapsedMs(), attempts, faultsHit })
  }
  let before = counts()
  const measured = () => {
    const { attempts, faultsHit } = counts()
    return { attempts: attempts - before.attempts, faultsHit: hitsSince(faultsHit, before.faultsHit) }
  }
  const end = () => {
    const last = steps.at(-1)
    if (last?.endedMs === null) Object.assign(last, { ...measured(), endedMs: elapsedMs() })
  }
  return {
    end,
    begin: (part: string, name: string) => {
      end()
      before = counts()
      steps.push({ name, part, startedMs: elapsedMs(), endedMs: null, attempts: 0, faultsHit: {} })
    },
    all: () => steps.map((step) => (step.endedMs === null ? { ...step, ...measured() } : step)),
  }
}

/** Starts the counters of a run's report; the returned function reads them. */
export function measureRun(client: ResilientClient, chaos: Chaos, recoveryLog: RecoveryLog, runId: string) {
  const { requests, attempts } = client.counters()
  const hitsBefore = chaos.hits()
  return () => {
    const now = client.counters()
    return {
      requests: now.requests - requests,
      attempts: now.attempts - attempts,
      faultsHit: hitsSince(chaos.hits(), hitsBefore),
      recoveries: recoveryLog.events.filter((event) => event.runId === runId && event.outcome === 'success')
        .length,
    }
  }
}

function sumOfCounts(earlier: RunCounts, now: RunCounts): RunCounts {
  const faultsHit = { ...earlier.faultsHit }
  for (const [name, hits] of Object.entries(now.faultsHit)) faultsHit[name] = (faultsHit[name] ?? 0) + hits
  return {
    requests: earlier.requests + now.requests,
    attempts: earlier.attempts + now.attempts,
    faultsHit,
  }
}

/** Hits beyond earlier ones, by fault. */
function hitsSince(
  now: Readonly<Partial<Record<string, number>>>,
  earlier: Readonly<Partial<Record<string, number>>>,
): Record<string, number> {
  const hits = Object.entries(now).map(([name, count = 0]) => [name, count - (earlier[name] ?? 0)] as const)
  return Object.fromEntries(hits.filter(([, count]) => count > 0))
}

/** Events of a run that were reported as pending and have no outcome. */
export function openFailures(
  { events }: Pick<RecoveryLog, 'events'>,
  runId: string,
): readonly LoggedRecovery[] {
  const open = new Map<string, LoggedRecovery>()
  for (const event of events) {
    if (event.runId !== runId) continue
    const key = `${event.event} ${event.target}`
    if (event.outcome === 'pending') open.set(key, event)
    else open.delete(key)
  }
  return [...open.values()]
}

/** Gives what an earlier process of the run has left pending an outcome. */
export function closeFailures(recoveryLog: Pick<RecoveryLog, 'events' | 'record'>, runId: string): void {
  for (const { timestamp, ...event } of openFailures(recoveryLog, runId))
    recoveryLog.record({ ...event, action: 'the process ended: continue the run', outcome: 'degraded' })
}
