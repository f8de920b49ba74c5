import {
  BaseError,
  createPublicClient,
  custom,
  fallback,
  http,
  type PublicClient,
  RpcRequestError,
  type Transport,
} from 'viem'
import { messageOf, StartupError } from '../../kernel/errors.ts'

/** What was last seen of one endpoint. */
export interface EndpointHealth {
  /** Scheme and host only: paths and queries may hold keys. */
  endpoint: string
  ok: boolean
  latencyMs: number | null
  /** Newest block it named. */
  head: number | null
  breaker: 'closed' | 'open' | 'half-open'
}

export interface ChainClient {
  client: PublicClient
  health(): EndpointHealth[]
}

const attemptMsMax = 5_000

/**
 * A client over one or several endpoints, the next one asked when one fails. JSON-RPC batching stays off: an answer
 * could reach the wrong question.
 */
export function createChainClient(rpcUrls: readonly [string, ...string[]]): ChainClient {
  const endpoints = rpcUrls.map(watched)
  const transport = fallback(
    endpoints.map((endpoint) => endpoint.transport),
    { rank: false, retryCount: 1, retryDelay: 100 },
  )
  return {
    client: createPublicClient({ transport, cacheTime: 0 }),
    health: () => endpoints.map((endpoint) => ({ ...endpoint.health })),
  }
}

/** An endpoint's transport, with a note kept of how it answers. */
function watched(url: string): { transport: Transport; health: EndpointHealth } {
  const health: EndpointHealth = {
    endpoint: new URL(url).origin,
    ok: true,
    latencyMs: null,
    head: null,
    breaker: 'closed',
  }
  const { request } = http(url, { batch: false, timeout: attemptMsMax, retryCount: 0 })({ retryCount: 0 })
  const provider = {
    request: async (args: RpcQuestion): Promise<unknown> => {
      const startedAt = performance.now()
      try {
        const answer: unknown = await request(args)
        health.ok = true
        health.latencyMs = Math.round((performance.now() - startedAt) * 100) / 100
        health.head = newestBlockIn(args, answer) ?? health.head
        return answer
      } catch (error) {
        health.ok = isAnswer(error)
        throw error
      }
    },
  }
  return { transport: custom(provider, { retryCount: 0 }), health }
}

interface RpcQuestion {
  method: string
  params?: unknown
}

/** A node that answers with an error is alive. */
function isAnswer(error: unknown): boolean {
  return error instanceof BaseError && error.walk((inner) => inner instanceof RpcRequestError) !== null
}

function newestBlockIn({ method, params }: RpcQuestion, answer: unknown): number | undefined {
  const asksNewest = method === 'eth_getBlockByNumber' && Array.isArray(params) && params[0] === 'latest'
  if (!asksNewest || typeof answer !== 'object' || answer === null || !('number' in answer)) return undefined
  return Number(answer.number)
}

/**
 * Asks every endpoint which chain it serves, before anything is started.
 * @throws StartupError when none answers, or one serves another chain
 */
export async function checkEndpoints(rpcUrls: readonly string[], chainId: number): Promise<void> {
  const answers = await Promise.all(
    rpcUrls.map(async (url) => {
      const { origin } = new URL(url)
      const client = createPublicClient({ transport: http(url, { timeout: attemptMsMax, retryCount: 0 }) })
      return await client.getChainId().then(
        (answer) => ({ origin, answer, reason: '' }),
        (error) => ({ origin, answer: undefined, reason: messageOf(error).split('\n')[0] ?? '' }),
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
