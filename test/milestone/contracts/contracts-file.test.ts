import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartupError } from '../../../src/kernel/runtime/errors.ts'
import {
  deploymentKey,
  readContractsFile,
  writeContractsFile,
} from '../../../src/milestone/contracts/deployment.ts'
import { deployment as smallDeployment } from '../views/small-deployment.ts'

const folder = mkdtempSync(join(tmpdir(), 'cairn-contracts-'))
afterAll(() => rmSync(folder, { recursive: true }))

const startBlock = { number: 7, hash: `0x${'ab'.repeat(32)}` } as const
const deployment = { ...smallDeployment, startBlock }

/** The message with which a file of this content is refused. */
function refusal(content: string): string {
  const path = join(folder, 'refused.json')
  writeFileSync(path, content)
  try {
    readContractsFile(path)
  } catch (error) {
    if (error instanceof StartupError) return error.message.replaceAll(path, 'FILE')
    throw error
  }
  throw new Error('The file was accepted')
}

test('what is written is read again, and nothing else is left in the folder', () => {
  const path = join(folder, 'contracts.json')
  writeContractsFile(path, deployment)
  expect(readContractsFile(path)).toEqual(deployment)
  const { number } = deployment.startBlock
  writeContractsFile(path, { ...deployment, startBlock: { number } })
  expect(readContractsFile(path)).toEqual({ ...deployment, startBlock: { number } })
  expect(readdirSync(folder).filter((name) => name.startsWith('contracts'))).toEqual(['contracts.json'])
})

test('addresses in any case are accepted and come out checksummed', () => {
  const path = join(folder, 'lower.json')
  const entries = Object.entries(deployment.contracts).map(([name, address]) => [name, address.toLowerCase()])
  writeFileSync(path, JSON.stringify({ ...deployment, contracts: Object.fromEntries(entries) }))
  expect(readContractsFile(path)).toEqual(deployment)
})

test('every problem of a file is listed', () => {
  const { MilestoneLens: _, ...contracts } = deployment.contracts
  const content = {
    chainId: 'one',
    startBlock: { number: -1, hash: '0x12' },
    contracts: { ...contracts, DemoUSDC: 'usdc' },
  }
  expect(refusal(JSON.stringify(content)).split('\n')).toEqual([
    'Cannot use CONTRACTS_FILE "FILE":',
    'Cannot use chainId as it must be an integer above 0: current value is "one"',
    'Cannot use startBlock.number as it must be an integer from 0 on: current value is -1',
    'Cannot use startBlock.hash as it must be 0x and 64 hex digits, or absent: current value is "0x12"',
    'Cannot use contracts.DemoUSDC as it must be an address (0x and 40 hex digits): current value is "usdc"',
    'Cannot use contracts.MilestoneLens as it must be an address (0x and 40 hex digits): current value is missing',
  ])
})

test.each(['', 'null', '[]', '{"contracts":7}', '{"startBlock":null}'])(
  'a file that holds %p is refused',
  (content) => {
    expect(refusal(content)).toStartWith('Cannot ')
  },
)

test('a file that is not there is refused by its name', () => {
  expect(() => readContractsFile(join(folder, 'nowhere.json'))).toThrow(
    /Cannot read CONTRACTS_FILE ".*nowhere.json"/,
  )
})

test('chains, escrows and starts that differ have keys that differ', () => {
  const keys = [
    deployment,
    { ...deployment, chainId: 1 },
    { ...deployment, startBlock: { number: startBlock.number } },
    { ...deployment, startBlock: { ...startBlock, hash: `0x${'cd'.repeat(32)}` as const } },
    {
      ...deployment,
      contracts: { ...deployment.contracts, MilestoneEscrow: `0x${'1'.repeat(40)}` as const },
    },
  ].map(deploymentKey)
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys[0]).toBe(`31337:${deployment.contracts.MilestoneEscrow.toLowerCase()}:0x${'ab'.repeat(32)}`)
})
