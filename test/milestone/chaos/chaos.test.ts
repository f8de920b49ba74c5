import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { createChaos } from '../../../src/milestone/chaos/chaos.ts'
import { faultTypes } from '../../../src/milestone/chaos/fault.ts'
import { resolveFault } from '../../../src/milestone/chaos/faults.ts'
import { wireFaults } from '../../../src/milestone/chaos/wire-faults.ts'
import type { Exchange, RpcRequest } from '../../../src/milestone/rpc/rpc.ts'
import { testSeed } from '../../support/seed.ts'

const seed = testSeed('chaos layer')
const signal = new AbortController().signal
const endpoints = ['http://one.example', 'http://two.example'] as const
const truth: Exchange = async (_, { id }) => ({
  status: 200,
  retryAfter: null,
  text: JSON.stringify({ jsonrpc: '2.0', id, result: '0x1' }),
})

function question(method = 'eth_call', params: readonly unknown[] = []): RpcRequest {
  return { jsonrpc: '2.0', id: 1, method, params }
}

function start(at = 1_000_000) {
  let now = at
  const chaos = createChaos({ now: () => now, randomSeed: () => 99 })
  const exchange = chaos.wrap(truth, endpoints)
  const statusOf = async (endpoint: string, request = question()) =>
    (await exchange(endpoint, request, signal)).status
  return {
    chaos,
    exchange,
    statusOf,
    pass: (ms: number) => {
      now += ms
    },
  }
}

describe('an injection', () => {
  test('lasts 30 s, applies to every request, and returns its seed by default', () => {
    const { chaos } = start()
    expect(chaos.inject({ type: 'rpc_5xx' })).toMatchObject({
      type: 'rpc_5xx',
      since: 1_000_000,
      expiresAt: 1_030_000,
      probability: 1,
      remaining: undefined,
      methods: undefined,
      endpoint: undefined,
      steps: undefined,
      seed: 99,
      hits: 0,
    })
    expect(chaos.inject({ type: 'reorg', seed: 5 }).seed).toBe(5)
  })

  test('lasts 60 s at most', () => {
    expect(start().chaos.inject({ type: 'rpc_5xx', ttlSeconds: 3600 }).expiresAt).toBe(1_060_000)
  })

  test('ends with its time', async () => {
    const { chaos, statusOf, pass } = start()
    chaos.inject({ type: 'rpc_429', ttlSeconds: 5 })
    pass(4_999)
    expect(await statusOf(endpoints[0])).toBe(429)
    const { revision } = chaos
    pass(1)
    expect(await statusOf(endpoints[0])).toBe(200)
    expect(chaos.active()).toEqual([])
    expect(chaos.revision).toBeGreaterThan(revision)
    expect(chaos.hits()).toEqual({ rpc_429: 1 })
  })

  test('ends with its last hit', async () => {
    const { chaos, statusOf } = start()
    chaos.inject({ type: 'rpc_429', count: 2 })
    expect(await statusOf(endpoints[0])).toBe(429)
    expect(chaos.active()).toMatchObject([{ hits: 1, remaining: 1 }])
    expect([await statusOf(endpoints[1]), await statusOf(endpoints[1])]).toEqual([429, 200])
    expect(chaos.active()).toEqual([])
    expect(chaos.hits()).toEqual({ rpc_429: 2 })
  })

  test('hits its endpoint and its methods only', async () => {
    const { chaos, statusOf } = start()
    chaos.inject({ type: 'rpc_429', endpoint: 1, methods: ['eth_call'] })
    expect(await statusOf(endpoints[0])).toBe(200)
    expect(await statusOf(endpoints[1], question('eth_chainId'))).toBe(200)
    expect(await statusOf(endpoints[1])).toBe(429)
  })

  test('that does not apply to an answer counts no hit and keeps its count', async () => {
    const { chaos, exchange } = start()
    chaos.inject({ type: 'log_gap', count: 1 })
    const reply = await exchange(endpoints[0], question('eth_getLogs', [{}]), signal)
    expect(JSON.parse(reply.text).result).toBe('0x1')
    expect(chaos.active()).toMatchObject([{ hits: 0, remaining: 1 }])
    expect(chaos.hits()).toEqual({})
  })

  test('is gone after a clear, and the hits so far stay counted', async () => {
    const { chaos, statusOf } = start()
    chaos.inject({ type: 'rpc_429' })
    chaos.inject({ type: 'reorg' })
    await statusOf(endpoints[0])
    chaos.clear()
    expect(chaos.active()).toEqual([])
    expect(await statusOf(endpoints[0])).toBe(200)
    expect(chaos.hits()).toEqual({ rpc_429: 1 })
  })

  test('moves the revision when it begins, hits and is cleared', async () => {
    const { chaos, statusOf } = start()
    const seen = [chaos.revision]
    chaos.inject({ type: 'rpc_429', endpoint: 0 })
    seen.push(chaos.revision)
    await statusOf(endpoints[0])
    seen.push(chaos.revision)
    chaos.clear()
    seen.push(chaos.revision)
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b))
    await statusOf(endpoints[0])
    expect(chaos.revision).toBe(seen.at(-1) ?? -1)
  })
})

