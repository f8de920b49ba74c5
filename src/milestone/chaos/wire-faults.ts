import { nullableMethods } from '../rpc/check-result.ts'
import { limitExceeded } from '../rpc/read-reply.ts'
import type { RpcReply, RpcRequest } from '../rpc/rpc.ts'
import type { FaultMemory, WireFault } from './fault.ts'
import { pick } from './random.ts'
import { splitHeads } from './split-heads.ts'
import { staleNode } from './stale-node.ts'
import { delay, replyError, replyResult, replyText, resultIn, WireError } from './wire.ts'

const retryAfters = ['1', '86400', 'Fri, 31 Dec 2100 23:59:59 GMT', 'soon'] as const
const statuses = [500, 502, 503, 504] as const
const otherChainId = 1

/** The faults of the wire. The others, of the node and of the cycle, apply at points of a cycle. */
export const wireFaults: readonly WireFault[] = [
  /** 300 +- 200 ms of extra latency. */
  {
    type: 'rpc_latency',
    apply: async ({ endpoint, request, signal, inner, sample }) => {
      await delay(signal, 100 + 400 * sample('latency'))
      return await inner(endpoint, request, signal)
    },
  },
  /** No response; the request does not reach the node. */
  {
    type: 'rpc_timeout',
    apply: async ({ signal }) => {
      await delay(signal)
      throw signal.reason
    },
  },
  /** The connection closes before the node has read the request. */
  {
    type: 'rpc_reset',
    apply: async () => {
      throw new WireError('ECONNRESET')
    },
  },
  /** Nothing listens at the address. */
  {
    type: 'rpc_down',
    apply: async () => {
      throw new WireError('ECONNREFUSED')
    },
  },
  /** The node accepts the transaction, and the response is lost. */
  {
    type: 'rpc_response_lost',
    methods: ['eth_sendRawTransaction', 'eth_sendRawTransactionSync'],
    apply: async ({ endpoint, request, signal, inner }) => {
      await inner(endpoint, request, signal)
      throw new WireError('ECONNRESET')
    },
  },
  /** Too many requests, with every kind of `Retry-After`: short, far too long, a date, invalid. */
  {
    type: 'rpc_429',
    apply: async ({ sample }) => ({
      ...replyText('Too Many Requests', 429),
      retryAfter: pick(retryAfters, sample('retry-after')),
    }),
  },
  /** A gateway in front of the node fails. */
  {
    type: 'rpc_5xx',
    apply: async ({ sample }) => {
      const status = pick(statuses, sample('status'))
      return replyText(`<html><body><h1>${status}</h1></body></html>`, status)
    },
  },
  /** The endpoint reports another chain id. */
  {
    type: 'rpc_wrong_chain',
    methods: ['eth_chainId', 'net_version'],
    apply: async ({ endpoint, request, signal, inner, revoke }) => {
      if (request.method === 'eth_chainId') return replyResult(request, `0x${otherChainId.toString(16)}`)
      if (request.method === 'net_version') return replyResult(request, String(otherChainId))
      revoke()
      return await inner(endpoint, request, signal)
    },
  },
  /**
   * Cut JSON, a web page, an empty body, a null result, a result of another type. All but the web page reach the node.
   * Where null is a valid result it would be undetectable, so another type is sent instead.
   */
  {
    type: 'rpc_malformed',
    apply: async ({ endpoint, request, signal, inner, sample }) => {
      const kind = pick(['cut', 'page', 'empty', 'null', 'type'], sample('kind'))
      if (kind === 'page') return replyText('<!doctype html><title>Sign in to the network</title>')
      const reply = await inner(endpoint, request, signal)
      if (kind === 'empty') return replyText('')
      if (kind === 'cut') return replyText(reply.text.slice(0, Math.floor(reply.text.length / 2)))
      if (kind === 'null' && !nullableMethods.includes(request.method)) return replyResult(request, null)
      return replyResult(request, ofAnotherType(resultIn(reply)))
    },
  },
  /** The answer to an earlier request; while there is none, this one's with another id. */
  {
    type: 'rpc_bad_id',
    apply: async ({ endpoint, request, signal, inner, memory }) => {
      const reply = await inner(endpoint, request, signal)
      const earlier = memory.entries().find(([key]) => key !== keyOf(request))
      remember(request, reply, memory)
      return earlier === undefined
        ? replyResult({ ...request, id: request.id + 1 }, resultIn(reply))
        : { ...reply, text: earlier[1] }
    },
    observe: ({ request, reply, memory }) => remember(request, reply, memory),
  },
  /** Leaves out one log, and each of the others by chance. */
  {
    type: 'log_gap',
    methods: ['eth_getLogs'],
    apply: async ({ endpoint, request, signal, inner, sample, revoke }) => {
      const reply = await inner(endpoint, request, signal)
      const logs = resultIn(reply)
      if (!Array.isArray(logs) || logs.length === 0) {
        revoke()
        return reply
      }
      const missing = Math.floor(sample('missing') * logs.length)
      const kept = logs.filter((_, index) => index !== missing && sample(`log ${index}`) < 0.5)
      return replyResult(request, kept)
    },
  },
  /** Refuses logs of more than one block. */
  {
    type: 'log_range_limit',
    methods: ['eth_getLogs'],
    apply: async ({ endpoint, request, signal, inner, revoke }) => {
      if (request.method === 'eth_getLogs' && isRange(request.params[0]))
        return replyError(
          request,
          limitExceeded,
          'block range is too large: query returned more than 10000 results',
        )
      revoke()
      return await inner(endpoint, request, signal)
    },
  },
  staleNode,
  splitHeads,
]

function ofAnotherType(result: unknown): unknown {
  if (typeof result === 'string') return 42
  return Array.isArray(result) ? 'none' : 'latest'
}

function keyOf({ method, params }: RpcRequest): string {
  return `${method} ${JSON.stringify(params)}`
}

function remember(request: RpcRequest, reply: RpcReply, memory: FaultMemory): void {
  memory.set(keyOf(request), reply.text)
}

function isRange(filter: unknown): boolean {
  if (typeof filter !== 'object' || filter === null || 'blockHash' in filter) return false
  const from = 'fromBlock' in filter ? filter.fromBlock : 'latest'
  const to = 'toBlock' in filter ? filter.toBlock : 'latest'
  return from !== to
}
