export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** Sent with every answer, unless it has one of them itself: security headers, the request's id, and those of CORS. */
export function addUsualHeaders(
  response: Response,
  requestId: string,
  cors: Readonly<Record<string, string>> = {},
): Response {
  for (const [name, value] of Object.entries({ ...securityHeaders, 'x-request-id': requestId, ...cors }))
    if (!response.headers.has(name)) response.headers.set(name, value)
  return response
}
