import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartupError } from '../kernel/runtime/errors.ts'
import { createLog } from '../kernel/runtime/log.ts'
import { readConfig } from '../kernel/settings/config.ts'
import type { FaultType } from '../milestone/chaos/fault.ts'
import { faultTypes } from '../milestone/chaos/fault.ts'
import {
  allFaults,
  drawSchedule,
  faultMatrix,
  type Schedule,
  shrinkSchedule,
} from '../milestone/chaos/schedule.ts'
import { serve } from '../serve.ts'
import { type Command, type Flags, UsageError } from './command.ts'
import { ConnectionLost, createRemote, type Remote } from './verify/remote.ts'
import { type CycleRow, hitsOf, notExercised, problemsOf, summarise } from './verify/summary.ts'
import { headingOf, lineOf, tableOf, textOf } from './verify/table.ts'

export const verifyCommand: Command = {
  name: 'verify',
  summary: 'run verification cycles under injected faults, and show that chain and books agree',
  flags: {
    cycles: { type: 'string', value: 'N', about: 'how many cycles (10; the whole matrix)' },
    chaos: { type: 'string', value: 'LIST', about: 'all, none, or fault types, comma separated (all)' },
    seed: { type: 'string', value: 'S', about: 'repeats the same faults (a new one each time)' },
    from: { type: 'string', value: 'N', about: 'number of the first cycle, to repeat one (1)' },
    endpoint: { type: 'string', value: 'URL', about: 'a running service (one of its own is started)' },
    report: { type: 'string', value: 'FILE', about: 'where to write the report as JSON' },
    matrix: { type: 'boolean', about: 'every fault at every step in every manner instead of drawn ones' },
    'require-exercised': { type: 'boolean', about: 'fails when a fault that can strike did not' },
    'no-healthy-endpoint': { type: 'boolean', about: 'faults may strike every endpoint at once' },
  },
  usesSettings: false,
  run: async (flags) => {
    const plan = readPlan(flags)
    const service = await openService(flags.text('endpoint'))
    try {
      const failed = await runCycles(service.remote, plan)
      if (failed) process.exitCode = 1
    } finally {
      await service.close()
    }
    process.exit(process.exitCode ?? 0)
  },
}

