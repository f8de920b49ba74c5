import { existsSync } from 'node:fs'
import { createPublicClient, custom, type PublicClient } from 'viem'
import type { Database } from '../kernel/database/database.ts'
import { messageOf, StartupError } from '../kernel/runtime/errors.ts'
import type { Log } from '../kernel/runtime/log.ts'
import type { ChainConfig } from '../kernel/settings/config.ts'
import { type Deployment, readContractsFile } from './contracts/deployment.ts'
import { type EscrowPolicy, readPolicy } from './contracts/policy.ts'
import { type DemoChain, type DemoProgress, startDemoChain } from './demo/start.ts'
import type { RecoveryEvent } from './recovery-event.ts'
import { createResilientClient } from './rpc/client.ts'
import type { EndpointHealth } from './rpc/endpoint.ts'
import { RpcUnavailable } from './rpc/errors.ts'
import { createHttpExchange } from './rpc/exchange.ts'

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

interface ChainClient {
  client: PublicClient
  health(): EndpointHealth[]
}

/** Monotonic milliseconds since the epoch. */
const clock = () => performance.timeOrigin + performance.now()
const readLimits = { attemptMs: 5_000, logsAttemptMs: 10_000, deadlineMs: 12_000, cooldownMs: 500 }
/** Few, as readers of the chain retry on their own and report an unreachable chain soon. */
const readRounds = 2

/**
 * The public read path: the resilient client directly over HTTP. The indexer checks the chain id, follows heads by
 * their hashes and checks logs against blooms, so the client does none of that.
 */
export function createChainClient(rpcUrls: readonly [string, ...string[]]): ChainClient {
  const provider = createResilientClient({
    endpoints: rpcUrls,
    exchange: createHttpExchange(),
    chainId: undefined,
    now: clock,
    random: Math.random,
    limits: { ...readLimits, attemptsMax: readRounds * rpcUrls.length },
    checksConsistency: false,
  })
  return {
    client: createPublicClient({ transport: custom(provider, { retryCount: 0 }), cacheTime: 0 }),
    health: provider.health,
  }
}

/**
 * Checks the chain id of every endpoint before anything is started.
 * @throws StartupError when none answers, or one serves another chain
 */
async function checkEndpoints(rpcUrls: readonly string[], chainId: number): Promise<void> {
  const exchange = createHttpExchange()
  const answers = await Promise.all(
    rpcUrls.map(async (url) => {
      const { origin } = new URL(url)
      const client = createResilientClient({
        endpoints: [url],
        exchange,
        chainId: undefined,
        now: clock,
        random: Math.random,
        limits: { ...readLimits, attemptsMax: 1 },
      })
      return await client.request({ method: 'eth_chainId' }).then(
        (answer) => ({ origin, answer: Number(answer), reason: '' }),
        (error) => ({ origin, answer: undefined, reason: reasonOf(error) }),
      )
    }),
  )
  const wrong = answers.find(({ answer }) => answer !== undefined && answer !== chainId)
  if (wrong !== undefined) {
    throw new StartupError(
      `Cannot follow the chain through ${wrong.origin} as it serves chain ${wrong.answer}: CONTRACTS_FILE says ${chainId}`,
    )
  }
  if (answers.some(({ answer }) => answer !== undefined)) return
  const reasons = answers.map(({ origin, reason }) => `${origin} (${reason})`).join(', ')
  throw new StartupError(
    `Cannot reach the chain as no endpoint of RPC_URLS answers: ${reasons}. Check the addresses, or start the node`,
  )
}

function reasonOf(error: unknown): string {
  return (error instanceof RpcUnavailable ? error.faults[0]?.fault.message : undefined) ?? messageOf(error)
}
