import { buildPage } from '../../../../src/analysis/scan/document/build-page.ts'
import type { Evidence } from '../../../../src/analysis/scan/document/evidence.ts'
import { defaultPageLimits, type PageLimits } from '../../../../src/analysis/scan/document/limits.ts'
import type { Page } from '../../../../src/analysis/scan/document/page.ts'

export interface PageOptions {
  url?: string
  lang?: string
  title?: string
  head?: string
  headers?: ReadonlyArray<readonly [name: string, value: string]>
  root?: string
  limits?: PageLimits
}

/** Cuts no page short, except in what is linear only because of a limit: the depth of elements, and JSON-LD. */
export const unlimited: PageLimits = {
  ...defaultPageLimits,
  bodyCharsMax: Number.POSITIVE_INFINITY,
  elementsMax: Number.POSITIVE_INFINITY,
  nodesMax: Number.POSITIVE_INFINITY,
  attributeCharsMax: Number.POSITIVE_INFINITY,
  visibleCharsMax: Number.POSITIVE_INFINITY,
  linksMax: Number.POSITIVE_INFINITY,
  styleCharsMax: Number.POSITIVE_INFINITY,
}

/** A real page around a piece of its body. */
export function pageWith(body: string, options: PageOptions = {}): Page {
  const {
    url = 'https://www.acme-widgets.com/',
    lang = 'en',
    title = 'Acme Widgets',
    head = '',
    headers = [],
    root = '',
    limits = defaultPageLimits,
  } = options
  const whole = `<!doctype html><html lang="${lang}" ${root}><head><title>${title}</title>${head}</head><body>${body}</body></html>`
  return buildPage({ url, body: whole, headers, viaBrowser: false }, limits)
}

export function valuesOf(facts: ReadonlyArray<{ value?: string }>): string[] {
  return facts.map(({ value = '' }) => value)
}

/** The values that are read off a piece of a page's body. */
export function found(
  read: (page: Page) => ReadonlyArray<{ value?: string }>,
  body: string,
  options: PageOptions = {},
): string[] {
  return valuesOf(read(pageWith(body, options)))
}

/** What has a quote that does not stand where it says. */
export function misquoted<Cited extends { evidence: readonly Evidence[] }>(
  page: Page,
  cited: readonly Cited[],
): Cited[] {
  return cited.filter(({ evidence }) =>
    evidence.some(({ method, quote, start, end }) => {
      const source = method === 'header' ? page.headerBlock : page.body
      return quote === '' || quote.length > 300 || source.slice(start, end) !== quote
    }),
  )
}

/** `<main>` with a heading, as content stands on a page. */
export function main(content: string): string {
  return `<main>${content}</main>`
}
