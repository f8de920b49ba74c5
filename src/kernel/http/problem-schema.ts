import { Type as t } from '@sinclair/typebox'

/** The body of every error response. */
export const Problem = t.Object(
  {
    type: t.String({ examples: ['about:blank'] }),
    title: t.String({ examples: ['Bad request'] }),
    status: t.Integer({ examples: [400] }),
    detail: t.String({
      description: 'One sentence for people',
      examples: ['Cannot read on from this cursor'],
    }),
    instance: t.String({
      description: 'Path of the request',
      examples: ['/api/explorer/milestones'],
    }),
    error: t.String({ description: 'Stable machine slug', examples: ['invalid_cursor'] }),
    requestId: t.String({ examples: ['0b7e7dbe-6f53-4b57-9d5e-6f1f3d0e2a11'] }),
    reason: t.Optional(
      t.String({
        description:
          'Why, where a slug has reasons of its own: of `scan_failed` dns, connect, tls, timeout, too_large, not_html, http_status, robots_unreachable or blocked_by_site',
        examples: ['timeout'],
      }),
    ),
    errors: t.Optional(
      t.Array(
        t.Object({
          path: t.String({ examples: ['/limit'] }),
          message: t.String({ examples: ['must be an integer between 1 and 200'] }),
        }),
        { description: 'The invalid parts' },
      ),
    ),
  },
  { title: 'Problem', description: 'RFC 9457 problem', additionalProperties: true },
)
