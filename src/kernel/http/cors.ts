/** Which pages may read an answer: of any origin, or of those in CORS_ORIGINS. */
export type CorsClass = 'any' | 'configured'

export const exposedHeaders =
  'etag, x-request-id, retry-after, ratelimit, ratelimit-policy, location, payment-required, payment-response, preference-applied'
const accepted =
  'a2a-extensions, a2a-version, authorization, cache-control, content-type, idempotency-key, if-none-match, last-event-id, mcp-method, mcp-name, mcp-protocol-version, mcp-session-id, payment-signature, prefer, x-deletion-token, x-payment'

/** The headers that let a page read an answer. */
export function corsHeaders(
  origin: string | null,
  cors: CorsClass,
  configured: readonly string[],
): Record<string, string> {
  if (cors === 'any')
    return { 'access-control-allow-origin': '*', 'access-control-expose-headers': exposedHeaders }
  if (configured.length === 0) return {}
  if (origin === null || !configured.includes(origin)) return { vary: 'origin' }
  return {
    vary: 'origin',
    'access-control-allow-origin': origin,
    'access-control-expose-headers': exposedHeaders,
  }
}

/** The answer to OPTIONS: the methods of a path and the request headers that a page may send. */
export function preflightHeaders(methods: readonly string[]): Record<string, string> {
  const allow = methods.join(', ')
  return {
    allow,
    'access-control-allow-methods': allow,
    'access-control-allow-headers': accepted,
    'access-control-max-age': '86400',
  }
}
