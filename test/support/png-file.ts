import { crc32, deflateSync } from 'node:zlib'

export interface PngOptions {
  width: number
  height: number
  /** 8 unless given. */
  bitDepth?: 8 | 16
  /** Of the PNG specification: 0 grey, 2 RGB, 4 grey and alpha, 6 RGBA. */
  colorType: 0 | 2 | 4 | 6
  /** The channels of every pixel, 0 to 255. */
  pixel: readonly number[]
  /** Between the header and the pixels. */
  chunks?: readonly Uint8Array[]
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex')

/** A PNG of one colour, written without any image library. */
export function pngFile({
  width,
  height,
  bitDepth = 8,
  colorType,
  pixel,
  chunks = [],
}: PngOptions): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([bitDepth, colorType, 0, 0, 0], 8)
  const sample = Buffer.from(bitDepth === 8 ? pixel : pixel.flatMap((value) => [value, value]))
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(sample.length * width, sample)])
  const pixels = deflateSync(Buffer.alloc(row.length * height, row))
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    ...chunks,
    pngChunk('IDAT', pixels),
    pngChunk('IEND', new Uint8Array(0)),
  ])
}

export function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, 'latin1')
  chunk.set(data, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  return chunk
}

export function profileChunk(icc: Uint8Array): Uint8Array {
  return pngChunk('iCCP', Buffer.concat([Buffer.from('profile\0\0', 'latin1'), deflateSync(icc)]))
}
