import { cleanText, plainText } from '../../text/clean-text.ts'
import type { PageLink, Span } from './page.ts'
import { attributeSpan, withoutSpace } from './positions.ts'
import type { Anchor, VisibleText } from './visible-text.ts'

const hrefCharsMax = 4_096
const textCharsMax = 200
/** Schemes that do not lead to a page. */
const noDestination = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'about:', 'file:'])

/** The links of a page in document order; unresolvable ones are left out. */
export function readLinks(body: string, base: URL, text: VisibleText, linksMax: number): PageLink[] {
  const links: PageLink[] = []
  for (const anchor of text.anchors) {
    if (links.length === linksMax) break
    const { element, target: href, area } = anchor
    const url = resolve(href, base)
    if (url === undefined) continue
    const span = targetSpan(body, anchor)
    links.push({
      url,
      href,
      text: cleanText(linkText(anchor)).slice(0, textCharsMax),
      rel: plainText(element.getAttribute('rel') ?? '')
        .toLowerCase()
        .slice(0, textCharsMax),
      element,
      area,
      hrefSpan: span && withoutSpace(body, span),
      visible: !text.hidden.has(element),
    })
  }
  return links
}

function targetSpan(body: string, { element, target }: Anchor): Span | undefined {
  const href = attributeSpan(body, element, 'href')
  const script = href === undefined ? attributeSpan(body, element, 'onclick') : undefined
  if (script === undefined) return href
  const at = body.slice(script.start, script.end).indexOf(target)
  return at === -1 ? undefined : { start: script.start + at, end: script.start + at + target.length }
}

/** The first `<base href>` counts, if it is http or https. */
export function readBase(bases: readonly Element[], pageUrl: URL): URL {
  const written = bases.map((base) => base.getAttribute('href')).find((href) => href !== null)
  const base = URL.parse(written?.trim() ?? '', pageUrl)
  return base !== null && (base.protocol === 'http:' || base.protocol === 'https:') ? base : pageUrl
}

function resolve(href: string, base: URL): string | undefined {
  if (href.length > hrefCharsMax) return undefined
  const url = URL.parse(href, base)
  if (url === null || noDestination.has(url.protocol)) return undefined
  if (url.hash !== '') url.hash = ''
  const { href: address } = url
  // An empty fragment has no hash but stays in `href`.
  return address.endsWith('#') ? address.slice(0, -1) : address
}

/** The link's text, else its label, else the alternative text of its image. */
function linkText({ element, runs, alternatives }: Anchor): string {
  const shown = runs.map((run) => run.text).join(' ')
  if (shown !== '') return shown
  return element.getAttribute('aria-label') || element.getAttribute('title') || (alternatives[0] ?? '')
}
