import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'
import { createByteBuffer } from './byte-buffer.ts'
import { EgressRefused } from './refused.ts'

type ContentCoding = 'gzip' | 'deflate' | 'br' | 'zstd'

export const acceptEncoding = 'gzip, deflate, br, zstd'

interface InflateEvents {
  onBytes(bytes: Uint8Array): void
  /** The coded body was whole. */
  onEnd(): void
  onError(error: EgressRefused): void
}

const chunkSize = 65_536
/** 8 MiB, the largest window that HTTP allows. @see RFC 9659 */
const zstdWindowLogMax = 23

/** The coding of a body; undefined for none. @throws EgressRefused `protocol` for an unknown or a stacked one */
export function codingOf(contentEncodings: readonly string[]): ContentCoding | undefined {
  const names = contentEncodings
    .flatMap((value) => value.toLowerCase().split(','))
    .map((name) => name.trim())
    .filter((name) => !plainNames.has(name))
  if (names.length > 1) throw new EgressRefused('protocol', 'stacked-encodings')
  const [name] = names
  if (name === undefined) return undefined
  const coding = codings.get(name)
  if (coding !== undefined) return coding
  throw new EgressRefused('protocol', 'unknown-encoding', { coding: name.slice(0, 32) })
}

/** Names for no coding: `identity`, and what servers write there by mistake. */
const plainNames: ReadonlySet<string> = new Set(['', 'identity', 'none', 'utf-8', 'utf8', 'binary', '8bit'])

const codings: ReadonlyMap<string, ContentCoding> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['br', 'br'],
  ['zstd', 'zstd'],
])

/**
 * A decoder that runs in the thread pool, one piece at a time, so that the event loop only copies. The limit of wire bytes
 * bounds what waits for it.
 */
export function createInflater(coding: ContentCoding, events: InflateEvents) {
  const pending = createByteBuffer()
  const frames = coding === 'zstd' ? createZstdFrames() : undefined
  let decoder: ReturnType<typeof openDecoder> | undefined
  let busy = false
  let ending = false
  let done = false
  let written = 0

  const finish = (error?: EgressRefused) => {
    if (done) return
    done = true
    decoder?.destroy()
    if (error === undefined) events.onEnd()
    else events.onError(error)
  }
  const open = (first: Uint8Array) => {
    const opened = openDecoder(coding, first)
    opened.on('data', (bytes: Buffer) => {
      if (!done) events.onBytes(bytes)
    })
    opened.on('error', (error: Error) =>
      finish(new EgressRefused('protocol', 'bad-coding', { code: codeOf(error) })),
    )
    opened.on('end', () => {
      const whole =
        frames === undefined ? opened.bytesWritten === written && pending.length === 0 : frames.complete
      finish(whole ? undefined : new EgressRefused('protocol', frames ? 'cut-coding' : 'trailing-bytes'))
    })
    return opened
  }
  const pump = () => {
    if (busy || done) return
    // Two bytes show whether deflate has the zlib wrapper.
    if (decoder === undefined && pending.length < 2 && !ending) return
    if (pending.length === 0) {
      if (ending && decoder === undefined) finish()
      else if (ending) decoder?.end()
      return
    }
    const bytes = pending.take()
    frames?.follow(bytes)
    decoder ??= open(bytes)
    busy = true
    written += bytes.length
    decoder.write(bytes, () => {
      busy = false
      pump()
    })
  }
  return {
    write(bytes: Uint8Array) {
      pending.append(bytes)
      pump()
    },
    end() {
      ending = true
      pump()
    },
    destroy() {
      done = true
      decoder?.destroy()
    },
  }
}

function openDecoder(coding: ContentCoding, first: Uint8Array) {
  if (coding === 'gzip') return createGunzip({ chunkSize })
  if (coding === 'br') return createBrotliDecompress({ chunkSize })
  if (coding === 'deflate') {
    return hasZlibHeader(first) ? createInflate({ chunkSize }) : createInflateRaw({ chunkSize })
  }
  return createZstdDecompress({ chunkSize, params: { [constants.ZSTD_d_windowLogMax]: zstdWindowLogMax } })
}

/** @see RFC 1950, section 2.2 */
function hasZlibHeader([method = 0, flags = 0]: Uint8Array): boolean {
  return (method & 0x0f) === 8 && ((method << 8) | flags) % 31 === 0
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code).slice(0, 40) : error.name
}

const frameMagic = 0xfd2fb528
const skippableMagic = 0x184d2a50

/** Follows the framing of a Zstandard stream (RFC 8878, section 3.1), as the decoder ends silently when a frame is cut off. */
export function createZstdFrames() {
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
    follow(bytes: Uint8Array) {
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
    /** Whether the stream may end here: after at least one whole frame, and inside none. */
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
