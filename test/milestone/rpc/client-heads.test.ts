import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { keccak256 } from 'viem'
import { RpcUnavailable } from '../../../src/milestone/rpc/errors.ts'
import { testSeed } from '../../support/seed.ts'
import { sizeOf } from '../../support/soak.ts'
import {
  chain,
  createTestClock,
  failureOf,
  first,
  result,
  type SmallNode,
  second,
  startClient,
  useTwoNodes,
} from './client-kit.ts'

const seed = testSeed('served heads')
useTwoNodes()

const number = { method: 'eth_blockNumber' }
const latest = { method: 'eth_getBlockByNumber', params: ['latest', false] }
const blockAt = (height: number) => ({
  method: 'eth_getBlockByNumber',
  params: [`0x${height.toString(16)}`, false],
})
const refuse = () => new Response('', { status: 500 })

function unlessUnavailable(error: unknown): void {
  if (!(error instanceof RpcUnavailable)) throw error
}

describe('the served head', () => {
  test('of an endpoint that fell behind is not served: another one is asked', async () => {
    const client = startClient([first, second])
    expect(await client.request(latest)).toEqual(chain.blocks[4])
    first.lag = 2
    expect(await client.request(latest)).toEqual(chain.blocks[4])
    expect(await client.request(number)).toBe('0x4')
    expect(client.events).toMatchObject([{ event: 'rpc_stale_head', action: 'retried on another endpoint' }])
  })

  test('is not below the block of a receipt: another endpoint is asked', async () => {
    const client = startClient([first, second])
    const raw = '0x02f870aabbcc'
    await client.request({ method: 'eth_sendRawTransaction', params: [raw] })
    chain.mine()
    await client.request({ method: 'eth_getTransactionReceipt', params: [keccak256(raw)] })
    first.lag = 1
    expect(await client.request(latest)).toEqual(chain.blocks[5])
    expect(client.events.at(-1)).toMatchObject({
      event: 'rpc_stale_head',
      action: 'retried on another endpoint',
    })
  })

  test('stays what it was when every endpoint is behind it', async () => {
    const client = startClient([first, second])
    await client.request(latest)
    first.lag = 1
    second.lag = 3
    expect(await client.request(latest)).toEqual(chain.blocks[4])
    expect(await client.request(number)).toBe('0x4')
    expect(client.events.at(-1)?.action).toBe('served the cached head')
  })

  test('known by its number only, cannot be served as a block: that is an error, not an older block', async () => {
    const client = startClient([first, second], createTestClock())
    await client.request(number)
    first.lag = 1
    second.lag = 1
    const error = await failureOf(client.request(latest), RpcUnavailable)
    expect(error.message).toContain('shows an older head than block 4')
  })

  test('may go back once a reorg was reported', async () => {
    const client = startClient([first, second])
    await client.request(latest)
    first.lag = 2
    second.lag = 2
    client.reportReorg({ ancestor: 2 })
    expect(await client.request(latest)).toEqual(chain.blocks[2])
    first.lag = 3
    second.lag = 3
    client.reportReorg({ depth: 1 })
    expect(await client.request(number)).toBe('0x1')
  })

  test('of another hash at one height is not served while an endpoint still shows the first', async () => {
    const client = startClient([first, second])
    await client.request(latest)
    const other = { ...chain.blocks[4], hash: `0x${'ee'.repeat(32)}` }
    first.mischief = (request) =>
      request.method === 'eth_getBlockByNumber' ? result(request, other) : undefined
    expect(await client.request(latest)).toEqual(chain.blocks[4])
    expect(client.events).toMatchObject([{ event: 'rpc_split_head', outcome: 'success' }])
  })

  test('of another hash is not served when the endpoint itself shows another one by number', async () => {
    const client = startClient([first])
    await client.request(latest)
    const other = { ...chain.blocks[4], hash: `0x${'ee'.repeat(32)}` }
    first.mischief = (request) => (request.params[0] === 'latest' ? result(request, other) : undefined)
    expect(await client.request(latest)).toEqual(chain.blocks[4])
  })

  test('is replaced when every endpoint shows another one: the chain was', async () => {
    const client = startClient([first, second])
    const before = await client.request(latest)
    chain.reorg(2)
    const after = await client.request(latest)
    expect(after).toEqual(chain.blocks[4])
    expect(after).not.toEqual(before)
    expect(await client.request(latest)).toEqual(chain.blocks[4])
  })

  test('never goes back, however endpoints fall behind, fail and catch up', async () => {
    const step = fc.record({
      lags: fc.tuple(fc.nat(3), fc.nat(3)),
      down: fc.constantFrom('none', 'first', 'second'),
      mined: fc.nat(2),
      asked: fc.constantFrom(number, latest),
      at: fc.nat(3),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const client = startClient([first, second], { ...createTestClock(), limits: { deadlineMs: 500 } })
        let highest = 0
        const serve = async (question: typeof number) => {
          const answer = await client.request(question).catch(unlessUnavailable)
          if (answer === undefined) return
          const head = Number(typeof answer === 'string' ? answer : Object(answer).number)
          expect(head).toBeGreaterThanOrEqual(highest)
          expect(head).toBeLessThan(chain.blocks.length)
          highest = head
        }
        for (const { lags, down, mined, asked, at } of steps) {
          for (let block = 0; block < mined; block += 1) chain.mine()
          first.lag = lags[0]
          second.lag = lags[1]
          first.mischief = down === 'first' ? refuse : undefined
          second.mischief = down === 'second' ? refuse : undefined
          if (at === 0) await Promise.all([serve(asked), client.request(blockAt(2)).catch(unlessUnavailable)])
          else await serve(asked)
        }
      }),
      { seed, numRuns: sizeOf({ short: 40, soak: 1_000 }) },
    )
  })
})

