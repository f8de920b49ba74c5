import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../kernel/config.ts'
import { StartupError } from '../kernel/errors.ts'
import { createLog } from '../kernel/log.ts'
import type { FaultType } from '../milestone/chaos/fault.ts'
import { faultTypes } from '../milestone/chaos/fault.ts'
import {
  allFaults,
  drawSchedule,
  faultMatrix,
  type Schedule,
  shrinkSchedule,
} from '../milestone/pipeline/schedule.ts'
import { serve } from '../serve.ts'
import { type Command, type Flags, UsageError } from './command.ts'
import { createRemote, type Remote } from './verify/remote.ts'
import { amplification, type CycleRow, problemsOf, summarise } from './verify/summary.ts'

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
}

async function runCycles(remote: Remote, plan: Plan): Promise<boolean> {
  const { seed, cycles, from, types, matrix } = plan
  const endpoints = await remote.endpoints()
  const out = (line: string) => process.stdout.write(`${line}\n`)
  out(
    `seed ${seed}, ${matrix ? 'the whole matrix' : `${cycles} cycles from ${from}`}, faults: ${types.length === 0 ? 'none' : types.join(' ')}\n`,
  )
  out(
    `${'cycle'.padStart(5)}  ${'outcome'.padEnd(9)} ${'ms'.padStart(6)} ${'recovered'.padStart(9)}  faults hit`,
  )
  const rows: CycleRow[] = []
  let broken: { row: CycleRow; problems: string[] } | undefined
  for (const { number, schedule } of schedulesOf(plan, endpoints)) {
    if (broken !== undefined) break
    const result = await remote.runCycle(schedule)
    const row = { number, schedule, result }
    rows.push(row)
    out(
      `${String(number).padStart(5)}  ${outcomeOf(row).padEnd(9)} ${String(result.durationMs).padStart(6)} ${String(result.recoveries).padStart(9)}  ${faultsOf(row)}`,
    )
    const problems = problemsOf(result)
    if (problems.length > 0) broken = { row, problems }
  }
  const verified = rows.filter(({ result }) => result.verified).length
  const summary = summarise(rows)
  out(
    `\n${'fault'.padEnd(18)} ${'runs'.padStart(5)} ${'exercised'.padStart(9)} ${'recovered'.padStart(9)} ${'p50 ms'.padStart(7)} ${'p95 ms'.padStart(7)} ${'amplif.'.padStart(7)}`,
  )
  for (const { fault, runs, exercised, recovered, p50Ms, p95Ms, amplification: factor } of summary) {
    out(
      `${fault.padEnd(18)} ${String(runs).padStart(5)} ${String(exercised).padStart(9)} ${String(recovered).padStart(9)} ${String(p50Ms ?? '-').padStart(7)} ${String(p95Ms ?? '-').padStart(7)} ${factor.toFixed(2).padStart(7)}`,
    )
  }
  out(
    `\n${verified} of ${rows.length} cycles verified, request amplification ${amplification(rows).toFixed(2)}, invariants broken ${broken === undefined ? 0 : broken.problems.length}`,
  )
  const smallest = broken === undefined ? undefined : await explain(remote, plan, broken, out)
  if (plan.report !== undefined) {
    writeFileSync(
      plan.report,
      `${JSON.stringify({ ...plan, endpoints, rows, summary, broken: broken?.problems ?? [], smallest }, undefined, 2)}\n`,
    )
    out(`report: ${plan.report}`)
  }
  const unexplained = rows.filter(
    ({ result }) => !result.verified && (result.faultsHit['evidence_missing'] ?? 0) === 0,
  )
  if (unexplained.length > 0)
    out(`not verified without a reason: cycles ${unexplained.map(({ number }) => number).join(' ')}`)
  return broken !== undefined || unexplained.length > 0
}

/** The cycles to run, drawn as they are needed. */
function* schedulesOf(
  { matrix, types, seed, from, cycles, spareOne }: Plan,
  endpoints: number,
): Generator<{ number: number; schedule: Schedule }> {
  if (matrix) {
    for (const [index, { schedule }] of faultMatrix(types, seed).entries()) {
      const number = index + 1
      if (number >= from && number < from + cycles) yield { number, schedule }
    }
    return
  }
  for (let number = from; number < from + cycles; number += 1) {
    yield {
      number,
      schedule: types.length === 0 ? [] : drawSchedule({ seed, number, types, endpoints, spareOne }),
    }
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

function outcomeOf({ result }: CycleRow): string {
  if (problemsOf(result).length > 0) return 'BROKEN'
  return result.verified ? 'verified' : result.finished ? 'pending' : 'running'
}

function faultsOf({ schedule, result }: CycleRow): string {
  const at = (fault: Schedule[number]) => (fault.steps === undefined ? '' : `@${fault.steps.join('+')}`)
  const manner = ({ count, probability, endpoint, steps }: Schedule[number]) =>
    steps === undefined
      ? ''
      : count !== undefined
        ? ' once'
        : probability < 1
          ? ' 30%'
          : ` endpoint ${endpoint}`
  return schedule
    .map((fault) => `${fault.type}${at(fault)}${manner(fault)}:${result.faultsHit[fault.type] ?? 0}`)
    .join(' ')
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
