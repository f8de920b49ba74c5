import { describe, expect, test } from 'bun:test'
import { createPublicClient, custom } from 'viem'
import { RpcAnswerError, RpcUnavailable } from '../../../src/milestone/rpc/errors.ts'
import { waitFor } from '../../support/wait.ts'
import {
  chain,
  createTestClock,
  failureOf,
  first,
  result,
  second,
  startClient,
  useTwoNodes,
} from './client-kit.ts'

useTwoNodes()

const call = { method: 'eth_call', params: [{ to: '0x01' }, 'latest'] }
const raw = '0x02f870aabbcc'
const send = { method: 'eth_sendRawTransaction', params: [raw] }

describe('answers', () => {
  test('a question is asked once, of the first endpoint, as one plain request', async () => {
    const client = startClient([first, second])
    await client.request(call)
    first.mischief = undefined
    const before = first.requests.length
    expect(await client.request(call)).toEqual(chain.answer(call))
    expect(first.requests.slice(before)).toEqual([{ jsonrpc: '2.0', id: expect.any(Number), ...call }])
    // In the background, so perhaps later.
    await waitFor('the second endpoint is asked for its chain', () => second.methods().length > 0)
    expect(second.methods()).toEqual(['eth_chainId'])
  })

  test('an error that is an answer is handed on with code and data, and not asked again', async () => {
    const client = startClient([first, second])
    await client.request(call)
    const failing = client.request({ method: 'eth_call', params: [{ data: '0xdead' }, 'latest'] })
    const error = await failureOf(failing, RpcAnswerError)
    expect({ code: error.code, data: error.data, details: error.details }).toEqual({
      code: 3,
      data: '0x08c379a0',
      details: 'execution reverted: no',
    })
    expect(first.methods().slice(-1)).toEqual(['eth_call'])
    await waitFor('the second endpoint is asked for its chain', () => second.methods().length > 0)
    expect(second.methods()).toEqual(['eth_chainId'])
  })

  test.each([
    [-32000, 'nonce too low'],
    [-32003, 'insufficient funds for gas * price + value'],
    [-32000, 'already known'],
    [-32000, 'replacement transaction underpriced'],
    [-32005, 'query returned more than 10000 results'],
    [-32602, 'invalid argument 0'],
  ])('%d "%s" is an answer', async (code, message) => {
    const client = startClient([first, second])
    await client.request(call)
    first.mischief = ({ id, method }) =>
      method === 'eth_chainId' ? undefined : Response.json({ jsonrpc: '2.0', id, error: { code, message } })
    const error = await failureOf(client.request(send), RpcAnswerError)
    expect([error.code, error.details]).toEqual([code, message])
    expect(second.methods()).not.toContain(send.method)
  })

  test.each([
    [-32603, 'Internal error'],
    [-32601, 'Method not found'],
    [-32000, 'header not found'],
    [-32602, 'BlockOutOfRangeError: block height is 4 but requested was 9'],
    [-32005, 'project ID request rate exceeded'],
    [429, 'slow down'],
  ])('%d "%s" sends the question to another endpoint', async (code, message) => {
    const client = startClient([first, second])
    await client.request(call)
    first.mischief = ({ id }) => Response.json({ jsonrpc: '2.0', id, error: { code, message } })
    expect(await client.request(call)).toEqual(chain.answer(call))
  })

  test('an error of every endpoint is the answer', async () => {
    const client = startClient([first, second])
    const error = await failureOf(client.request({ method: 'eth_getWonder' }), RpcAnswerError)
    expect(error.code).toBe(-32601)
  })

  test('viem decodes a revert that came through it', async () => {
    const viem = createPublicClient({ transport: custom(startClient([first]), { retryCount: 0 }) })
    const error = await viem
      .call({ to: '0x00000000000000000000000000000000000000aa', data: '0xdead' })
      .catch((e) => e)
    expect(error.walk((inner: unknown) => inner instanceof RpcAnswerError)?.data).toBe('0x08c379a0')
  })
})