describe('the samples', () => {
  const requests = Array.from({ length: 40 }, (_, index) => question('eth_call', [index % 25]))

  /** What became of each request, by what it asked of whom; twins in the order of their outcomes. */
  async function outcomes(order: readonly number[], faultSeed: number): Promise<string[]> {
    const chaos = createChaos({ now: () => 0 })
    chaos.inject({ type: 'rpc_5xx', probability: 0.3, seed: faultSeed })
    chaos.inject({ type: 'rpc_reset', probability: 0.3, seed: faultSeed + 1, endpoint: 1 })
    const slow: Exchange = async (endpoint, request, given) => {
      for (let turn = 0; turn < (request.id * 7) % 5; turn += 1) await Promise.resolve()
      return truth(endpoint, request, given)
    }
    const exchange = chaos.wrap(slow, endpoints)
    const told = await Promise.all(
      order.map(async (place) => {
        const request = requests[place >> 1] ?? question()
        const endpoint = endpoints[place % 2] ?? endpoints[0]
        const outcome = await exchange(endpoint, { ...request, id: place + 1 }, signal).then(
          ({ status }) => String(status),
          (error) => error.code,
        )
        return `${endpoint} ${JSON.stringify(request.params)} ${outcome}`
      }),
    )
    return told.sort()
  }
  const places = Array.from({ length: 2 * requests.length }, (_, index) => index)

  test('are the same for one seed in any order of concurrent requests', async () => {
    const expected = await outcomes(places, 7)
    expect(new Set(expected.map((line) => line.split(' ').at(-1))).size).toBeGreaterThan(2)
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(places, { minLength: places.length }), async (order) => {
        expect(await outcomes(order, 7)).toEqual(expected)
      }),
      { seed, numRuns: 30 },
    )
  })

  test('differ for another seed', async () => {
    expect(await outcomes(places, 8)).not.toEqual(await outcomes(places, 7))
  })

  test('are drawn anew each time a request is repeated', async () => {
    const { chaos, statusOf } = start()
    chaos.inject({ type: 'rpc_429', probability: 0.5, seed: 4 })
    const statuses: number[] = []
    for (let time = 0; time < 40; time += 1) statuses.push(await statusOf(endpoints[0]))
    const hits = statuses.filter((status) => status === 429).length
    expect(hits).toBeGreaterThan(10)
    expect(hits).toBeLessThan(30)
    expect(chaos.hits()).toEqual({ rpc_429: hits })
  })

  test('of probability 0 never hit', async () => {
    const { chaos, statusOf } = start()
    chaos.inject({ type: 'rpc_429', probability: 0 })
    for (let time = 0; time < 50; time += 1) expect(await statusOf(endpoints[0])).toBe(200)
  })
})

test('rpc_malformed answers no null where null is a valid answer, as a client could not detect that', async () => {
  const { chaos, exchange } = start()
  const nulls = { eth_getTransactionReceipt: 0, eth_call: 0 }
  for (const method of ['eth_getTransactionReceipt', 'eth_call'] as const) {
    for (let seed = 0; seed < 60; seed += 1) {
      chaos.inject({ type: 'rpc_malformed', seed })
      const { text } = await exchange(endpoints[0], question(method), signal)
      if (text.includes('"result":null')) nulls[method] += 1
      chaos.clear()
    }
  }
  expect(nulls.eth_getTransactionReceipt).toBe(0)
  expect(nulls.eth_call).toBeGreaterThan(0)
})

