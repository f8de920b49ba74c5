import { describe, expect, test } from 'bun:test'
import { RpcAnswerError, RpcUnavailable } from '../../../src/milestone/rpc/errors.ts'
import { createHttpExchange } from '../../../src/milestone/rpc/exchange.ts'
import { waitFor } from '../../support/wait.ts'
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

useTwoNodes()

const call = { method: 'eth_call', params: [{ to: '0x01' }, 'latest'] }
const send = { method: 'eth_sendRawTransaction', params: ['0x02f870aabbcc'] }
const refuse = () => new Response('no', { status: 500 })
const never = () => new Promise<Response>(() => {})

describe('endpoints that fail', () => {
  test('an excluded endpoint is used again at once when its faults are forgotten', async () => {
    const time = createTestClock()
    const client = startClient([first, second], { ...time, limits: { faultsToOpen: 1, cooldownMs: 60_000 } })
    await client.request(call)
    first.mischief = refuse
    await client.request(call)
    expect(client.health()[0]?.breaker).toBe('open')
    first.mischief = undefined

    client.resetEndpoints()
    const reached = first.requests.length
    await client.request(call)
    expect(first.methods().slice(reached)).toEqual(['eth_chainId', 'eth_call'])
    expect(client.health()[0]).toMatchObject({ ok: true, breaker: 'closed' })
  })

  test('requests from before the faults were forgotten do not exclude an endpoint afterwards', async () => {
    let isAsked = false
    const ended = Promise.withResolvers<void>()
    const http = createHttpExchange()
    const client = startClient([first, second], {
      limits: { faultsToOpen: 1, cooldownMs: 60_000, attemptMs: 2_000, hedgeAfterMs: 20 },
      exchange: async (endpoint, request, signal) => {
        const hangs = endpoint === first.url && first.mischief === never
        isAsked ||= hangs
        return await http(endpoint, request, signal).finally(() => hangs && ended.resolve())
      },
    })
    await client.request(call)
    first.mischief = never
    // An endpoint that was slow on a busy machine is asked second for a while.
    await waitFor('the endpoint that hangs is asked', async () => {
      expect(await client.request(call)).toEqual(chain.answer(call))
      return isAsked
    })
    first.mischief = undefined
    client.resetEndpoints()
    const before = first.methods().length
    // The request that hangs ends by its time limit.
    await ended.promise
    await Bun.sleep(0)
    expect(client.health()[0]).toMatchObject({ ok: true, breaker: 'closed' })
    await waitFor('the endpoint is asked again', async () => {
      await client.request(call)
      return first.methods().length >= before + 2
    })
    expect(first.methods().slice(before, before + 2)).toEqual(['eth_chainId', 'eth_call'])
  })

  test('its breaker opens after faults in a row, and closes once it answers again', async () => {
    const time = createTestClock()
    const client = startClient([first, second], { ...time, limits: { faultsToOpen: 3, cooldownMs: 1000 } })
    await client.request(call)
    first.mischief = refuse
    const answers: unknown[] = []
    await waitFor('the breaker opens', async () => {
      // After the first fault the endpoint is only probed, and that once its last fault is a while ago.
      time.pass(1001)
      answers.push(await client.request(call))
      return client.health()[0]?.breaker === 'open'
    })
    expect(answers).toEqual(answers.map(() => chain.answer(call)))
    expect(client.health()).toMatchObject([
      {
        ok: false,
        breaker: 'open',
        state: 'excluded',
        excludedUntil: expect.any(Number),
        lastError: { message: expect.any(String), at: expect.any(Number) },
      },
      { ok: true, breaker: 'closed', state: 'ready', excludedUntil: null, lastError: null },
    ])

    const reached = first.requests.length
    await client.request(call)
    expect(first.requests.length).toBe(reached)

    first.mischief = undefined
    time.pass(1001)
    await client.request(call)
    await waitFor('the breaker closes', () => client.health()[0]?.breaker === 'closed')
    expect(client.health()[0]).toMatchObject({
      ok: true,
      breaker: 'closed',
      state: 'ready',
      excludedUntil: null,
      lastError: { message: expect.any(String) },
    })
    time.pass(1001)
    const answered = first.requests.length
    await client.request(call)
    expect(first.requests.length).toBe(answered + 1)
    expect(client.events.map(({ event }) => event).filter((event) => event.startsWith('endpoint'))).toEqual([
      'endpoint_left_out',
      'endpoint_back',
    ])
  })

  test('a probe that fails keeps the breaker open', async () => {
    const time = createTestClock()
    const client = startClient([first], { ...time, limits: { cooldownMs: 1000, deadlineMs: 5000 } })
    first.mischief = refuse
    await expect(client.request(call)).rejects.toThrow(RpcUnavailable)
    expect(client.health()[0]?.breaker).toBe('open')
    const reached = first.requests.length
    time.pass(1001)
    // The endpoint rests for longer than that after its probe, so there is one.
    await expect(client.request(call, { deadlineMs: 900 })).rejects.toThrow(RpcUnavailable)
    expect(first.methods().slice(reached)).toEqual(['eth_chainId'])
    expect(client.health()[0]?.breaker).toBe('open')
  })

  test('a slow read is asked of a second endpoint as well, and the faster answer counts', async () => {
    const client = startClient([first, second], { limits: { hedgeAfterMs: 20 } })
    const late = Promise.withResolvers<void>()
    first.mischief = async (_, plain) => {
      await late.promise
      return plain()
    }
    expect(await client.request(call)).toEqual(chain.answer(call))
    expect(client.counters().hedges).toBe(1)
    expect(second.methods()).toEqual(['eth_chainId', 'eth_call'])
    late.resolve()
  })

  test('a slow endpoint is asked after a quick one, until a probe has shown that it is quick again', async () => {
    const time = createTestClock()
    const client = startClient([first, second], { ...time, limits: { hedgeAfterMs: 150, cooldownMs: 1000 } })
    await waitFor('both endpoints are known', async () => {
      await client.request(call)
      return client.health().every(({ latencyMs }) => latencyMs !== null)
    })
    first.mischief = (_, plain) => {
      time.pass(200)
      return plain()
    }
    await client.request(call)
    const asked = first.requests.length
    for (const question of [call, send, call]) await client.request(question)
    expect(first.requests).toHaveLength(asked)
    first.mischief = undefined
    time.pass(1001)
    await client.request(call)
    await waitFor('the probe was answered', async () => {
      await client.request(call)
      return first.methods().at(-1) === 'eth_call'
    })
    expect(first.methods().slice(asked)).toEqual(['eth_chainId', 'eth_call'])
  })

  test('a slow send is not made at another endpoint', async () => {
    const client = startClient([first, second], { limits: { hedgeAfterMs: 5 } })
    first.mischief = async ({ method }, plain) => {
      if (method === send.method) await Bun.sleep(60)
      return plain()
    }
    expect(await client.request(send)).toBe([...chain.sent][0])
    expect(second.methods()).not.toContain(send.method)
  })

  test('what is neither a read nor a send is tried once, at one endpoint', async () => {
    const client = startClient([first, second])
    await client.request(call)
    first.mischief = refuse
    await expect(client.request({ method: 'evm_mine' })).rejects.toThrow(RpcUnavailable)
    expect(second.methods()).not.toContain('evm_mine')
    first.mischief = undefined
    await expect(client.request({ method: 'evm_mine' })).rejects.toMatchObject({ code: -32601 })
  })

  test('when all fail for good, the error says why within the deadline, without any key', async () => {
    // No try ends by itself: without the deadline there would be no end.
    const client = startClient([first, second], { limits: { deadlineMs: 1_000, attemptMs: 600_000 } })
    first.mischief = refuse
    second.mischief = never
    const error = await failureOf(client.request(call), RpcUnavailable)
    expect(error.message).toContain('did not answer within')
    expect(error.message).toContain('HTTP status 500')
    expect(
      JSON.stringify([error.message, String(error.stack), client.events, client.health()]),
    ).not.toContain('secret')
  })

  test('the error for a refused connection names the origin alone', async () => {
    const client = startClient([{ ...first, url: 'http://127.0.0.1:1/v3/secret' }], createTestClock())
    const error = await failureOf(client.request(call), RpcUnavailable)
    expect(error.message).toContain('http://127.0.0.1:1 refused the connection')
    expect(JSON.stringify([error.message, client.events])).not.toContain('secret')
  })

  test('an address in a node’s own words is cut to its origin', async () => {
    const client = startClient([first])
    first.mischief = ({ id, method }) =>
      method === 'eth_chainId'
        ? undefined
        : Response.json({
            jsonrpc: '2.0',
            id,
            error: { code: -32000, message: 'nonce: see https://u:p@node.example/v3/secret?k=secret' },
          })
    const error = await failureOf(client.request(call), RpcAnswerError)
    expect(error.details).toBe('nonce: see https://node.example')
    expect(error.message).not.toContain('secret')
  })

  test('an aborted request ends at once', async () => {
    const client = startClient([first], { limits: { attemptMs: 600_000, deadlineMs: 600_000 } })
    await client.request(call)
    first.mischief = never
    const giveUp = new AbortController()
    const waiting = client.request(call, { signal: giveUp.signal })
    giveUp.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    expect(client.health()[0]?.ok).toBe(true)
  })
})

