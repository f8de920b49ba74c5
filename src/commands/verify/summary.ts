import type { MatrixCell, Schedule } from '../../milestone/chaos/schedule.ts'
import type { CycleResult } from './remote.ts'

/** One cycle of the report. */
export interface CycleRow {
  number: number
  schedule: Schedule
  /** Whether its faults are certain to apply; `never` is not run. */
  exercise: MatrixCell['exercise']
  result: CycleResult
}

/** All cycles with one fault. */
export interface FaultSummary {
  fault: string
  runs: number
  /** Runs in which it applied; only these count. */
  exercised: number
  /** Exercised runs that ended verified. */
  survived: number
  /** Of exercised runs, in milliseconds. */
  cycleMs: number | null
  p50Ms: number | null
  p95Ms: number | null
  /** Exchanges of verified exercised runs, divided by those of an undisturbed cycle. */
  amplification: number | null
}

/** @param undisturbed exchanges of a cycle without faults */
export function summarise(rows: readonly CycleRow[], undisturbed: number): FaultSummary[] {
  const types = [...new Set(rows.flatMap(({ schedule }) => schedule.map(({ type }) => type)))].sort()
  return types.map((fault) => {
    const runs = rows.filter(({ schedule }) => schedule.some(({ type }) => type === fault))
    const exercised = runs.filter((row) => hitsOf(row, fault) > 0)
    const times = ascending(exercised.flatMap(({ result }) => result.recoveryMs))
    return {
      fault,
      runs: runs.length,
      exercised: exercised.length,
      survived: exercised.filter(({ result }) => result.verified).length,
      cycleMs: percentile(ascending(exercised.map(({ result }) => result.durationMs)), 0.5),
      p50Ms: percentile(times, 0.5),
      p95Ms: percentile(times, 0.95),
      amplification: amplification(exercised, undisturbed),
    }
  })
}

/** Mean exchanges of verified cycles, in exchanges of an undisturbed one; null without any. */
export function amplification(rows: readonly CycleRow[], undisturbed: number): number | null {
  const attempts = rows.filter(({ result }) => result.verified).map(({ result }) => result.attempts)
  if (attempts.length === 0 || undisturbed === 0) return null
  const mean = attempts.reduce((sum, each) => sum + each, 0) / attempts.length
  return Math.round((100 * mean) / undisturbed) / 100
}

/** Faults of a cycle that never applied, so that the cycle does not count for them. */
export function notExercised(row: CycleRow): string[] {
  return row.schedule.map(({ type }) => type).filter((type) => hitsOf(row, type) === 0)
}

export function hitsOf({ result }: CycleRow, type: string): number {
  return result.faultsHit[type] ?? 0
}

function ascending(values: readonly number[]): number[] {
  return [...values].sort((a, b) => a - b)
}

/** Broken invariants of a cycle, or that none could be checked as it did not finish. */
export function problemsOf({ invariants, finished, reason }: CycleResult): string[] {
  if (!finished || invariants.length === 0) return [`nothing could be checked: ${reason}`]
  return invariants.filter(({ held }) => !held).map(({ name, detail }) => `${name}: ${detail}`)
}

/** Nearest rank over ascending values; null without any. */
export function percentile(ascending: readonly number[], share: number): number | null {
  return ascending[Math.max(0, Math.ceil(ascending.length * share) - 1)] ?? null
}
