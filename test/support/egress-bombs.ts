import { constants, createBrotliCompress, deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib'

const mebibyte = 1_048_576
const zeros = Buffer.alloc(mebibyte)

/** Bodies of so many MiB of zeros in each coding, made by repeating one coded MiB. */
export async function makeBombs(
  sizeMiB: number,
): Promise<Readonly<Record<'gzip' | 'deflate' | 'br' | 'zstd', Buffer>>> {
  const repeated = (part: Buffer, times = sizeMiB) => Array<Buffer>(times).fill(part)
  const flushed = deflateRawSync(zeros, { finishFlush: constants.Z_FULL_FLUSH })
  const [first, further] = await brotliParts()
  return {
    gzip: Buffer.concat(repeated(gzipSync(zeros))),
    // The zlib wrapper's header in front; its checksum at the end is never reached.
    deflate: Buffer.concat([Buffer.of(0x78, 0x9c), ...repeated(flushed)]),
    br: Buffer.concat([first, ...repeated(further, sizeMiB - 1)]),
    zstd: Buffer.concat(repeated(zstdCompressSync(zeros))),
  }
}

/** The coded first MiB, and one that may follow it any number of times. */
async function brotliParts(): Promise<readonly [Buffer, Buffer]> {
  const coder = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
  const parts: Buffer[] = []
  coder.on('data', (bytes: Buffer) => void parts.push(bytes))
  const nextPart = async () => {
    await new Promise<void>((resolve) => void coder.write(zeros, () => coder.flush(() => resolve())))
    return Buffer.concat(parts.splice(0))
  }
  const first = await nextPart()
  const further = await nextPart()
  coder.destroy()
  return [first, further]
}
