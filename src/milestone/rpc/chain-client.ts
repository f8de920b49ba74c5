import { createPublicClient, custom, type PublicClient } from 'viem'
import { messageOf, StartupError } from '../../kernel/runtime/errors.ts'
import { createResilientClient } from './client.ts'
import type { EndpointHealth } from './endpoint.ts'
import { RpcUnavailable } from './errors.ts'
import { createHttpExchange } from './exchange.ts'

export interface ChainClient {
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
export async function checkEndpoints(rpcUrls: readonly string[], chainId: number): Promise<void> {
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
