import { afterAll, expect, test } from 'bun:test'
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { createByteBuffer } from '../../../src/kernel/egress/byte-buffer.ts'
import { defaultEgressLimits } from '../../../src/kernel/egress/egress.ts'
import { createInflater, createZstdFrames } from '../../../src/kernel/egress/inflate.ts'
import { inflationFreeBytes } from '../../../src/kernel/egress/limits.ts'
import { makeBombs } from '../../support/egress-bombs.ts'
import { fetchInChild, type Measured } from '../../support/egress-child.ts'
import { type Answer, endless, reply, startRawSite } from '../../support/egress-site.ts'
import { expectLinear } from '../../support/linear.ts'

const mebibyte = 1_048_576
const bombs = await makeBombs(512)
// Four letters in an order without pattern, so that a coded page stays within the ratio.
const page = Buffer.from(
  Array.from({ length: 3 * mebibyte }, (_, index) => 97 + (Math.imul(index * index, 0x9e3779b1) >>> 30)),
)
const coded = (coding: string, bytes: Uint8Array): Answer => reply(bytes, `Content-Encoding: ${coding}\r\n`)
const chunks = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n'

const site = await startRawSite({
  answers: {
    '/warm-up': reply('warm'),
    '/bomb/gzip': coded('gzip', bombs.gzip),
    '/bomb/deflate': coded('deflate', bombs.deflate),
    '/bomb/br': coded('br', bombs.br),
    '/bomb/zstd': coded('zstd', bombs.zstd),
    '/page/plain': reply(page),
    '/page/gzip': coded('gzip', gzipSync(page)),
    '/page/deflate': coded('deflate', deflateSync(page)),
    '/page/br': coded('br', brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })),
    '/page/zstd': coded('zstd', zstdCompressSync(page)),
    '/vast': reply(Buffer.alloc(20 * mebibyte, 'a')),
    '/endless': endless('HTTP/1.1 200 OK\r\n\r\n', 'a'.repeat(65_536)),
    '/bytes': endless(`${chunks}\r\n`, '1\r\na\r\n'.repeat(20_000)),
    '/coded-bytes': endless(
      `${chunks}Content-Encoding: zstd\r\n\r\n`,
      oneByteChunks(zstdCompressSync('a page of text')),
    ),
    '/extensions': endless(`${chunks}\r\n`, `1;x=${'a'.repeat(8_000)}\r\na\r\n`),
    '/hints': endless('', 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n'.repeat(1_000)),
    '/headers': endless('HTTP/1.1 200 OK\r\n', `A: ${'a'.repeat(1_000)}\r\n`),
  },
})
afterAll(() => site.close())
const at = (path: string) => `http://site.com:${site.port}${path}`

function oneByteChunks(bytes: Uint8Array): Buffer {
  return Buffer.concat([...bytes].map((byte) => Buffer.from([0x31, 0x0d, 0x0a, byte, 0x0d, 0x0a])))
}

async function measure(
  paths: readonly string[],
  options: { ratio?: number } = {},
): Promise<readonly Measured[]> {
  return (await fetchInChild([at('/warm-up'), ...paths.map(at)], options)).slice(1)
}

/** A coded body is decoded in pieces of 64 KiB, of which a stream hands over some before the loop turns again. */
const turnBytesMax = mebibyte
/** What a socket brings at once comes on top of the limit. */
const readBytesMax = mebibyte
const pieceBytes = 65_536

function expectBounded(measured: readonly Measured[]) {
  for (const { url, wireBytes, inflatedBytes, inflatedPerTurn, rssGrowthMiB } of measured) {
    expect({
      url,
      wire: wireBytes <= defaultEgressLimits.wireBytesMax + readBytesMax,
      inflated: inflatedBytes <= defaultEgressLimits.inflatedBytesMax + pieceBytes,
      turn: inflatedPerTurn <= turnBytesMax || isPlain(url),
      memory: rssGrowthMiB < 128,
    }).toEqual({ url, wire: true, inflated: true, turn: true, memory: true })
  }
}

/** Nothing is decoded of these: a turn copies what the socket brought. */
const isPlain = (url: string) => ['/page/plain', '/endless'].includes(new URL(url).pathname)

const outcomes = (measured: readonly Measured[]) =>
  Object.fromEntries(measured.map(({ url, outcome }) => [new URL(url).pathname, outcome]))

