import { percentile } from '../../kernel/runtime/percentile.ts'
import type { FaultType } from '../../milestone/chaos/fault.ts'
import type { MatrixCell, Schedule } from '../../milestone/chaos/schedule.ts'
import type { CycleResult } from './remote.ts'

export interface VerifyPlan {
  cycles: number
  from: number
  seed: number
  types: readonly FaultType[]
  chaos: string
  spareOne: boolean
  report: string | undefined
  matrix: boolean
  requireExercised: boolean
}

/** One cycle of the report. */
export interface CycleRow {
  number: number
  schedule: Schedule
  /** Whether its faults are certain to apply; `never` is not run. */
  exercise: MatrixCell['exercise']
  result: CycleResult
}

/** All cycles with one fault. */
interface FaultSummary {
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
    const times = exercised.flatMap(({ result }) => result.recoveryMs)
    return {
      fault,
      runs: runs.length,
      exercised: exercised.length,
      survived: exercised.filter(({ result }) => result.verified).length,
      cycleMs: percentile(
        exercised.map(({ result }) => result.durationMs),
        0.5,
      ),
      p50Ms: percentile(times, 0.5),
      p95Ms: percentile(times, 0.95),
      amplification: amplification(exercised, undisturbed),
    }
  })
}

/** Mean exchanges of verified cycles, in exchanges of an undisturbed one; null without any. */
function amplification(rows: readonly CycleRow[], undisturbed: number): number | null {
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

/** Broken invariants of a cycle, or that none could be checked as it did not finish. */
export function problemsOf({ invariants, finished, reason }: CycleResult): string[] {
  if (!finished || invariants.length === 0) return [`nothing could be checked: ${reason}`]
  return invariants.filter(({ held }) => !held).map(({ name, detail }) => `${name}: ${detail}`)
}

/** The plan, and the heads of the columns. */
export function headingOf({ seed, cycles, from, types, matrix }: VerifyPlan): string {
  const what = matrix ? 'the whole matrix' : `${cycles} cycles from ${from}`
  const faults = types.length === 0 ? 'none' : types.join(' ')
  const columns = `${'cycle'.padStart(5)}  ${'outcome'.padEnd(12)} ${'ms'.padStart(6)} ${'recovered'.padStart(9)}  faults with their hits`
  return `seed ${seed}, ${what}, faults: ${faults}\n\n${columns}`
}

/** One cycle, with the hits of its faults. */
export function lineOf(row: CycleRow): string {
  const { number, schedule, result } = row
  const faults = schedule.map((fault) => {
    const hits = hitsOf(row, fault.type)
    return `${textOf([fault])}:${hits === 0 ? 'not exercised' : hits}`
  })
  return `${String(number).padStart(5)}  ${outcomeOf(row).padEnd(12)} ${String(result.durationMs).padStart(6)} ${String(result.recoveries).padStart(9)}  ${faults.join(' ')}`
}

export function textOf(schedule: Schedule): string {
  return schedule
    .map(({ type, steps, count, probability, endpoint }) => {
      if (steps === undefined) return type
      const manner =
        probability < 1 ? '30%' : endpoint === 'all' && count === 1 ? 'once' : `endpoint ${endpoint}`
      return `${type}@${steps.join('+')} ${manner}`
    })
    .join(' ')
}

/** One line for each fault, and the totals. */
export function tableOf(
  rows: readonly CycleRow[],
  summary: readonly FaultSummary[],
  undisturbed: number,
  broken: number,
): string {
  const head = ['runs', 'exercised', 'survived', 'cycle ms', 'p50 ms', 'p95 ms', 'requests']
  const lines = summary.map(
    ({ fault, runs, exercised, survived, cycleMs, p50Ms, p95Ms, amplification: factor }) =>
      fault.padEnd(18) +
      [runs, exercised, survived, cycleMs, p50Ms, p95Ms, factor === null ? null : `x${factor.toFixed(2)}`]
        .map((cell) => String(cell ?? '-').padStart(10))
        .join(''),
  )
  const disturbed = rows.filter(({ schedule }) => schedule.length > 0)
  const idle = disturbed.filter((row) => notExercised(row).length === row.schedule.length)
  const partly = disturbed.filter((row) => notExercised(row).length > 0).length - idle.length
  const verified = rows.filter(({ result }) => result.verified).length
  return [
    '',
    `${'fault'.padEnd(18)}${head.map((name) => name.padStart(10)).join('')}`,
    ...lines,
    '',
    `${verified} of ${rows.length} cycles verified; ${idle.length} in which no fault applied and ${partly} in which some did not`,
    `exchanges x${amplification(rows, undisturbed)?.toFixed(2) ?? '-'} of an undisturbed cycle, invariants broken ${broken}`,
  ].join('\n')
}

function outcomeOf(row: CycleRow): string {
  const { schedule, result } = row
  if (problemsOf(result).length > 0) return 'BROKEN'
  if (!result.verified) return result.finished ? 'pending' : 'running'
  return schedule.length > 0 && notExercised(row).length === schedule.length ? 'no fault' : 'verified'
}
