import { afterAll, describe, expect, test } from 'bun:test'
import { createServer } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { BodyTooLarge, BodyUnreadable, createHttpExchange } from '../../../src/milestone/rpc/exchange.ts'

const request = { jsonrpc: '2.0', id: 7, method: 'eth_chainId', params: [] } as const
const bodyBytesMax = 100_000
const exchange = createHttpExchange({ bodyBytesMax })
const signal = () => AbortSignal.timeout(60_000)
const answer = '{"jsonrpc":"2.0","id":7,"result":"0x1"}'

let respond: (incoming: Request) => Response | Promise<Response> = () => new Response(answer)
const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (incoming) => respond(incoming) })
const url = `http://127.0.0.1:${server.port}/`
afterAll(() => server.stop(true))

describe('an exchange', () => {
  test('is one POST of the request, and returns status, Retry-After and text', async () => {
    let seen: unknown
    respond = async (incoming) => {
      seen = {
        method: incoming.method,
        type: incoming.headers.get('content-type'),
        body: await incoming.json(),
      }
      return new Response(answer, { status: 503, headers: { 'retry-after': '9' } })
    }
    expect(await exchange(url, request, signal())).toEqual({ status: 503, retryAfter: '9', text: answer })
    expect(seen).toEqual({ method: 'POST', type: 'application/json', body: request })
  })

  test('sends the name and password of an address as a header', async () => {
    let seen: string | null = ''
    respond = (incoming) => {
      seen = incoming.headers.get('authorization')
      return new Response(answer)
    }
    await exchange(url.replace('//', '//us%40er:pass@'), request, signal())
    expect(seen).toBe(`Basic ${btoa('us@er:pass')}`)
  })

  test('does not follow redirects', async () => {
    respond = () => new Response(null, { status: 307, headers: { location: 'http://127.0.0.1:1/' } })
    expect((await exchange(url, request, signal())).status).toBe(307)
  })

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ])('inflates %s, but no further than the limit', async (encoding, compress) => {
    const headers = { 'content-encoding': encoding }
    respond = () => new Response(compress(answer), { headers })
    expect((await exchange(url, request, signal())).text).toBe(answer)
    respond = () => new Response(compress(Buffer.alloc(20 * bodyBytesMax)), { headers })
    await expect(exchange(url, request, signal())).rejects.toThrow(BodyTooLarge)
  })

  test('refuses a body whose encoding is not the declared one, or was not requested', async () => {
    respond = () => new Response('plain', { headers: { 'content-encoding': 'gzip' } })
    await expect(exchange(url, request, signal())).rejects.toThrow(BodyUnreadable)
    respond = () => new Response('plain', { headers: { 'content-encoding': 'secret' } })
    await expect(exchange(url, request, signal())).rejects.toThrow(BodyUnreadable)
  })

  test('refuses a body over the limit, with a length and without', async () => {
    respond = () => new Response(Buffer.alloc(bodyBytesMax + 1))
    await expect(exchange(url, request, signal())).rejects.toThrow(BodyTooLarge)
    respond = () => new Response(new ReadableStream({ pull: (body) => body.enqueue(new Uint8Array(10_000)) }))
    await expect(exchange(url, request, signal())).rejects.toThrow(BodyTooLarge)
    respond = () => new Response(Buffer.alloc(bodyBytesMax, 32))
    expect((await exchange(url, request, signal())).text.length).toBe(bodyBytesMax)
  })

  test('ends when its signal fires, before the answer and within it', async () => {
    respond = () => new Promise<Response>(() => {})
    await expect(exchange(url, request, AbortSignal.timeout(20))).rejects.toThrow()
    respond = () => new Response(new ReadableStream({ start: (body) => body.enqueue(new Uint8Array(10)) }))
    await expect(exchange(url, request, AbortSignal.timeout(20))).rejects.toThrow()
  })

  test('rejects when the connection is closed before the whole answer came', async () => {
    const half = createServer((socket) => {
      socket.on('error', () => {})
      socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"jsonrpc"'))
    })
    await new Promise<void>((resolve) => half.listen(0, '127.0.0.1', resolve))
    const address = half.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    await expect(exchange(`http://127.0.0.1:${port}/`, request, signal())).rejects.toMatchObject({
      code: 'ECONNRESET',
    })
    half.close()
  })
})
