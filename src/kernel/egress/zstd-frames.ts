/** Follows the framing of a Zstandard stream, because the decoder ends silently when a frame is cut off. */
export interface ZstdFrames {
  follow(bytes: Uint8Array): void
  /** Whether the stream may end here: after at least one whole frame, and inside none. */
  readonly complete: boolean
}

const frameMagic = 0xfd2fb528
const skippableMagic = 0x184d2a50

/** @see RFC 8878, section 3.1 */
export function createZstdFrames(): ZstdFrames {
  let frames = 0
  let hasChecksum = false
  let lastBlock = false
  let broken = false
  // What stands next: a field of so many bytes, read little-endian, or a stretch that is only passed over.
  let field: Field = 'magic'
  let value = 0n
  let read = 0
  let size = 4

  const expect = (next: Field, bytes: number) => {
    field = next
    size = bytes
    value = 0n
    read = 0
  }
  const endFrame = () => {
    frames += 1
    expect('magic', 4)
  }
  const endBlock = () => {
    if (!lastBlock) expect('block-header', 3)
    else if (hasChecksum) expect('checksum', 4)
    else endFrame()
  }
  const readers: Record<Field, (value: number) => void> = {
    magic(magic) {
      if (magic === frameMagic) expect('descriptor', 1)
      else if ((magic & ~0xf) >>> 0 === skippableMagic) expect('skippable-size', 4)
      else broken = true
    },
    descriptor(flags) {
      const contentSize = [(flags & 0x20) === 0 ? 0 : 1, 2, 4, 8][flags >> 6] ?? 0
      const windowByte = (flags & 0x20) === 0 ? 1 : 0
      hasChecksum = (flags & 0x04) !== 0
      const rest = windowByte + ([0, 1, 2, 4][flags & 3] ?? 0) + contentSize
      if (rest === 0) expect('block-header', 3)
      else expect('frame-header', rest)
    },
    'frame-header': () => expect('block-header', 3),
    'block-header'(header) {
      const type = (header >> 1) & 3
      const bytes = type === rleBlock ? 1 : header >> 3
      lastBlock = (header & 1) === 1
      if (bytes === 0) endBlock()
      else expect('block', bytes)
    },
    block: endBlock,
    checksum: endFrame,
    'skippable-size'(bytes) {
      if (bytes === 0) expect('magic', 4)
      else expect('skippable', bytes)
    },
    skippable: () => expect('magic', 4),
  }

  return {
    follow(bytes) {
      let at = 0
      while (at < bytes.length && !broken) {
        const taken = Math.min(size - read, bytes.length - at)
        if (size <= 4) {
          for (let each = 0; each < taken; each += 1) {
            value |= BigInt(bytes[at + each] ?? 0) << BigInt(8 * (read + each))
          }
        }
        read += taken
        at += taken
        if (read === size) readers[field](Number(value))
      }
    },
    get complete() {
      return !broken && frames > 0 && field === 'magic' && read === 0
    },
  }
}

type Field =
  | 'magic'
  | 'descriptor'
  | 'frame-header'
  | 'block-header'
  | 'block'
  | 'checksum'
  | 'skippable-size'
  | 'skippable'

const rleBlock = 1
