import { createHash } from 'node:crypto'
import type { Page } from './page.ts'

/** What a page may load from: `'self'` with its quotes, `blob:`, `data:`, or an address, of which the origin counts. */
export type Source = string

export interface PageOptions {
  status?: number
  headers?: Readonly<Record<string, string>>
  /** Where the script may send requests; nowhere by default. */
  connect?: readonly Source[]
  /** Where images may come from besides the icon of the page. */
  images?: readonly Source[]
}

/** Nothing is loaded, run or framed except what `page` contains and the options name; forms go back to this server. */
export function pageResponse(
  page: Page,
  { status = 200, headers = {}, connect = [], images = [] }: PageOptions = {},
): Response {
  return new Response(page.document, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
      'content-security-policy': contentPolicy(page, { connect, images }),
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow, noarchive',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      ...headers,
    },
  })
}

function contentPolicy(
  { style, script }: Page,
  { connect, images }: { connect: readonly Source[]; images: readonly Source[] },
): string {
  return [
    "default-src 'none'",
    `style-src ${hashSource(style)}`,
    `img-src ${sourceList(['data:', ...images])}`,
    ...(connect.length === 0 ? [] : [`connect-src ${sourceList(connect)}`]),
    // Markup is made from strings by lit-html, which escapes them, and from pages of this server (`live-parts.ts`).
    ...(script === undefined
      ? []
      : [
          `script-src ${hashSource(script)}`,
          "require-trusted-types-for 'script'",
          'trusted-types lit-html cairn-page',
        ]),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

function sourceList(sources: readonly Source[]): string {
  const keywords = ["'self'", 'blob:', 'data:']
  const listed = sources.map((source) => (keywords.includes(source) ? source : originOf(source)))
  return [...new Set(listed)].join(' ')
}

/** An origin has no character that ends a source or a directive. */
function originOf(address: string): string {
  const { origin, protocol } = new URL(address)
  if (protocol === 'https:' || protocol === 'http:') return origin
  throw new Error(`Cannot let a page load from "${address}" as a source must be an http or https address`)
}
