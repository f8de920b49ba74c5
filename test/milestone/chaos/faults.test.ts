import { describe, expect, test } from 'bun:test'
import { keccak256 } from 'viem'
import type { FaultType } from '../../../src/milestone/chaos/fault.ts'
import { RpcAnswerError, RpcUnavailable } from '../../../src/milestone/rpc/errors.ts'
import { waitFor } from '../../support/wait.ts'
import { chain, createTestClock, failureOf, first, second, useTwoNodes } from '../rpc/client-kit.ts'
import { latest, type Question, read, startFaulted as start } from './chaos-kit.ts'

useTwoNodes()

const raw = '0x02f870aabbcc'
const logs: Question = { method: 'eth_getLogs', params: [{ fromBlock: '0x0', toBlock: '0x4' }] }
const send: Question = { method: 'eth_sendRawTransaction', params: [raw] }

const everyMethod: readonly FaultType[] = [
  'rpc_timeout',
  'rpc_latency',
  'rpc_reset',
  'rpc_5xx',
  'rpc_429',
  'rpc_malformed',
  'rpc_bad_id',
  'rpc_down',
  'rpc_response_lost',
]

describe('on one endpoint while the other is healthy', () => {
  test.each(everyMethod)('%s of a read is hit, and the answer is true', async (type) => {
    const { chaos, client } = start({ hedgeAfterMs: 30 })
    await client.request(latest)
    // Regardless of which endpoint answered that: from here on the first endpoint is asked first.
    await waitFor('the first endpoint has answered', () => client.health()[0]?.head === 4)
    chaos.inject({ type, endpoint: 0, methods: [read.method], seed: 1 })
    expect(await client.request(read)).toEqual(chain.answer(read))
    expect(chaos.hits()).toEqual({ [type]: 1 })
  })

  test.each(everyMethod)('%s of a send is hit, and the transaction is there once', async (type) => {
    const { chaos, client } = start(type === 'rpc_timeout' ? { attemptMs: 500 } : {})
    chaos.inject({ type, endpoint: 0, methods: [send.method], seed: 1 })
    const outcome = await client.request(send).catch((error: unknown) => error)
    // Where the first node took it, the second one has it: the sender finds it by its hash.
    if (outcome instanceof RpcAnswerError) expect(outcome.details).toBe('already known')
    else expect(outcome).toBe(keccak256(raw))
    expect([...chain.sent]).toEqual([keccak256(raw)])
    expect(chaos.hits()).toEqual({ [type]: 1 })
  })

  test.each([read, send])(
    'rpc_wrong_chain is hit before %j, which goes to the other one',
    async (question) => {
      const { chaos, client } = start()
      chaos.inject({ type: 'rpc_wrong_chain', endpoint: 0 })
      await client.request(question)
      expect(first.methods()).not.toContain(question.method)
      expect(second.methods()).toContain(question.method)
      expect(chaos.hits().rpc_wrong_chain).toBeGreaterThan(0)
    },
  )

  test('stale_node is hit once the chain has moved on, and the newer head is served', async () => {
    const time = createTestClock()
    const { chaos, client } = start({}, time)
    chaos.inject({ type: 'stale_node', endpoint: 0 })
    await client.request(latest)
    chain.mine()
    // The healthy endpoint shows the newer head: only by that an older one is known to be old.
    first.mischief = () => new Response('', { status: 500 })
    expect(await client.request(latest)).toEqual(chain.blocks[5])
    first.mischief = undefined
    time.pass(1_001)
    await client.request(read)
    await waitFor('the first endpoint is well', () => client.health()[0]?.ok === true)
    time.pass(1_001)
    expect(await client.request(latest)).toEqual(chain.blocks[5])
    expect(chaos.hits()).toEqual({ stale_node: 1 })
    expect(client.events.at(-1)).toMatchObject({ event: 'rpc_stale_head', outcome: 'success' })
  })

  test('split_heads is hit on a block that was shown before, and the true one is served', async () => {
    const { chaos, client } = start()
    chaos.inject({ type: 'split_heads', endpoint: 0 })
    expect(await client.request(latest)).toEqual(chain.blocks[4])
    expect(await client.request(latest)).toEqual(chain.blocks[4])
    expect(chaos.hits()).toEqual({ split_heads: 1 })
  })

  test('log_gap is hit, and all logs are served', async () => {
    const { chaos, client } = start()
    chaos.inject({ type: 'log_gap', endpoint: 0 })
    expect(await client.request(logs)).toEqual(chain.answer(logs))
    expect(chaos.hits()).toEqual({ log_gap: 1 })
  })

  test('log_range_limit is hit, and halving the range reads all logs', async () => {
    const { chaos, client } = start()
    chaos.inject({ type: 'log_range_limit', endpoint: 0 })
    const refusal = await failureOf(client.request(logs), RpcAnswerError)
    expect(refusal.code).toBe(-32005)
    expect(chaos.hits().log_range_limit).toBe(1)
    const one = { method: 'eth_getLogs', params: [{ blockHash: chain.blocks[3]?.hash }] }
    first.mischief = ({ id }) => Response.json({ jsonrpc: '2.0', id, result: [] })
    expect(await client.request({ ...one, params: [{ fromBlock: '0x9', toBlock: '0x9' }] })).toEqual([])
    expect(chaos.hits().log_range_limit).toBe(1)
  })
})

describe('on every endpoint for good', () => {
  const limits = { deadlineMs: 500, attemptMs: 20, cooldownMs: 100, quarantineMs: 100 }
  const deadly = everyMethod.filter((type) => type !== 'rpc_latency' && type !== 'rpc_response_lost')

  test.each(deadly)('%s ends in a clear error within the deadline', async (type) => {
    const time = createTestClock()
    const { chaos, client } = start(limits, time)
    chaos.inject({ type })
    for (const question of [read, send]) {
      const startedAt = time.now()
      const error = await failureOf(client.request(question), RpcUnavailable)
      expect(time.now() - startedAt).toBeLessThanOrEqual(limits.deadlineMs)
      expect(error.faults.length).toBe(2)
      expect(error.message).not.toContain('secret')
    }
    expect(chaos.hits()[type]).toBeGreaterThan(0)
  })

  test('rpc_response_lost ends in an error although the transaction is there, once', async () => {
    const { chaos, client } = start({ ...limits, attemptMs: 500 }, createTestClock())
    chaos.inject({ type: 'rpc_response_lost' })
    await failureOf(client.request(send), RpcUnavailable)
    expect([...chain.sent]).toEqual([keccak256(raw)])
    expect(chaos.hits().rpc_response_lost).toBeGreaterThan(0)
  })
})
