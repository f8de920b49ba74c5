import { afterEach, beforeEach } from 'bun:test'
import { type Hex, keccak256, toHex } from 'viem'
import type { RecoveryEvent } from '../../../src/milestone/recovery-event.ts'
import {
  createResilientClient,
  type ResilientClient,
  type ResilientClientOptions,
} from '../../../src/milestone/rpc/client.ts'
import { createHttpExchange } from '../../../src/milestone/rpc/exchange.ts'
import type { RpcRequest } from '../../../src/milestone/rpc/rpc.ts'

export const chainId = 31337
const account = '0x00000000000000000000000000000000000000aa'
const topic = keccak256(toHex('Told(uint256)'))

export interface SmallBlock {
  number: Hex
  hash: Hex
  parentHash: Hex
  timestamp: Hex
  transactions: Hex[]
}

export class SmallChainError extends Error {
  readonly code: number
  readonly data: Hex | undefined

  constructor(code: number, message: string, data?: Hex) {
    super(message)
    this.code = code
    this.data = data
  }
}

export type SmallChain = ReturnType<typeof createSmallChain>

/** A chain of numbers and hashes, enough to tell true answers from wrong ones. Any number of nodes may show it. */
export function createSmallChain(length = 5) {
  const blocks: SmallBlock[] = []
  const sent = new Set<Hex>()
  let salt = 0
  const mine = () => {
    const number = blocks.length
    const block: SmallBlock = {
      number: toHex(number),
      hash: keccak256(toHex(`block ${number} ${salt}`)),
      parentHash: blocks.at(-1)?.hash ?? keccak256('0x'),
      timestamp: toHex(1_780_000_000 + number),
      transactions: [],
    }
    blocks.push(block)
    return block
  }
  for (let index = 0; index < length; index += 1) mine()

  const answer = (
    { method, params: [first] }: Pick<RpcRequest, 'method' | 'params'>,
    head = blocks.length - 1,
  ) => {
    const shown = blocks.slice(0, head + 1)
    switch (method) {
      case 'eth_chainId':
        return toHex(chainId)
      case 'eth_blockNumber':
        return toHex(head)
      case 'eth_getBlockByNumber':
        return (first === 'latest' ? shown.at(-1) : shown[Number(first)]) ?? null
      case 'eth_getBlockByHash':
        return shown.find(({ hash }) => hash === first) ?? null
      case 'eth_getBalance':
      case 'eth_getTransactionCount':
        return toHex(BigInt(keccak256(toHex(String(first)))) >> 200n)
      case 'eth_call':
        if (JSON.stringify(first).includes('0xdead'))
          throw new SmallChainError(3, 'execution reverted: no', '0x08c379a0')
        return keccak256(toHex(JSON.stringify(first)))
      case 'eth_getTransactionReceipt':
        return sent.has(hexOf(first)) ? receiptOf(hexOf(first), shown.at(-1)) : null
      case 'eth_getLogs':
        return shown.flatMap((block) => [0, 1].map((index) => logOf(block, index)))
      case 'eth_sendRawTransaction': {
        const hash = keccak256(hexOf(first))
        if (sent.has(hash)) throw new SmallChainError(-32000, 'already known')
        sent.add(hash)
        return hash
      }
      default:
        throw new SmallChainError(-32601, 'Method not found')
    }
  }
  return {
    blocks,
    sent,
    mine,
    /** Replaces the newest blocks by as many others. */
    reorg: (depth: number) => {
      salt += 1
      blocks.splice(blocks.length - depth)
      for (let index = 0; index < depth; index += 1) mine()
    },
    /** The true answer, as of a head that may lie further back. @throws SmallChainError */
    answer,
  }
}

function receiptOf(hash: Hex, block: SmallBlock | undefined) {
  return {
    transactionHash: hash,
    status: '0x1',
    blockHash: block?.hash,
    blockNumber: block?.number,
    logs: [],
  }
}

function logOf(block: SmallBlock, index: number) {
  return {
    address: account,
    topics: [topic],
    data: toHex(index, { size: 32 }),
    blockNumber: block.number,
    blockHash: block.hash,
    logIndex: toHex(index),
    transactionHash: keccak256(block.hash),
    removed: false,
  }
}

