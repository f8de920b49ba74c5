import { expect, test } from 'bun:test'
import { constants, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { createZstdFrames } from '../../../src/kernel/egress/inflate.ts'
import { testSeed } from '../../support/seed.ts'

const seed = testSeed('egress-zstd')
const content = fc.oneof(
  fc.uint8Array({ maxLength: 600 }),
  // Long runs become blocks of one repeated byte, and long noise becomes blocks that are stored.
  fc.nat(400_000).map((length) => Buffer.alloc(length, 'a')),
  fc.nat(400_000).map((length) => Buffer.alloc(length, 'a page of words ')),
  fc
    .nat(300_000)
    .map((length) => Buffer.from(Array.from({ length }, (_, at) => Math.imul(at * at, 0x9e3779b1) >>> 24))),
)
const frame = fc.oneof(
  fc.tuple(content, fc.constantFrom(1, 3, 9), fc.boolean()).map(([bytes, level, checksum]) =>
    zstdCompressSync(bytes, {
      params: {
        [constants.ZSTD_c_compressionLevel]: level,
        [constants.ZSTD_c_checksumFlag]: checksum ? 1 : 0,
      },
    }),
  ),
)
const skippable = fc.tuple(fc.nat(15), fc.uint8Array({ maxLength: 40 })).map(([kind, bytes]) => {
  const head = Buffer.alloc(8)
  head.writeUInt32LE(0x184d2a50 + kind, 0)
  head.writeUInt32LE(bytes.length, 4)
  return Buffer.concat([head, bytes])
})
const isComplete = (bytes: Uint8Array, pieceBytes = bytes.length || 1) => {
  const frames = createZstdFrames()
  for (let at = 0; at < bytes.length; at += pieceBytes) frames.follow(bytes.subarray(at, at + pieceBytes))
  return frames.complete
}

test('a stream is complete exactly at the ends of its frames, in pieces of any size', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(frame, skippable), { maxLength: 3 }),
      frame,
      fc.nat(9),
      fc.nat(),
      (before, last, piece, cut) => {
        const stream = Buffer.concat([...before, last])
        expect(isComplete(stream)).toBe(true)
        expect(isComplete(stream, piece + 1)).toBe(true)
        const shorter = stream.subarray(0, stream.length - 1 - (cut % (last.length - 1)))
        expect(isComplete(shorter)).toBe(false)
        expect(isComplete(Buffer.concat([stream, Buffer.from('x')]))).toBe(false)
        expect(isComplete(Buffer.concat([stream, Buffer.from('<html>')]))).toBe(false)
      },
    ),
    { seed, numRuns: 60 },
  )
})

test('an empty stream, or one of skippable frames alone, is not complete', () => {
  expect(isComplete(Buffer.alloc(0))).toBe(false)
  expect(isComplete(Buffer.from('502a4d1803000000616263', 'hex'))).toBe(false)
})
