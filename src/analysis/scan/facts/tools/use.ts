import type { Page, Span } from '../../page.ts'
import type { Evidence, Strength } from '../fact.ts'
import { attributeEvidence, spanEvidence } from '../shared/evidence.ts'
import { resembles, siteOf } from '../shared/site.ts'
import { isFor } from '../wording/page-purpose.ts'
import { createLinkFinder, createLoadFinder, createOwnLinkFinder } from './addresses.ts'
import { addressesIn, createInlineFinder } from './inline.ts'
import { toolTable } from './table.ts'
import type { Tool } from './tool.ts'

/** One place that tells of a tool. */
export interface ToolHit {
  tool: Tool
  strength: Strength
  evidence: Evidence
}

const loadedTool = createLoadFinder(toolTable)
const linkedTool = createLinkFinder(toolTable)
const ownLinkedTool = createOwnLinkFinder(toolTable)
const inlineTools = createInlineFinder(toolTable)

/** Which attributes of which elements make a browser load, frame or send to an address. */
const loadingAttributes: Readonly<Record<string, readonly string[]>> = {
  script: ['src', 'data-src', 'data-cookieblock-src', 'data-cmp-src', 'data-consent-src'],
  iframe: ['src', 'data-src', 'data-cookieblock-src', 'data-cmp-src', 'data-lazy-src'],
  form: ['action'],
  img: ['src'],
  source: ['src'],
  video: ['src'],
  embed: ['src'],
  object: ['data'],
}
const loadingRels = new Set(['stylesheet', 'preload', 'modulepreload'])
const announcingRels = new Set(['preconnect', 'dns-prefetch', 'prefetch'])

/** Tools that the page itself uses: what it loads, sets up, is made with, is served by, and links to. */
export function toolsInUse(page: Page): ToolHit[] {
  return [
    ...loads(page),
    ...inlineScripts(page),
    ...metas(page),
    ...rootAttributes(page),
    ...headers(page),
    ...links(page),
  ]
}

function hit(tool: Tool, strength: Strength, evidence: Evidence | undefined): ToolHit[] {
  return evidence === undefined ? [] : [{ tool, strength, evidence }]
}

function* loads(page: Page): Generator<ToolHit> {
  for (const [name, attributes] of Object.entries(loadingAttributes)) {
    for (const element of page.document.getElementsByTagName(name)) {
      for (const attribute of attributes) {
        const address = resolved(page, element.getAttribute(attribute))
        if (address === undefined) continue
        const method = name === 'script' ? 'script' : 'link'
        const tool = loadedTool(address)
        // A picture may be anybody's: it is a place in plain words, not the tool at work.
        const strength = name === 'img' ? 'explicit' : 'structured'
        if (tool !== undefined)
          yield* hit(tool, strength, attributeEvidence(page, method, element, attribute))
        if (name === 'script') yield* ownPath(page, element, attribute, address)
      }
    }
  }
  for (const element of page.document.getElementsByTagName('link')) {
    const rels = (element.getAttribute('rel') ?? '').toLowerCase().split(' ', 10)
    const address = resolved(page, element.getAttribute('href'))
    if (address === undefined) continue
    const loading = rels.some((rel) => loadingRels.has(rel))
    if (!loading && !rels.some((rel) => announcingRels.has(rel))) continue
    const tool = loadedTool(address)
    if (tool !== undefined)
      yield* hit(tool, loading ? 'structured' : 'explicit', attributeEvidence(page, 'link', element, 'href'))
    if (loading) yield* ownPath(page, element, 'href', address)
  }
}

const addressCharsMax = 2_000

function resolved(page: Page, written: string | null): string | undefined {
  if (written === null || written === '' || written.length > addressCharsMax) return undefined
  return URL.parse(written.trim(), page.url)?.href
}

const pathTools = toolTable.flatMap((tool) =>
  (tool.paths ?? []).map((path) => ({ tool, parts: path.split('*') })),
)

/** Scripts and styles at the paths where a system keeps its own. */
function* ownPath(page: Page, element: Element, attribute: string, address: string): Generator<ToolHit> {
  const { pathname } = new URL(address)
  const path = pathname.slice(0, addressCharsMax)
  for (const { tool, parts } of pathTools) {
    if (!hasParts(path, parts)) continue
    yield* hit(
      tool,
      'structured',
      attributeEvidence(page, attribute === 'href' ? 'link' : 'script', element, attribute),
    )
  }
}

/** The parts in their order, the later ones within the next segment. */
function hasParts(path: string, [first = '', second]: readonly string[]): boolean {
  const at = path.indexOf(first)
  if (at === -1 || second === undefined) return at !== -1
  const next = path.indexOf('/', at + first.length)
  return next !== -1 && path.startsWith(second, next)
}

/** Scripts that carry data, and the page's own content in a framework's notation, set nothing up. */
const codeTypes = new Set([
  '',
  'text/javascript',
  'application/javascript',
  'module',
  'text/plain',
  'text/x-magento-init',
  'text/partytown',
  'text/rocketscript',
])
const contentMarks = [
  '__next_f',
  '__NEXT_DATA__',
  '__NUXT__',
  '__INITIAL_STATE__',
  '__APOLLO_STATE__',
  '__remixContext',
  '__sveltekit',
  '__PRELOADED_STATE__',
]
const inlineCharsMax = 1_000_000

