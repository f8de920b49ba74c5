const bearer = (description: string) => ({ type: 'http' as const, scheme: 'bearer', description })

/** By what a route needs of its caller. */
export const securitySchemes = {
  operatorToken: bearer(
    'OPERATOR_TOKEN. Without a configured token, programs and own pages on the same machine need none.',
  ),
  callerKey: bearer(
    'A key of POST /api/keys or `cairn key create`. While no key exists, requests from the same machine need none.',
  ),
  reviewToken: bearer('The token behind the # of a review link, of one draft.'),
}
/** Schemes of routes that answer 401; none is needed where the call comes from the same machine. */
export const securityOf = {
  operator: [{ operatorToken: [] }, {}],
  caller: [{ callerKey: [] }, {}],
}

const retryAfter = { 'Retry-After': { description: 'In seconds', schema: { type: 'integer' as const } } }
const structured = (description: string, example: string) => ({
  description,
  schema: { type: 'string' as const, examples: [example] },
})
/** Headers of a response by its status. */
export const statusHeaders: Readonly<Record<string, Record<string, unknown>>> = {
  '429': {
    ...retryAfter,
    RateLimit: structured('What remains of the quota, and the seconds until it renews', '"scan";r=0;t=42'),
    'RateLimit-Policy': structured('The quota, and its window in seconds', '"scan";q=10;w=60'),
  },
  '503': retryAfter,
}

export const statusDescriptions: Readonly<Record<string, string>> = {
  '304': 'Not modified: the given If-None-Match still holds',
  '400': 'Malformed request',
  '401': 'The token or key is missing or wrong',
  '403': 'Not allowed for this caller',
  '404': 'Not found',
  '413': 'The body is too large',
  '415': 'The media type of the body is not supported',
  '429': 'Too many requests',
  '409': 'In conflict with what is stored',
  '422': 'Readable, but cannot be processed: the body says why',
  '502': 'A source could not be fetched',
  '503': 'Not ready, stopping or busy: `Retry-After` says when to try again',
}