test('512 MiB bombs in four codings are refused, in little memory and without a pause', async () => {
  const measured = await measure(['/bomb/gzip', '/bomb/deflate', '/bomb/br', '/bomb/zstd'])
  // The two that are coded the worst reach one limit or the other, as fast as they arrive.
  const anyLimit = expect.stringMatching(/^too_large inflat(ed-bytes|ion-ratio)$/)
  expect(outcomes(measured)).toEqual({
    '/bomb/gzip': anyLimit,
    '/bomb/deflate': anyLimit,
    '/bomb/br': 'too_large inflation-ratio',
    '/bomb/zstd': 'too_large inflation-ratio',
  })
  expectBounded(measured)
  for (const { outcome, wireBytes, inflatedBytes } of measured) {
    if (outcome !== 'too_large inflation-ratio') continue
    const allowed = Math.max(inflationFreeBytes, wireBytes * defaultEgressLimits.inflationRatioMax)
    expect(inflatedBytes).toBeLessThanOrEqual(allowed + pieceBytes)
  }
})

test('without a limit of the ratio bombs are refused at the limit of a page', async () => {
  const measured = await measure(['/bomb/gzip', '/bomb/deflate', '/bomb/br', '/bomb/zstd'], { ratio: 1e9 })
  for (const { outcome } of measured) expect(outcome).toBe('too_large inflated-bytes')
  expectBounded(measured)
})

test('pages of 3 MiB are read in every coding without a pause', async () => {
  const measured = await measure(['/page/plain', '/page/gzip', '/page/deflate', '/page/br', '/page/zstd'])
  for (const { outcome, bodyBytes } of measured) expect([outcome, bodyBytes]).toEqual(['200', page.length])
  expectBounded(measured)
})

test('floods of every kind are refused, in little memory and without a pause', async () => {
  const measured = await measure([
    '/vast',
    '/endless',
    '/bytes',
    '/coded-bytes',
    '/extensions',
    '/hints',
    '/headers',
  ])
  expect(outcomes(measured)).toEqual({
    '/vast': 'too_large declared-length',
    '/endless': 'too_large wire-bytes',
    '/bytes': 'protocol tiny-chunks',
    '/coded-bytes': 'protocol tiny-chunks',
    '/extensions': 'too_large wire-bytes',
    '/hints': 'protocol interim-answers',
    '/headers': 'too_large header-bytes',
  })
  expectBounded(measured)
  // Where every byte costs much, little is read.
  for (const path of ['/bytes', '/coded-bytes', '/hints', '/headers']) {
    const flood = measured.find(({ url }) => new URL(url).pathname === path)
    expect([path, (flood?.wireBytes ?? Number.NaN) <= readBytesMax]).toEqual([path, true])
  }
})

test.each(['gzip', 'deflate', 'br', 'zstd'] as const)(
  'a bomb of %s is decoded piece by piece beside the event loop, and no further than it is wanted',
  async (coding) => {
    const stopped = Promise.withResolvers<void>()
    const pieces: number[] = []
    let turns = 0
    const count = () => {
      turns += 1
      if (pieces.length < 100) setImmediate(count)
    }
    const inflater = createInflater(coding, {
      onBytes(bytes) {
        pieces.push(bytes.length)
        if (pieces.length < 100) return
        inflater.destroy()
        stopped.resolve()
      },
      onEnd: () => stopped.reject(new Error('the bomb ended')),
      onError: stopped.reject,
    })
    inflater.write(bombs[coding])
    expect(pieces).toHaveLength(0)
    setImmediate(count)
    await stopped.promise
    expect(Math.max(...pieces)).toBeLessThanOrEqual(pieceBytes)
    expect(turns).toBeGreaterThanOrEqual((100 * pieceBytes) / turnBytesMax)
    // Another bomb takes its way through the same threads, so that more of the first would have come before.
    await firstPieceOf(bombs[coding], coding)
    expect(pieces).toHaveLength(100)
  },
)

async function firstPieceOf(bytes: Uint8Array, coding: 'gzip' | 'deflate' | 'br' | 'zstd'): Promise<void> {
  const came = Promise.withResolvers<void>()
  const inflater = createInflater(coding, { onBytes: () => came.resolve(), onEnd() {}, onError: came.reject })
  inflater.write(bytes)
  await came.promise
  inflater.destroy()
}

test('a body in small pieces is gathered, and its frames are followed, in linear time', () => {
  const bytes = Buffer.alloc(8 * mebibyte, 'a page of words ')
  const whole = expectLinear('gathering 8 MiB in pieces of 16 bytes', () => {
    const body = createByteBuffer()
    for (let at = 0; at < bytes.length; at += 16) body.append(bytes.subarray(at, at + 16))
    return body.take()
  })
  expect(Bun.hash(whole)).toBe(Bun.hash(bytes))
  const frame = zstdCompressSync('a page of text')
  const stream = Buffer.concat(Array<Buffer>(60_000).fill(frame))
  const isComplete = expectLinear('following 60,000 frames byte by byte', () => {
    const frames = createZstdFrames()
    for (let at = 0; at < stream.length; at += 1) frames.follow(stream.subarray(at, at + 1))
    return frames.complete
  })
  expect(isComplete).toBe(true)
})
