import { type CorsClass, corsHeaders } from './cors.ts'
import { securityHeaders } from './usual-headers.ts'

/** A serialised answer to a GET, ready to be sent again and again. */
export interface CachedResponse {
  /** The pattern it is counted under. */
  route: string
  /** Body and all headers but those that differ between requests. */
  full: Response
  /** The same headers for a caller that has the body. */
  notModified: Response
  bodyBytes: number
  /** Strong validator, quotes included; undefined where the answer has none. */
  etag: string | undefined
  cors: CorsClass
}

export interface CachedResponseOptions {
  /** Without it the response has no ETag and is never a 304. */
  etag?: boolean
  cors?: CorsClass
  /** In place of, or besides, those that every cached response has. */
  headers?: Readonly<Record<string, string>>
}

/**
 * Serialises a value as JSON: by default with a strong ETag, `cache-control: no-cache` and readable from any origin. A
 * response that never changes is made once and found in a Map by its path.
 */
export function cachedResponse(
  route: string,
  value: unknown,
  { etag = true, cors = 'any', headers = {} }: CachedResponseOptions = {},
): CachedResponse {
  const body = new TextEncoder().encode(JSON.stringify(value))
  const digest = new Bun.CryptoHasher('sha256').update(body).digest('base64url')
  const validator = etag ? `"${digest.slice(0, 27)}"` : undefined
  const own = new Headers({
    ...securityHeaders,
    'cache-control': 'no-cache',
    'content-type': 'application/json',
    ...(cors === 'any' ? corsHeaders(null, cors, []) : {}),
    ...(validator === undefined ? {} : { etag: validator }),
    ...headers,
  })
  const full = new Response(body, { headers: own })
  own.delete('content-type')
  const notModified = new Response(null, { status: 304, headers: own })
  return { route, full, notModified, bodyBytes: body.byteLength, etag: validator, cors }
}

/** The answer to one GET: the cached body, or 304 when the caller has it already. */
export function sendCached(
  request: Request,
  { full, notModified, etag, cors }: CachedResponse,
  requestId: string,
  corsOrigins: readonly string[] = [],
): Response {
  const isKnown = etag !== undefined && hasEtag(request, etag)
  // A clone shares the bytes of the body and copies the headers; it costs half of what making them anew does.
  const template = isKnown ? notModified : full
  template.headers.set('x-request-id', requestId)
  const response = template.clone()
  if (cors === 'configured' && corsOrigins.length > 0)
    for (const [name, value] of Object.entries(corsHeaders(request.headers.get('origin'), cors, corsOrigins)))
      response.headers.set(name, value)
  return response
}

/** Whether the caller has the response of this ETag: the weak comparison of If-None-Match in RFC 9110, section 13.1.2. */
export function hasEtag(request: Request, etag: string): boolean {
  const header = request.headers.get('if-none-match')
  if (header === null) return false
  return header.split(',', 64).some((candidate) => {
    const value = candidate.trim()
    return value === '*' || value === etag || value === `W/${etag}`
  })
}

const cachedBytesMax = 16_000_000

/** Whether any of the counters differs from what it was at the last call. */
export function changesOf(revisions: readonly (() => number)[]): () => boolean {
  const seen = revisions.map((revision) => revision())
  return () => {
    let changed = false
    for (let index = 0; index < revisions.length; index += 1) {
      const now = revisions[index]?.()
      if (now === undefined || now === seen[index]) continue
      seen[index] = now
      changed = true
    }
    return changed
  }
}

/**
 * Caches responses between two changes of what they were made from, so that a popular GET costs one map look-up.
 * `revisions` lists the counters that change with it. Past the bound of its size the whole cache is cleared.
 */
export function createCachedResponses(revisions: readonly (() => number)[]) {
  const cached = new Map<string, CachedResponse>()
  const hasChanged = changesOf(revisions)
  let cachedBytes = 0

  const clearStale = () => {
    if (!hasChanged() && cachedBytes <= cachedBytesMax) return
    cached.clear()
    cachedBytes = 0
  }
  return {
    /** The cached response to an address (path and query), if the state it was made from still holds. */
    find(address: string) {
      clearStale()
      return cached.get(address)
    },
    /** The same, made by `view` where none is cached. */
    findOrMake(address: string, route: string, view: () => unknown) {
      clearStale()
      const known = cached.get(address)
      if (known !== undefined) return known
      const response = cachedResponse(route, view())
      cached.set(address, response)
      cachedBytes += response.bodyBytes + address.length
      return response
    },
  }
}