describe('Retry-After', () => {
  test.each([
    ['86400', 2000],
    ['1', 1000],
    ['0', 0],
    ['Fri, 31 Dec 2100 23:59:59 GMT', 2000],
    ['Sat, 01 Jan 2000 00:00:00 GMT', 0],
    ['soon', 0],
    ['-5', 0],
    ['', 0],
  ])('%j makes the only endpoint rest for %d ms', async (header, cooldownMs) => {
    const time = createTestClock()
    const client = startClient([first], { ...time, random: () => 0 })
    await client.request(call)
    let refusals = 1
    first.mischief = () => {
      refusals -= 1
      return refusals < 0 ? undefined : new Response('', { status: 429, headers: { 'retry-after': header } })
    }
    expect(await client.request(call)).toEqual(chain.answer(call))
    expect(time.sleeps).toEqual([cooldownMs])
  })

  test('while one endpoint rests, another one answers without any wait', async () => {
    const time = createTestClock()
    const client = startClient([first, second], time)
    await client.request(call)
    first.mischief = () => new Response('', { status: 503, headers: { 'retry-after': '86400' } })
    await client.request(call)
    const reached = first.requests.length
    await client.request(call)
    expect(first.requests.length).toBe(reached)
    expect(time.sleeps).toEqual([])
  })
})

