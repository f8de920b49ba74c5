import type { Schedule } from '../../milestone/chaos/schedule.ts'
import {
  amplification,
  type CycleRow,
  type FaultSummary,
  hitsOf,
  notExercised,
  problemsOf,
} from './summary.ts'

/** The plan, and the heads of the columns. */
export function headingOf(plan: {
  seed: number
  cycles: number
  from: number
  types: readonly string[]
  matrix: boolean
}): string {
  const { seed, cycles, from, types, matrix } = plan
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
