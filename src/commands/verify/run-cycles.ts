import { writeFileSync } from 'node:fs'
import { drawSchedule, faultMatrix, type Schedule, shrinkSchedule } from '../../milestone/chaos/schedule.ts'
import { ConnectionLost, type Remote } from './remote.ts'
import {
  type CycleRow,
  headingOf,
  hitsOf,
  lineOf,
  notExercised,
  problemsOf,
  summarise,
  tableOf,
  textOf,
  type VerifyPlan,
} from './summary.ts'

type Cell = Omit<CycleRow, 'result'>

interface Broken {
  row: CycleRow
  problems: string[]
}

/** Results of all cycles so far. */
interface Findings {
  rows: CycleRow[]
  /** Rows with a fault that should have applied and did not. */
  lacking: CycleRow[]
  /** Exchanges of a cycle without faults. */
  undisturbed: number
  broken?: Broken
  smallest?: Schedule
  /** Why the service was lost. */
  lost?: string
}

const retriesMax = 2
const retryPauseMs = 2_100

/** Runs the planned cycles and prints a table. @returns whether they failed */
export async function runCycles(remote: Remote, plan: VerifyPlan): Promise<boolean> {
  print(headingOf(plan))
  const found: Findings = { rows: [], lacking: [], undisturbed: 0 }
  try {
    await runAll(remote, plan, found)
    if (found.broken !== undefined) found.smallest = await explain(remote, plan, found.broken)
  } catch (error) {
    if (!(error instanceof ConnectionLost)) throw error
    found.lost = error.message
    print(error.message)
  }
  return conclude(plan, found)
}

async function runAll(remote: Remote, plan: VerifyPlan, found: Findings): Promise<void> {
  const run = async (cell: Cell): Promise<CycleRow> => {
    const row = { ...cell, result: await remote.runCycle(cell.schedule) }
    found.rows.push(row)
    print(lineOf(row))
    const problems = problemsOf(row.result)
    if (problems.length > 0) found.broken ??= { row, problems }
    return row
  }
  await remote.clear()
  // The first cycle after a start also fills caches.
  await remote.runCycle([])
  found.undisturbed = (await remote.runCycle([])).attempts
  print(`an undisturbed cycle takes ${found.undisturbed} exchanges with endpoints\n`)
  for (const cell of cellsOf(plan)) {
    if (found.broken !== undefined) return
    if (cell.exercise === 'never') {
      print(
        `${String(cell.number).padStart(5)}  ${'-'.padEnd(12)} ${textOf(cell.schedule)} finds nothing to act on`,
      )
      continue
    }
    let row = await run(cell)
    for (let tries = 0; plan.requireExercised && isLacking(row) && tries < retriesMax; tries += 1) {
      // By then the client uses an endpoint again that the cycle before disturbed.
      await Bun.sleep(retryPauseMs)
      row = await run(cell)
    }
    if (isLacking(row)) found.lacking.push(row)
  }
}

/** Prints the summary and writes the report. @returns whether the cycles failed */
function conclude(plan: VerifyPlan, found: Findings): boolean {
  const { rows, undisturbed, broken, smallest, lost } = found
  const summary = summarise(rows, undisturbed)
  print(tableOf(rows, summary, undisturbed, broken?.problems.length ?? 0))
  const lacking = found.lacking.map((row) => ({ number: row.number, faults: notExercised(row) }))
  if (lacking.length > 0)
    print(`not exercised: ${lacking.map(({ number, faults }) => `${number} ${faults.join(' ')}`).join(', ')}`)
  if (plan.report !== undefined) {
    const report = {
      ...plan,
      undisturbed,
      rows: rows.map((row) => ({ ...row, faults: row.schedule.map(({ type }) => exerciseOf(row, type)) })),
      summary,
      lacking,
      lost,
      smallest,
      broken: broken?.problems ?? [],
    }
    writeFileSync(plan.report, `${JSON.stringify(report, undefined, 2)}\n`)
    print(`report: ${plan.report}`)
  }
  const unexplained = rows.filter(({ result }) => !result.verified && !isPending(result))
  if (unexplained.length > 0)
    print(`not verified without a reason: cycles ${unexplained.map(({ number }) => number).join(' ')}`)
  const isUnderexercised = plan.requireExercised && lacking.length > 0
  return lost !== undefined || broken !== undefined || unexplained.length > 0 || isUnderexercised
}

function exerciseOf(row: CycleRow, type: string) {
  const hits = hitsOf(row, type)
  return { type, hits, exercised: hits > 0 }
}

/** A fault that should have applied did not. */
function isLacking(row: CycleRow): boolean {
  return row.exercise === 'always' && notExercised(row).length > 0
}

/** Faults that silence several verifiers leave a milestone pending, as they must. */
function isPending({ reason }: CycleRow['result']): boolean {
  return reason?.startsWith('pending: ') === true
}

/** The cycles to run, drawn as they are needed. */
function* cellsOf({ matrix, types, seed, from, cycles, spareOne }: VerifyPlan): Generator<Cell> {
  if (matrix) {
    for (const [index, cell] of faultMatrix(types, seed).entries()) {
      const number = index + 1
      if (number >= from && number < from + cycles) yield { number, ...cell }
    }
    return
  }
  for (let number = from; number < from + cycles; number += 1) {
    const schedule = types.length === 0 ? [] : drawSchedule({ seed, number, types, spareOne })
    yield { number, schedule, exercise: 'always' }
  }
}

/** Prints the problems and the command that repeats them, and finds the fewest faults that still fail. */
async function explain(
  remote: Remote,
  { seed, chaos, matrix, spareOne }: VerifyPlan,
  { row, problems }: Broken,
): Promise<Schedule> {
  for (const problem of problems) print(`  broken: ${problem}`)
  const flags = `${matrix ? ' --matrix' : ''}${spareOne ? '' : ' --no-healthy-endpoint'}`
  print(`\nrepeat it: cairn verify --seed ${seed} --from ${row.number} --cycles 1 --chaos ${chaos}${flags}`)
  const smallest = await shrinkSchedule(row.schedule, async (candidate) => {
    return problemsOf(await remote.runCycle(candidate)).length > 0
  })
  print(`fewest faults that still fail: ${smallest.map(({ type }) => type).join(' ') || 'none'}`)
  return smallest
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
