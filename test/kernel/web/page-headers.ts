import { createHash } from 'node:crypto'

/** The headers of a page that runs nothing: its policy allows the one style in it, worked out from what is sent. */
export function pageHeadersOf(document: string): Record<string, string> {
  const style = /<style>(.*?)<\/style>/s.exec(document)?.[1] ?? ''
  const digest = createHash('sha256').update(style).digest('base64')
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-store',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${digest}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow, noarchive',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  }
}
