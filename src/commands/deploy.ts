import { existsSync } from 'node:fs'
import { isHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { StartupError } from '../kernel/errors.ts'
import { deploy } from '../milestone/demo/deploy.ts'
import { type Command, UsageError } from './command.ts'
import { terminalProgress } from './progress.ts'

export const deployCommand: Command = {
  name: 'deploy',
  summary: 'deploy the contracts to a chain and write their addresses to a file',
  flags: {
    rpc: { type: 'string', value: 'URL', about: 'JSON-RPC endpoint of the chain (or the first of RPC_URLS)' },
    out: { type: 'string', value: 'FILE', about: 'where to write the contracts file (contracts.json)' },
  },
  usesSettings: false,
  run: async (flags) => {
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
    const progress = terminalProgress()
    const { contracts, chainId } = await deploy({
      rpcUrl,
      account: deployer(),
      contractsFile,
      onProgress: (done, total, title) => progress.move(title, done, total),
    })
    progress.step(
      `${Object.keys(contracts).length} contracts on chain ${chainId}, addresses in ${contractsFile}`,
    )
    process.stdout.write(`${contractsFile}\n`)
  },
}

/** The key comes by the environment only: arguments are readable by every process of the machine. */
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
