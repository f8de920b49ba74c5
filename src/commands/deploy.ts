import { existsSync } from 'node:fs'
import { isAddress, isHex, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { StartupError } from '../kernel/runtime/errors.ts'
import { deploy } from '../milestone/demo/deploy.ts'
import type { DeploymentSettings } from '../milestone/demo/deployment-plan.ts'
import { readPolicyFile } from '../milestone/demo/policy.ts'
import { type Flags, UsageError } from './command.ts'
import { terminalProgress } from './progress.ts'

export async function runDeploy(flags: Flags): Promise<void> {
  const rpcUrl = flags.text('rpc') ?? process.env['RPC_URLS']?.split(',')[0]?.trim()
  if (rpcUrl === undefined || !/^https?:\/\//.test(rpcUrl) || !URL.canParse(rpcUrl)) {
    throw new UsageError('Cannot deploy without an endpoint: give --rpc http://… or set RPC_URLS')
  }
  const contractsFile = flags.text('out') ?? 'contracts.json'
  if (existsSync(contractsFile)) {
    throw new StartupError(
      `Cannot deploy into "${contractsFile}" as it exists: move it away, or give another --out`,
    )
  }
  const policyFile = flags.text('policy')
  const settings = {
    ...(policyFile === undefined ? {} : readPolicyFile(policyFile)),
    ...rolesOf(flags),
  }
  const progress = terminalProgress()
  const { contracts, chainId } = await deploy({
    rpcUrl,
    account: deployer(),
    settings,
    contractsFile,
    onProgress: (done, total, title) => progress.move(title, done, total),
  })
  progress.step(
    `${Object.keys(contracts).length} contracts on chain ${chainId}, addresses in ${contractsFile}`,
  )
  process.stdout.write(`${contractsFile}\n`)
}

const roleFlags = [
  ['arbiter', 'arbiter'],
  ['feeRecipient', 'fee-recipient'],
  ['slashReceiver', 'slash-receiver'],
  ['agent', 'agent'],
  ['attestor', 'attestor'],
] as const

function rolesOf(flags: Flags): Partial<DeploymentSettings> {
  const roles: Partial<DeploymentSettings> = {}
  for (const [key, flag] of roleFlags) {
    const value = flags.text(flag)
    if (value === undefined) continue
    if (!isAddress(value) || value === zeroAddress) {
      throw new UsageError(
        `Cannot use --${flag} as it must be an address (0x and 40 hexadecimal digits, not all zero): current value is ${JSON.stringify(value)}`,
      )
    }
    roles[key] = value
  }
  return roles
}

/** From the environment only, as arguments are readable by every process of the machine. */
function deployer() {
  const key = process.env['DEPLOYER_KEY']?.trim()
  if (key === undefined || key === '') {
    throw new UsageError(
      'Cannot deploy without an account: set DEPLOYER_KEY to its private key (0x and 64 hexadecimal digits)',
    )
  }
  if (!isHex(key) || key.length !== 66) {
    throw new UsageError('Cannot use DEPLOYER_KEY as it must be 0x and 64 hexadecimal digits')
  }
  return privateKeyToAccount(key)
}
