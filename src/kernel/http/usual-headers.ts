export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** Sent with every answer, unless it has one of them itself: security headers, the request's id, and those of CORS. */
export function usualHeaders(
  requestId: string,
  cors: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return { ...securityHeaders, 'x-request-id': requestId, ...cors }
}

export function addUsualHeaders(response: Response, ...about: Parameters<typeof usualHeaders>): Response {
  for (const [name, value] of Object.entries(usualHeaders(...about)))
    if (!response.headers.has(name)) response.headers.set(name, value)
  return response
}
