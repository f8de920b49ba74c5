import { spanEvidence } from '../../document/evidence.ts'
import type { Page } from '../../document/page.ts'
import { resembles, siteOf } from '../../site/site-name.ts'
import { isFor } from '../wording/page-purpose.ts'
import { createLinkFinder, createOwnLinkFinder } from './addresses.ts'
import { toolsLoaded } from './loads.ts'
import { toolMarks } from './marks.ts'
import { toolsInScripts } from './scripts.ts'
import { toolTable } from './table.ts'
import { hit, type ToolHit } from './tool-hit.ts'

const linkedTool = createLinkFinder(toolTable)
const ownLinkedTool = createOwnLinkFinder(toolTable)

const known = new WeakMap<Page, readonly ToolHit[]>()

/** Tools that the page itself uses: what it loads, sets up, is made with, is served by, and links to. */
export function toolsInUse(page: Page): readonly ToolHit[] {
  const before = known.get(page)
  if (before !== undefined) return before
  const hits = [...toolsLoaded(page), ...toolsInScripts(page), ...toolMarks(page), ...links(page)]
  known.set(page, hits)
  return hits
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
