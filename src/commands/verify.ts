import { faultTypes } from '../milestone/chaos/fault.ts'
import { type Command, type Flags, UsageError } from './command.ts'
import { openService } from './verify/open-service.ts'
import { runCycles, type VerifyPlan } from './verify/run-cycles.ts'

export const verifyCommand: Command = {
  name: 'verify',
  summary: 'run verification cycles under injected faults, and check chain and database afterwards',
  flags: {
    cycles: { type: 'string', value: 'N', about: 'how many cycles (10; the whole matrix)' },
    chaos: { type: 'string', value: 'LIST', about: 'all, none, or fault types, comma separated (all)' },
    seed: { type: 'string', value: 'S', about: 'repeats the same faults (a new one each time)' },
    from: { type: 'string', value: 'N', about: 'number of the first cycle, to repeat one (1)' },
    endpoint: { type: 'string', value: 'URL', about: 'a running service (a temporary one by default)' },
    report: { type: 'string', value: 'FILE', about: 'where to write the report as JSON' },
    matrix: { type: 'boolean', about: 'every fault at every step in every mode instead of drawn ones' },
    'require-exercised': { type: 'boolean', about: 'fail when a fault that can apply did not' },
    'no-healthy-endpoint': { type: 'boolean', about: 'faults may affect every endpoint at once' },
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