const wrongAnswers: readonly (readonly [name: string, (id: number) => Response])[] = [
  ['an empty body', () => new Response('')],
  ['a web page', () => new Response('<html>')],
  ['cut JSON', (id) => new Response(`{"jsonrpc":"2.0","id":${id},"resu`)],
  ['a batch', (id) => Response.json([{ jsonrpc: '2.0', id, result: '0x01' }])],
  ['a bare value', () => Response.json('0x01')],
  ['no version', (id) => Response.json({ id, result: '0x01' })],
  ['another id', (id) => Response.json({ jsonrpc: '2.0', id: id + 1, result: '0x01' })],
  ['the id as text', (id) => Response.json({ jsonrpc: '2.0', id: String(id), result: '0x01' })],
  ['neither result nor error', (id) => Response.json({ jsonrpc: '2.0', id })],
  [
    'result and error',
    (id) => Response.json({ jsonrpc: '2.0', id, result: '0x01', error: { code: 3, message: '' } }),
  ],
  ['an error without code', (id) => Response.json({ jsonrpc: '2.0', id, error: { message: 'no' } })],
  ['a null result', (id) => Response.json({ jsonrpc: '2.0', id, result: null })],
  ['a number', (id) => Response.json({ jsonrpc: '2.0', id, result: 1 })],
  ['half a byte', (id) => Response.json({ jsonrpc: '2.0', id, result: '0x012' })],
  ['no hex', (id) => Response.json({ jsonrpc: '2.0', id, result: 'latest' })],
  ['a redirect', () => new Response(null, { status: 302, headers: { location: '/elsewhere' } })],
  ['status 500', () => new Response('', { status: 500 })],
  ['status 404', () => new Response('', { status: 404 })],
]

describe('wrong answers', () => {
  test.each(wrongAnswers)(
    '%s is never handed on: another endpoint is asked, or an error names the only one',
    async (_, answer) => {
      const both = startClient([first, second])
      const single = startClient([first], createTestClock())
      for (const client of [both, single]) await client.request(call)
      first.mischief = ({ id }) => answer(id)
      expect(await both.request(call)).toEqual(chain.answer(call))
      expect(second.methods()).toContain('eth_call')
      const error = await failureOf(single.request(call), RpcUnavailable)
      expect(error.message).toContain(new URL(first.url).origin)
    },
  )

  const hash = `0x${'ab'.repeat(32)}`
  const block = { number: '0x2', hash, parentHash: hash, timestamp: '0x1', transactions: [] }
  const receipt = { transactionHash: hash, blockHash: hash, blockNumber: '0x1', status: '0x1', logs: [] }
  const log = {
    address: `0x${'aa'.repeat(20)}`,
    topics: [hash],
    data: '0x',
    blockNumber: '0x2',
    blockHash: hash,
    logIndex: '0x0',
    transactionHash: hash,
  }
  test.each([
    ['eth_blockNumber', [], '0x01'],
    ['eth_getBalance', ['0x1', 'latest'], '0x'],
    ['eth_getBlockByNumber', ['0x3', false], block],
    ['eth_getBlockByNumber', ['0x2', true], { ...block, transactions: [hash] }],
    ['eth_getBlockByNumber', ['latest', false], null],
    ['eth_getBlockByNumber', ['latest', false], { ...block, hash: '0x12' }],
    ['eth_getBlockByHash', [`0x${'cd'.repeat(32)}`, false], block],
    ['eth_getTransactionReceipt', [`0x${'cd'.repeat(32)}`], receipt],
    ['eth_getTransactionReceipt', [hash], { ...receipt, status: 1 }],
    ['eth_getTransactionReceipt', [hash], { ...receipt, blockNumber: null }],
    ['eth_getTransactionByHash', [`0x${'cd'.repeat(32)}`], { hash }],
    ['eth_getLogs', [{}], { logs: [] }],
    ['eth_getLogs', [{}], [{ ...log, logIndex: null }]],
    ['eth_getLogs', [{ fromBlock: '0x3', toBlock: '0x4' }], [log]],
    ['eth_getLogs', [{ blockHash: `0x${'cd'.repeat(32)}` }], [log]],
    ['eth_getLogs', [{ address: `0x${'bb'.repeat(20)}` }], [log]],
    ['eth_getLogs', [{ topics: [[`0x${'cd'.repeat(32)}`]] }], [log]],
    ['eth_feeHistory', ['0x1', 'latest', []], { oldestBlock: '0x1', baseFeePerGas: [] }],
    ['eth_sendRawTransaction', [raw], hash],
    ['eth_sendRawTransaction', [raw], '0x12'],
  ])('%s %j is not answered by %j', async (method, params, value) => {
    const client = startClient([first], createTestClock())
    first.mischief = (request) => (request.method === 'eth_chainId' ? undefined : result(request, value))
    const error = await failureOf(client.request({ method, params }), RpcUnavailable)
    expect(error.faults[0]?.fault.kind).toBe('malformed')
  })
})