describe('what is not there', () => {
  const unknown = { method: 'eth_getTransactionReceipt', params: [`0x${'0'.repeat(64)}`] }

  test('is accepted from an endpoint that is not behind, at the cost of one request', async () => {
    const client = startClient([first, second])
    await client.request(number)
    expect(await client.request(unknown)).toBeNull()
    // The second one is asked for its chain at some time of its own, and for nothing else.
    expect(second.methods().filter((method) => method !== 'eth_chainId')).toEqual([])
  })

  test('is not accepted from an endpoint that is behind, even if the other one failed a moment ago', async () => {
    const time = createTestClock()
    const client = startClient([first, second], time)
    const hash = await client.request({ method: 'eth_sendRawTransaction', params: ['0x02bb'] })
    await client.request(number)
    second.mischief = refuse
    first.lag = 2
    await client.request(number)
    second.mischief = undefined
    first.mischief = (request) =>
      request.method === 'eth_getTransactionReceipt' ? result(request, null) : undefined
    const receipt = await client.request({ method: 'eth_getTransactionReceipt', params: [hash] })
    expect(receipt).toMatchObject({ transactionHash: hash })
  })

  test('is not a block at a height below the served head', async () => {
    const client = startClient([first, second])
    await client.request(number)
    first.lag = 3
    expect(await client.request(blockAt(4))).toEqual(chain.blocks[4])
    expect(await client.request(blockAt(9))).toBeNull()
  })
})

describe('logs', () => {
  const logs = { method: 'eth_getLogs', params: [{ fromBlock: '0x0', toBlock: '0x4' }] }
  const gap =
    (left: number): SmallNode['mischief'] =>
    (request) => {
      const all = chain.answer(logs)
      if (request.method !== 'eth_getLogs' || !Array.isArray(all)) return undefined
      return result(request, all.slice(left))
    }

  test.each([1, 5, 10])('of which one endpoint lacks the first %d are the other one’s', async (left) => {
    const client = startClient([first, second])
    await client.request(number)
    first.mischief = gap(left)
    expect(await client.request(logs)).toEqual(chain.answer(logs))
    first.mischief = undefined
    second.mischief = gap(left)
    expect(await client.request(logs)).toEqual(chain.answer(logs))
    expect(client.events.map(({ event }) => event)).toEqual(['rpc_missing_logs', 'rpc_missing_logs'])
  })

  test('of which each endpoint lacks others are asked for again', async () => {
    const client = startClient([first, second], createTestClock())
    await client.request(number)
    let times = 0
    first.mischief = (request, plain) => {
      if (request.method !== 'eth_getLogs') return undefined
      times += 1
      const all = chain.answer(logs)
      return times > 1 || !Array.isArray(all) ? plain() : result(request, all.slice(0, 3))
    }
    second.mischief = gap(1)
    expect(await client.request(logs)).toEqual(chain.answer(logs))
    expect(times).toBe(2)
  })

  test('refused for their number, by any status, are an answer: the caller halves the range', async () => {
    const client = startClient([first])
    await client.request(number)
    for (const status of [400, 413, 422]) {
      first.mischief = () => new Response('too much', { status })
      await expect(client.request(logs)).rejects.toMatchObject({ code: -32005 })
    }
  })
})
