import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { type StaticDecode, Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { getAddress, type Hex } from 'viem'
import { messageOf, StartupError } from '../../kernel/runtime/errors.ts'

const ContractAddress = t
  .Transform(t.String({ pattern: '^0x[0-9a-fA-F]{40}$', description: 'an address (0x and 40 hex digits)' }))
  .Decode((address) => getAddress(address))
  .Encode((address) => address)

/** The content of CONTRACTS_FILE. Each description completes "must be". */
const ContractsFile = t.Object({
  chainId: t.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'an integer above 0' }),
  /** The first block that may have an event. A hash distinguishes another chain with the same id. */
  startBlock: t.Object({
    number: t.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'an integer from 0 on',
    }),
    hash: t.Optional(
      t.Unsafe<Hex>(
        t.String({ pattern: '^0x[0-9a-fA-F]{64}$', description: '0x and 64 hex digits, or absent' }),
      ),
    ),
  }),
  contracts: t.Object({
    VerifierRegistry: ContractAddress,
    MilestoneEscrow: ContractAddress,
    AgentTreasury: ContractAddress,
    DemoUSDC: ContractAddress,
    NameRegistry: ContractAddress,
    NameResolver: ContractAddress,
    UniversalResolver: ContractAddress,
    MilestoneLens: ContractAddress,
  }),
})

/** Which chain to follow, from which block on, and the addresses of the contracts. */
export type Deployment = StaticDecode<typeof ContractsFile>

export type ContractName = keyof Deployment['contracts']

/** The deployment's key in the database: a new chain never reads the rows of an old one. */
export function deploymentKey({ chainId, startBlock, contracts }: Deployment): string {
  return `${chainId}:${contracts.MilestoneEscrow.toLowerCase()}:${startBlock.hash ?? startBlock.number}`
}

/** By the deployment's key: the settlements of payments have a journal of their own. */
export function paymentsKey(deployment: string): string {
  return `${deployment} payments`
}

/** @throws StartupError that lists every problem of the file */
export function readContractsFile(path: string): Deployment {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new StartupError(
      `Cannot read CONTRACTS_FILE "${path}" as it must be a JSON file: ${messageOf(cause)}`,
      { cause },
    )
  }
  const problems = problemsOf(content)
  if (problems.length > 0) {
    throw new StartupError(`Cannot use CONTRACTS_FILE "${path}":\n${problems.join('\n')}`)
  }
  return Value.Decode(ContractsFile, Value.Clean(ContractsFile, content))
}

/** Writes the file whole or not at all. */
export function writeContractsFile(path: string, deployment: Deployment): void {
  const draft = `${path}.${process.pid}.tmp`
  writeFileSync(draft, `${JSON.stringify(deployment, null, 2)}\n`)
  renameSync(draft, path)
}

/** One problem for each member, in the order of the schema. */
function problemsOf(content: unknown): string[] {
  const problems = new Map<string, string>()
  for (const { path, schema, value } of Value.Errors(ContractsFile, content)) {
    const name = path.slice(1).replaceAll('/', '.') || 'its content'
    const need = schema.description ?? 'an object'
    // A missing member is reported twice, first ahead of all others.
    problems.delete(path)
    problems.set(
      path,
      `Cannot use ${name} as it must be ${need}: current value is ${JSON.stringify(value) ?? 'missing'}`,
    )
  }
  return [...problems.values()]
}