function* inlineScripts(page: Page): Generator<ToolHit> {
  let left = inlineCharsMax
  for (const script of page.document.getElementsByTagName('script')) {
    const type = (script.getAttribute('type') ?? '').trim().toLowerCase()
    const isCode = codeTypes.has(type) || type.endsWith('-text/javascript')
    const span = isCode ? contentOf(page, script) : undefined
    if (span === undefined) continue
    const source = page.body.slice(span.start, Math.min(span.end, span.start + left))
    left -= source.length
    if (contentMarks.some((mark) => source.includes(mark))) continue
    for (const { tool, start, end } of inlineTools(source)) {
      yield* hit(
        tool,
        'structured',
        spanEvidence(page, 'script', { start: span.start + start, end: span.start + end }),
      )
    }
    for (const { address, start, end } of addressesIn(source)) {
      const tool = loadedTool(address)
      if (tool === undefined) continue
      yield* hit(
        tool,
        'structured',
        spanEvidence(page, 'script', { start: span.start + start, end: span.start + end }),
      )
    }
  }
}

function contentOf(page: Page, script: Element): Span | undefined {
  const whole = page.elementSpan(script)
  const tag = page.startTagSpan(script)
  return whole === undefined || tag === undefined || tag.end >= whole.end
    ? undefined
    : { start: tag.end, end: whole.end }
}

const generatorTools = toolTable.flatMap((tool) => (tool.generators ?? []).map((start) => ({ tool, start })))
const metaTools = new Map(
  toolTable.flatMap((tool) => (tool.metas ?? []).map((name) => [name, tool] as const)),
)

function* metas(page: Page): Generator<ToolHit> {
  for (const meta of page.document.getElementsByTagName('meta')) {
    const name = (meta.getAttribute('name') ?? meta.getAttribute('property') ?? '').trim().toLowerCase()
    const content = (meta.getAttribute('content') ?? '').trim()
    if (content === '') continue
    if (name === 'generator') {
      const low = content.toLowerCase()
      for (const { tool, start } of generatorTools) {
        if (low.startsWith(start) && !isLetter(low[start.length]))
          yield* hit(tool, 'structured', attributeEvidence(page, 'meta', meta, 'content'))
      }
    }
    const tool = metaTools.get(name)
    if (tool !== undefined)
      yield* hit(tool, 'structured', spanEvidence(page, 'meta', page.startTagSpan(meta)))
  }
}

const letter = /[a-z]/

export const patterns = [letter]

function isLetter(char: string | undefined): boolean {
  return char !== undefined && letter.test(char)
}

const attributeTools = toolTable.flatMap((tool) => (tool.attributes ?? []).map((name) => ({ tool, name })))

function* rootAttributes(page: Page): Generator<ToolHit> {
  for (const element of [page.document.documentElement, page.document.body]) {
    for (const { tool, name } of attributeTools) {
      if (element?.hasAttribute(name))
        yield* hit(tool, 'structured', spanEvidence(page, 'meta', page.startTagSpan(element)))
    }
  }
}

const headerTools = new Map<string, Array<{ tool: Tool; part: string }>>()
for (const tool of toolTable) {
  for (const [name, part] of tool.headers ?? []) {
    headerTools.set(name, [...(headerTools.get(name) ?? []), { tool, part }])
  }
}
const headerQuoteMax = 300

/** Headers are quoted from the header block: one line each. */
function* headers(page: Page): Generator<ToolHit> {
  let start = 0
  for (const [name, value] of page.headers) {
    const line = `${name}: ${value}`
    const low = value.toLowerCase()
    for (const { tool, part } of headerTools.get(name.toLowerCase()) ?? []) {
      if (!low.includes(part)) continue
      const quote = line.slice(0, headerQuoteMax)
      yield {
        tool,
        strength: 'structured',
        evidence: { method: 'header', quote, start, end: start + quote.length },
      }
    }
    start += line.length + 2
  }
}

/** A link to the company's own place at a tool. Articles and directories link to other companies' places. */
function* links(page: Page): Generator<ToolHit> {
  const foreign = isFor(page, 'article', 'comparison', 'customers')
  const own = siteOf(page.url).label
  for (const link of page.links) {
    if (!link.visible || siteOf(link.url).label === own) continue
    const named = () => isNamedLike(link.url, own)
    const tool =
      linkedTool(link.url) ??
      (ownLinkedTool(link.url) === undefined || !named() ? undefined : ownLinkedTool(link.url))
    if (tool === undefined || (foreign && link.area === 'main' && !named())) continue
    yield* hit(tool, 'explicit', spanEvidence(page, 'link', link.hrefSpan))
  }
}

/** Whether the place's handle, a first path segment or a subdomain, is called like the site. */
function isNamedLike(url: string, label: string): boolean {
  const { hostname, pathname } = new URL(url)
  const handles = [hostname.split('.')[0] ?? '', ...pathname.split('/', 4)]
  return handles.some((handle) => handle.length > 1 && resembles(handle, label))
}
