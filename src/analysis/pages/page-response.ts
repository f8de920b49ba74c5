import { createHash } from 'node:crypto'
import { style } from './style.ts'

const styleDigest = createHash('sha256').update(style).digest('base64')

/** Nothing is loaded, run or framed; a form goes back to this server alone. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'private, no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleDigest}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

export function pageResponse(page: string, status: number, headers: Record<string, string> = {}): Response {
  return new Response(page, { status, headers: { ...pageHeaders, ...headers } })
}
