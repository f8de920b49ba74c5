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
import { createZstdFrames } from './zstd-frames.ts'

export type ContentCoding = 'gzip' | 'deflate' | 'br' | 'zstd'

export const acceptEncoding = 'gzip, deflate, br, zstd'

export interface InflateEvents {
  onBytes(bytes: Uint8Array): void
  /** The coded body was whole. */
  onEnd(): void
  onError(error: EgressRefused): void
}

/**
 * A decoder that runs in the thread pool, one piece at a time, so that the event loop only copies. The limit of wire bytes
 * bounds what waits for it.
 */
export interface Inflater {
  write(bytes: Uint8Array): void
  end(): void
  destroy(): void
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

export function createInflater(coding: ContentCoding, events: InflateEvents): Inflater {
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
    write(bytes) {
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
