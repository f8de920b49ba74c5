import { attributeEvidence } from '../../document/evidence.ts'
import type { Page } from '../../document/page.ts'
import { createAddressFinder } from './addresses.ts'
import { toolTable } from './tool.ts'
import { hit, type ToolHit } from './tool-hit.ts'
import words from './words.json'

/** The tool that a URL is loaded from. */
export const loadedTool = createAddressFinder(toolTable, 'loads')

/** Attributes whose URLs a browser loads, frames or submits to. */
const loadingAttributes = Object.entries(words.loadingAttributes)
const loadingRels = new Set(words.loadingRels)
const announcingRels = new Set(words.announcingRels)

/** Tools whose scripts, frames, forms, styles and images the page loads or preloads. */
export function* toolsLoaded(page: Page): Generator<ToolHit> {
  for (const [name, attributes] of loadingAttributes) {
    for (const element of page.all(name)) {
      for (const attribute of attributes) {
        const address = resolved(page, element.getAttribute(attribute))
        if (address === undefined) continue
        const method = name === 'script' ? 'script' : 'link'
        const tool = loadedTool(address)
        // An image may be hosted anywhere: it is not evidence that the tool is set up.
        const place = name === 'img' ? 'image' : 'script'
        if (tool !== undefined) yield* hit(tool, place, attributeEvidence(page, method, element, attribute))
        if (name === 'script') yield* ownPath(page, element, attribute, address)
      }
    }
  }
  for (const element of page.all('link')) {
    const rels = (element.getAttribute('rel') ?? '').toLowerCase().split(' ', 10)
    const address = resolved(page, element.getAttribute('href'))
    if (address === undefined) continue
    const loading = rels.some((rel) => loadingRels.has(rel))
    if (!loading && !rels.some((rel) => announcingRels.has(rel))) continue
    const tool = loadedTool(address)
    if (tool !== undefined)
      yield* hit(tool, loading ? 'script' : 'link', attributeEvidence(page, 'link', element, 'href'))
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

/** Scripts and styles at paths typical of a system. */
function* ownPath(page: Page, element: Element, attribute: string, address: string): Generator<ToolHit> {
  const { pathname } = new URL(address)
  const path = pathname.slice(0, addressCharsMax)
  for (const { tool, parts } of pathTools) {
    if (!hasParts(path, parts)) continue
    yield* hit(
      tool,
      'script',
      attributeEvidence(page, attribute === 'href' ? 'link' : 'script', element, attribute),
    )
  }
}

/** Whether the parts occur in order, the later one within the next segment. */
function hasParts(path: string, [first = '', second]: readonly string[]): boolean {
  const at = path.indexOf(first)
  if (at === -1 || second === undefined) return at !== -1
  const next = path.indexOf('/', at + first.length)
  return next !== -1 && path.startsWith(second, next)
}
