import { faultTypes } from '../milestone/chaos/fault.ts'
import { type Flags, UsageError } from './command.ts'
import { openService } from './verify/remote.ts'
import { runCycles } from './verify/run-cycles.ts'
import type { VerifyPlan } from './verify/summary.ts'

export async function runVerify(flags: Flags): Promise<void> {
  const plan = readPlan(flags)
  const service = await openService(flags.text('endpoint'))
  try {
    const failed = await runCycles(service.remote, plan)
    if (failed) process.exitCode = 1
  } finally {
    await service.close()
  }
  process.exit(process.exitCode ?? 0)
}

function readPlan(flags: Flags): VerifyPlan {
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
    types: chaos === 'all' ? faultTypes : faultTypes.filter((type) => words.includes(type)),
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