describe('points of a cycle', () => {
  test('are hit by the fault of that name alone, as often as its count allows', () => {
    const { chaos } = start()
    chaos.inject({ type: 'tx_dropped', count: 1 })
    expect(chaos.applies({ fault: 'tx_underpriced', step: 'vote' }, 'run 1')).toBe(false)
    expect(chaos.applies({ fault: 'tx_dropped', step: 'vote' }, 'run 1')).toBe(true)
    expect(chaos.applies({ fault: 'tx_dropped', step: 'vote' }, 'run 2')).toBe(false)
    expect(chaos.hits()).toEqual({ tx_dropped: 1 })
    expect(chaos.active()).toEqual([])
  })

  test('can be restricted to a step, verifier or root', () => {
    const { chaos } = start()
    chaos.inject({ type: 'reorg', methods: ['release'] })
    chaos.inject({ type: 'verifier_offline', methods: ['0xbb'] })
    expect(chaos.applies({ fault: 'reorg', after: 'vote' }, 'run')).toBe(false)
    expect(chaos.applies({ fault: 'reorg', after: 'release' }, 'run')).toBe(true)
    expect(chaos.applies({ fault: 'verifier_offline', verifier: '0xaa' }, 'run')).toBe(false)
    expect(chaos.applies({ fault: 'verifier_offline', verifier: '0xbb' }, 'run')).toBe(true)
  })

  test('are hit the same for one seed, in any order', () => {
    const points = Array.from({ length: 30 }, (_, index) => `verifier ${index}`)
    const hitsOf = (order: readonly string[]) => {
      const { chaos } = start()
      chaos.inject({ type: 'verifier_offline', probability: 0.4, seed: 11 })
      const hit = order.filter((verifier) => chaos.applies({ fault: 'verifier_offline', verifier }, 'run'))
      return hit.sort()
    }
    expect(hitsOf([...points].reverse())).toEqual(hitsOf(points))
    expect(hitsOf(points).length).toBeGreaterThan(3)
  })
})

test('without faults the layer returns the promise of the exchange itself', () => {
  const promise = truth(endpoints[0], question(), signal)
  const exchange = createChaos({ now: () => 0 }).wrap(() => promise)
  expect(exchange(endpoints[0], question(), signal)).toBe(promise)
})

describe('names', () => {
  test('of faults and their aliases are known, and no others', () => {
    for (const name of faultTypes) expect(resolveFault(name)).toMatchObject({ name, type: name })
    expect(['clear', 'constructor', '', 'RPC_DOWN'].map(resolveFault)).toEqual([
      'clear',
      undefined,
      undefined,
      undefined,
    ])
  })

  test.each([...wireFaults.map(({ type }) => type).filter((type) => type !== 'rpc_down'), 'kill_rpc'])(
    '%s affects the first endpoint alone by default',
    (name) => {
      expect(resolveFault(name)).toMatchObject({ endpoint: 0, count: undefined })
    },
  )

  test('rpc_down and kill_all affect every endpoint', () => {
    for (const name of ['rpc_down', 'kill_all'])
      expect(resolveFault(name)).toMatchObject({
        name,
        type: 'rpc_down',
        endpoint: undefined,
        count: undefined,
      })
  })

  test('of faults of the pipeline hit no more than a quorum survives', () => {
    expect(resolveFault('verifier_offline')).toMatchObject({ endpoint: undefined, count: 1 })
    expect(resolveFault('evidence_missing')).toMatchObject({ endpoint: undefined, count: 2 })
  })

  test('are what hits are counted under', async () => {
    const { chaos, exchange } = start()
    chaos.inject({ type: 'rpc_down', name: 'kill_rpc', endpoint: 0 })
    await exchange(endpoints[0], question(), signal).catch(() => {})
    expect(chaos.active()).toMatchObject([{ type: 'rpc_down', name: 'kill_rpc', hits: 1 }])
    expect(chaos.hits()).toEqual({ kill_rpc: 1 })
  })
})