describe('the chain’s id', () => {
  const otherChain: SmallNode['mischief'] = (request) =>
    request.method === 'eth_chainId' ? result(request, '0x1') : undefined

  test('is asked before every send, and an endpoint of another chain never gets one', async () => {
    const client = startClient([first, second])
    await client.request(call)
    first.mischief = otherChain
    await client.request(send)
    expect(first.methods()).not.toContain(send.method)
    expect(second.methods().slice(-2)).toEqual(['eth_chainId', send.method])
    expect(client.events).toMatchObject([
      { event: 'wrong_chain', context: 'serves chain 1 in place of 31337', outcome: 'degraded' },
      { event: 'rpc_wrong_chain', action: 'retried on another endpoint', outcome: 'success' },
    ])
  })

  test('keeps an endpoint out until it serves the right one again', async () => {
    const time = createTestClock()
    const client = startClient([first, second], { ...time, limits: { quarantineMs: 2000 } })
    first.mischief = otherChain
    await client.request(send)
    time.pass(1999)
    await client.request(call)
    expect(first.methods()).toEqual(['eth_chainId'])
    first.mischief = undefined
    time.pass(2)
    await client.request(call)
    await waitFor('the first endpoint is well', () => client.health()[0]?.ok === true)
    time.pass(2001)
    await client.request(call)
    expect(first.methods()).toEqual(['eth_chainId', 'eth_chainId', 'eth_call'])
  })

  test('is asked again of an endpoint that was lost, before any other answer is used', async () => {
    const limits = { attemptMs: 300, deadlineMs: 1_000 }
    const client = startClient([first], { ...createTestClock(), limits })
    await client.request(call)
    const timesCalled = () => first.methods().filter((method) => method === 'eth_call').length
    const before = timesCalled()
    first.mischief = ({ id }) => {
      // The program that listens there from now on serves another chain.
      first.mischief = (request) =>
        request.method === 'eth_chainId' ? result(request, '0x1') : result({ ...request, id }, '0xbad0')
      return never()
    }
    await expect(client.request(call)).rejects.toThrow('serves chain 1 in place of 31337')
    expect(timesCalled()).toBe(before + 1)
  })

  test('of every endpoint wrong ends in an error, and nothing was sent', async () => {
    const client = startClient([first, second], createTestClock())
    first.mischief = otherChain
    second.mischief = otherChain
    await expect(client.request(send)).rejects.toThrow('serves chain 1 in place of 31337')
    expect([...first.methods(), ...second.methods()]).not.toContain(send.method)
  })

  test('asked by a caller, is the right one or an error', async () => {
    const client = startClient([first, second])
    first.mischief = otherChain
    expect(await client.request({ method: 'eth_chainId' })).toBe('0x7a69')
  })
})
