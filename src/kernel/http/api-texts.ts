export const tagDescriptions: Readonly<Record<string, string>> = {
  campaign: 'Brand-exact campaign images from a brief: brand kits, logos, runs, drafts for review, receipts',
  analysis:
    'What a company’s public website says about it, the product that fits it, shared reports, and questions about products',
  milestone: 'Milestones, votes, capital and treasury of the verification system, read from the chain',
  service: 'Whether this process runs, and whether it is ready for requests',
}

export const securitySchemes = {
  bearer: {
    type: 'http' as const,
    scheme: 'bearer',
    description:
      'The operator’s token (OPERATOR_TOKEN), a caller key (`cairn key create`) or the review token of a draft, as the route says. Without a configured token or key, callers on the same machine need none.',
  },
}
/** Of routes that answer 401; none is needed where the call comes from the same machine. */
export const bearerOrNone = [{ bearer: [] }, {}]

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