function hexOf(value: unknown): Hex {
  return typeof value === 'string' && value.startsWith('0x') ? `0x${value.slice(2)}` : '0x'
}

/** What a node does in place of its plain answer; undefined leaves the plain answer. */
export type Mischief = (
  request: RpcRequest,
  plain: () => Response,
) => Response | Promise<Response> | undefined

/** A real HTTP server that answers for a small chain. */
export interface SmallNode {
  readonly url: string
  readonly requests: readonly RpcRequest[]
  methods(): string[]
  mischief: Mischief | undefined
  /** How many blocks it is behind. */
  lag: number
  stop(): Promise<void>
}

export function startSmallNode(chain: SmallChain): SmallNode {
  const requests: RpcRequest[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (incoming) => {
      const request: RpcRequest = await incoming.json()
      requests.push(request)
      return (
        (await node.mischief?.(request, () => plainAnswer(chain, request, node.lag))) ??
        plainAnswer(chain, request, node.lag)
      )
    },
  })
  const node: SmallNode = {
    url: `http://127.0.0.1:${server.port}/v3/secret-key?token=secret`,
    requests,
    methods: () => requests.map(({ method }) => method),
    mischief: undefined,
    lag: 0,
    stop: () => server.stop(true),
  }
  return node
}

/** Of the test that runs now, see `useTwoNodes`. */
export let chain: SmallChain
export let first: SmallNode
export let second: SmallNode

/** Gives each test of a file a new chain and two nodes that serve it. */
export function useTwoNodes(): void {
  beforeEach(() => {
    chain = createSmallChain()
    first = startSmallNode(chain)
    second = startSmallNode(chain)
  })
  afterEach(async () => {
    await Promise.all([first.stop(), second.stop()])
  })
}

function plainAnswer(chain: SmallChain, request: RpcRequest, lag: number): Response {
  const { id } = request
  try {
    return Response.json({ jsonrpc: '2.0', id, result: chain.answer(request, chain.blocks.length - 1 - lag) })
  } catch (error) {
    if (!(error instanceof SmallChainError)) throw error
    const { code, message, data } = error
    return Response.json({
      jsonrpc: '2.0',
      id,
      error: { code, message, ...(data === undefined ? {} : { data }) },
    })
  }
}

export function result(request: RpcRequest, value: unknown): Response {
  return Response.json({ jsonrpc: '2.0', id: request.id, result: value })
}

export type TestClock = ReturnType<typeof createTestClock>

/** A clock that stands until somebody waits on it. */
export function createTestClock() {
  let at = 1_780_000_000_000
  const sleeps: number[] = []
  return {
    now: () => at,
    sleeps,
    sleep: async (ms: number) => {
      sleeps.push(ms)
      at += ms
    },
    pass: (ms: number) => {
      at += ms
    },
  }
}

export const clock = () => performance.timeOrigin + performance.now()

/** So long that a busy machine is not taken for a slow node: the tests that are about a limit set their own. */
const patience = { attemptMs: 60_000, logsAttemptMs: 60_000, hedgeAfterMs: 60_000, deadlineMs: 60_000 }

/** A client over these nodes, with its events. */
export function startClient(
  nodes: readonly [SmallNode, ...SmallNode[]],
  options: Partial<ResilientClientOptions> = {},
): ResilientClient & { events: RecoveryEvent[] } {
  const events: RecoveryEvent[] = []
  const [first, ...rest] = nodes
  const client = createResilientClient({
    endpoints: [first.url, ...rest.map(({ url }) => url)],
    exchange: createHttpExchange(),
    chainId,
    now: clock,
    random: () => 0.5,
    onEvent: (event) => events.push(event),
    ...options,
    limits: { ...patience, ...options.limits },
  })
  return { ...client, events }
}

/** The error of that kind which the work must end in. */
export async function failureOf<Failure extends Error>(
  work: Promise<unknown>,
  kind: abstract new (...args: never[]) => Failure,
): Promise<Failure> {
  const value = await work.catch((error: unknown) => error)
  if (value instanceof kind) return value
  throw new Error(
    `Expected a ${kind.name}, got ${value instanceof Error ? value.stack : JSON.stringify(value)}`,
  )
}
