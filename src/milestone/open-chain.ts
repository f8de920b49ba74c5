import { existsSync } from 'node:fs'
import type { Database } from '../kernel/database/database.ts'
import { messageOf, StartupError } from '../kernel/runtime/errors.ts'
import type { Log } from '../kernel/runtime/log.ts'
import type { ChainConfig } from '../kernel/settings/config.ts'
import { type Deployment, readContractsFile } from './contracts/deployment.ts'
import { type EscrowPolicy, readPolicy } from './contracts/policy.ts'
import { type DemoChain, type DemoProgress, startDemoChain } from './demo/start.ts'
import type { RecoveryEvent } from './recovery-event.ts'
import { type ChainClient, checkEndpoints, createChainClient } from './rpc/chain-client.ts'

/** The chain that the area follows: that of the settings, or a demo chain that this process runs. */
export interface OpenChain {
  rpcUrls: readonly [string, ...string[]]
  client: ChainClient
  deployment: Deployment
  /** Limits of milestones; undefined until a demo chain has been read. */
  policy: () => EscrowPolicy | undefined
  demo: DemoChain | undefined
  /** Resolves when the chain is complete and can be read; rejects when a demo chain cannot be rebuilt. */
  readable: Promise<void>
  /** The same, once the policy has been read as well, or could not be. */
  ready: Promise<void>
}

export interface ChainOptions {
  chain: ChainConfig
  dataDir: string
  database: Database
  /** Deletes the demo chain that is there. */
  fresh: boolean
  anvilBinary: () => Promise<string>
  log: Log
  now: () => number
  onProgress: (progress: DemoProgress) => void
}

/** @throws StartupError when the chain cannot be reached, is another one, or has no such contracts */
export async function openChain(
  options: ChainOptions,
  onRecovery: (event: RecoveryEvent) => void,
): Promise<OpenChain> {
  const { chain } = options
  if (chain.kind === 'demo') return await openDemoChain({ ...options, port: chain.port, onRecovery })
  if (!existsSync(chain.contractsFile)) {
    throw new StartupError(
      `Cannot read CONTRACTS_FILE "${chain.contractsFile}" as it is not there: \`cairn deploy\` writes one`,
    )
  }
  const { rpcUrls } = chain
  const deployment = readContractsFile(chain.contractsFile)
  await checkEndpoints(rpcUrls, deployment.chainId)
  const client = createChainClient(rpcUrls)
  const policy = await readPolicy(client.client, deployment)
  const ready = Promise.resolve()
  return { rpcUrls, client, deployment, policy: () => policy, demo: undefined, readable: ready, ready }
}

async function openDemoChain(
  options: Omit<ChainOptions, 'chain'> & { port: number; onRecovery: (event: RecoveryEvent) => void },
): Promise<OpenChain> {
  const { database, anvilBinary, log } = options
  const demo = await startDemoChain({ ...options, db: database.db, anvilBinary: await anvilBinary() })
  const { rpcUrls, deployment } = demo
  const client = createChainClient(rpcUrls)
  let policy: EscrowPolicy | undefined
  const readDemoPolicy = async () => {
    try {
      policy = await readPolicy(client.client, deployment)
    } catch (error) {
      log.warn('cannot read the policy', { reason: messageOf(error) })
    }
  }
  const ready = demo.ready.then(readDemoPolicy)
  // The caller handles the rejection, but only after other parts have started.
  ready.catch(() => {})
  return { rpcUrls, client, deployment, policy: () => policy, demo, readable: demo.ready, ready }
}