interface Plan {
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

async function runCycles(remote: Remote, plan: Plan): Promise<boolean> {
  const out = (line: string) => process.stdout.write(`${line}\n`)
  out(headingOf(plan))
  const rows: CycleRow[] = []
  const left: CycleRow[] = []
  let undisturbed = 0
  let broken: { row: CycleRow; problems: string[] } | undefined
  let lost: string | undefined
  let smallest: Schedule | undefined
  const run = async ({ schedule, ...cell }: Omit<CycleRow, 'result'>): Promise<CycleRow> => {
    const row = { ...cell, schedule, result: await remote.runCycle(schedule) }
    rows.push(row)
    out(lineOf(row))
    const problems = problemsOf(row.result)
    if (problems.length > 0) broken ??= { row, problems }
    return row
  }
  try {
    await remote.clear()
    // The first cycle after a start also fills caches.
    await remote.runCycle([])
    undisturbed = (await remote.runCycle([])).attempts
    out(`an undisturbed cycle takes ${undisturbed} exchanges with endpoints\n`)
    for (const cell of cellsOf(plan)) {
      if (broken !== undefined) break
      if (cell.exercise === 'never') {
        out(
          `${String(cell.number).padStart(5)}  ${'-'.padEnd(12)} ${textOf(cell.schedule)} finds nothing to act on`,
        )
        continue
      }
      let row = await run(cell)
      for (let tries = 0; plan.requireExercised && isLacking(row) && tries < retriesMax; tries += 1) {
        // An endpoint that the cycle before spoiled is asked again by then.
        await Bun.sleep(retryPauseMs)
        row = await run(cell)
      }
      if (isLacking(row)) left.push(row)
    }
    if (broken !== undefined) smallest = await explain(remote, plan, broken, out)
  } catch (error) {
    if (!(error instanceof ConnectionLost)) throw error
    lost = error.message
    out(lost)
  }
  const summary = summarise(rows, undisturbed)
  out(tableOf(rows, summary, undisturbed, broken?.problems.length ?? 0))
  const lacking = left.map((row) => ({ number: row.number, faults: notExercised(row) }))
  if (lacking.length > 0)
    out(`not exercised: ${lacking.map(({ number, faults }) => `${number} ${faults.join(' ')}`).join(', ')}`)
  if (plan.report !== undefined) {
    const told = rows.map((row) => ({
      ...row,
      faults: row.schedule.map(({ type }) => ({
        type,
        hits: hitsOf(row, type),
        exercised: hitsOf(row, type) > 0,
      })),
    }))
    const report = { ...plan, undisturbed, rows: told, summary, lacking, lost, smallest }
    writeFileSync(
      plan.report,
      `${JSON.stringify({ ...report, broken: broken?.problems ?? [] }, undefined, 2)}\n`,
    )
    out(`report: ${plan.report}`)
  }
  const unexplained = rows.filter(({ result }) => !result.verified && !isPending(result))
  if (unexplained.length > 0)
    out(`not verified without a reason: cycles ${unexplained.map(({ number }) => number).join(' ')}`)
  return (
    lost !== undefined ||
    broken !== undefined ||
    unexplained.length > 0 ||
    (plan.requireExercised && lacking.length > 0)
  )
}

const retriesMax = 2
const retryPauseMs = 2_100

/** A fault that should have struck did not. */
function isLacking(row: CycleRow): boolean {
  return row.exercise === 'always' && notExercised(row).length > 0
}

/** Faults that silence several verifiers leave a milestone pending, as they must. */
function isPending({ reason }: CycleRow['result']): boolean {
  return reason?.startsWith('pending: ') === true
}

/** The cycles to run, drawn as they are needed. */
function* cellsOf(plan: Plan): Generator<Omit<CycleRow, 'result'>> {
  const { matrix, types, seed, from, cycles, spareOne } = plan
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

/** What broke, the command that repeats it, and the fewest faults that still break something. */
async function explain(
  remote: Remote,
  { seed, chaos, matrix, spareOne }: Plan,
  { row, problems }: { row: CycleRow; problems: string[] },
  out: (line: string) => void,
): Promise<Schedule> {
  for (const problem of problems) out(`  broken: ${problem}`)
  const manner = `${matrix ? ' --matrix' : ''}${spareOne ? '' : ' --no-healthy-endpoint'}`
  out(`\nrepeat it: cairn verify --seed ${seed} --from ${row.number} --cycles 1 --chaos ${chaos}${manner}`)
  const smallest = await shrinkSchedule(row.schedule, async (candidate) => {
    return problemsOf(await remote.runCycle(candidate)).length > 0
  })
  out(`fewest faults that still fail: ${smallest.map(({ type }) => type).join(' ') || 'none'}`)
  return smallest
}

function readPlan(flags: Flags): Plan {
  const chaos = flags.text('chaos') ?? 'all'
  const words = chaos === 'all' || chaos === 'none' ? [] : chaos.split(',').map((word) => word.trim())
  const unknown = words.filter((word) => !faultTypes.some((type) => type === word))
  if (unknown.length > 0) {
    throw new UsageError(
      `Unknown faults ${unknown.join(', ')}: use all, none, or some of ${faultTypes.join(', ')}`,
    )
  }
  return {
    cycles: integer(flags, 'cycles', flags.has('matrix') ? Number.MAX_SAFE_INTEGER : 10),
    from: integer(flags, 'from', 1),
    seed: integer(flags, 'seed', crypto.getRandomValues(new Uint32Array(1))[0] ?? 1),
    types: chaos === 'all' ? allFaults() : faultTypes.filter((type) => words.includes(type)),
    chaos,
    spareOne: !flags.has('no-healthy-endpoint'),
    report: flags.text('report'),
    matrix: flags.has('matrix'),
    requireExercised: flags.has('require-exercised'),
  }
}

function integer(flags: Flags, name: string, fallback: number): number {
  const raw = flags.text(name)
  if (raw === undefined) return fallback
  if (/^\d{1,10}$/.test(raw) && Number(raw) > 0) return Number(raw)
  throw new UsageError(`Cannot use --${name} as it must be a positive integer: current value is "${raw}"`)
}

/** The service at `endpoint`, or one of our own in a folder that is removed afterwards. */
async function openService(
  endpoint: string | undefined,
): Promise<{ remote: Remote; close: () => Promise<void> }> {
  const token = process.env['OPERATOR_TOKEN']
  if (endpoint !== undefined) {
    if (!URL.canParse(endpoint))
      throw new StartupError(`Cannot use --endpoint as it must be a URL: current value is "${endpoint}"`)
    return { remote: createRemote(endpoint.replace(/\/+$/, ''), token), close: async () => {} }
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-verify-'))
  const { DATABASE_URL: _, RPC_URLS: __, CONTRACTS_FILE: ___, ...environment } = process.env
  const config = readConfig({
    ...environment,
    DATA_DIR: dataDir,
    PORT: '0',
    RATE_CHAOS_PER_MINUTE: '1000000',
  })
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  // However this process ends: a signal leaves no time for more.
  process.on('exit', remove)
  const { url, stop } = await serve({
    config,
    log: createLog({ level: 'error', write: (text) => process.stderr.write(text) }),
    progress: { step: () => {}, move: () => {} },
    fresh: false,
    reindex: false,
  })
  return {
    remote: createRemote(url, token),
    close: async () => {
      await stop()
      remove()
    },
  }
}
