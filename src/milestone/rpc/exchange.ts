import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import { readBounded } from '../../kernel/runtime/read-bounded.ts'
import type { Exchange } from './rpc.ts'

/** The response exceeds the size limit. */
export class BodyTooLarge extends Error {
  constructor(bodyBytesMax: number) {
    super(`Cannot take the answer as it must be at most ${bodyBytesMax} bytes`)
    this.name = 'BodyTooLarge'
  }
}

/** The response has an encoding that was not requested, or does not match its encoding. */
export class BodyUnreadable extends Error {
  constructor(encoding: string, options?: { cause?: unknown }) {
    super(`Cannot read the answer as ${encoding}`, options)
    this.name = 'BodyUnreadable'
  }
}

const bodyBytesMaxDefault = 64 * 1024 * 1024

/**
 * One POST for each request, over keep-alive connections, without redirects. Credentials of a URL go into the
 * Authorization header. The response is inflated here, as `fetch` itself would inflate one megabyte into gigabytes.
 */
export function createHttpExchange(options: { bodyBytesMax?: number } = {}): Exchange {
  const bodyBytesMax = options.bodyBytesMax ?? bodyBytesMaxDefault
  const targets = new Map<string, Target>()
  return async (endpoint, request, signal) => {
    let target = targets.get(endpoint)
    if (target === undefined) {
      target = targetOf(endpoint)
      targets.set(endpoint, target)
    }
    const response = await fetch(target.url, {
      method: 'POST',
      headers: target.headers,
      body: JSON.stringify(request),
      redirect: 'manual',
      decompress: false,
      signal,
    })
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      text: await readText(response, bodyBytesMax),
    }
  }
}

interface Target {
  url: string
  headers: Record<string, string>
}

function targetOf(endpoint: string): Target {
  const url = new URL(endpoint)
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'accept-encoding': 'gzip',
  }
  if (url.username !== '' || url.password !== '') {
    const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
    headers['authorization'] = `Basic ${Buffer.from(credentials).toString('base64')}`
    url.username = ''
    url.password = ''
  }
  return { url: url.href, headers }
}

async function readText(response: Response, bodyBytesMax: number): Promise<string> {
  const encoding = response.headers.get('content-encoding') ?? 'identity'
  const length = response.headers.get('content-length')
  if (length !== null && Number(length) > bodyBytesMax) {
    await response.body?.cancel()
    throw new BodyTooLarge(bodyBytesMax)
  }
  // `fetch` reads no further than the declared length, so the fast path is safe.
  if (length !== null && encoding === 'identity') return await response.text()
  const bytes = await readBounded(response.body, bodyBytesMax, () => new BodyTooLarge(bodyBytesMax))
  return encoding === 'identity'
    ? Buffer.from(bytes.buffer).toString()
    : inflate(bytes, encoding, bodyBytesMax)
}

const inflaters: Readonly<
  Partial<Record<string, (bytes: Uint8Array, options: { maxOutputLength: number }) => Buffer>>
> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
}

function inflate(bytes: Uint8Array, encoding: string, bodyBytesMax: number): string {
  const inflater = inflaters[encoding.trim().toLowerCase()]
  if (inflater === undefined) throw new BodyUnreadable('an encoding that was not requested')
  try {
    return inflater(bytes, { maxOutputLength: bodyBytesMax }).toString()
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE')
      throw new BodyTooLarge(bodyBytesMax)
    throw new BodyUnreadable(`${encoding} text`, { cause })
  }
}
