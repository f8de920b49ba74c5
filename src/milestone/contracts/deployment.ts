import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { type Address, getAddress, type Hex, isAddress, isHash } from 'viem'
import { messageOf, StartupError } from '../../kernel/runtime/errors.ts'

export const contractNames = [
  'VerifierRegistry',
  'MilestoneEscrow',
  'AgentTreasury',
  'DemoUSDC',
  'NameRegistry',
  'NameResolver',
  'UniversalResolver',
  'MilestoneLens',
] as const

export type ContractName = (typeof contractNames)[number]

/** Which chain to follow, from which block on, and the addresses of the contracts: the content of CONTRACTS_FILE. */
export interface Deployment {
  chainId: number
  /** The first block that may have an event. A hash distinguishes another chain with the same id. */
  startBlock: { number: number; hash?: Hex }
  contracts: Readonly<Record<ContractName, Address>>
}

/** The deployment's key in the database: a new chain never reads the rows of an old one. */
export function deploymentKey({ chainId, startBlock, contracts }: Deployment): string {
  return `${chainId}:${contracts.MilestoneEscrow.toLowerCase()}:${startBlock.hash ?? startBlock.number}`
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
  const problems: string[] = []
  const file = membersOf(content)
  const start = membersOf(file['startBlock'])
  const given = membersOf(file['contracts'])

  const chainId = file['chainId']
  if (!isCount(chainId) || chainId === 0) problems.push(problem('chainId', 'an integer above 0', chainId))
  const number = start['number']
  if (!isCount(number)) problems.push(problem('startBlock.number', 'an integer from 0 on', number))
  const hash = start['hash']
  if (hash !== undefined && !isBlockHash(hash)) {
    problems.push(problem('startBlock.hash', '0x and 64 hex digits, or absent', hash))
  }
  const address = (name: ContractName): Address => {
    const value = given[name]
    if (typeof value === 'string' && isAddress(value, { strict: false })) return getAddress(value)
    problems.push(problem(`contracts.${name}`, 'an address (0x and 40 hex digits)', value))
    return '0x'
  }
  const contracts = {
    VerifierRegistry: address('VerifierRegistry'),
    MilestoneEscrow: address('MilestoneEscrow'),
    AgentTreasury: address('AgentTreasury'),
    DemoUSDC: address('DemoUSDC'),
    NameRegistry: address('NameRegistry'),
    NameResolver: address('NameResolver'),
    UniversalResolver: address('UniversalResolver'),
    MilestoneLens: address('MilestoneLens'),
  }
  if (problems.length > 0 || !isCount(chainId) || !isCount(number)) {
    throw new StartupError(`Cannot use CONTRACTS_FILE "${path}":\n${problems.join('\n')}`)
  }
  return { chainId, startBlock: { number, ...(isBlockHash(hash) && { hash }) }, contracts }
}

/** Writes the file whole or not at all. */
export function writeContractsFile(path: string, deployment: Deployment): void {
  const draft = `${path}.${process.pid}.tmp`
  writeFileSync(draft, `${JSON.stringify(deployment, null, 2)}\n`)
  renameSync(draft, path)
}

function problem(name: string, need: string, value: unknown): string {
  return `Cannot use ${name} as it must be ${need}: current value is ${JSON.stringify(value) ?? 'missing'}`
}

function membersOf(value: unknown): Partial<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

function isBlockHash(value: unknown): value is Hex {
  return typeof value === 'string' && isHash(value)
}
