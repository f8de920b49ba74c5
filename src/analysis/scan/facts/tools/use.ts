import { spanEvidence } from '../../document/evidence.ts'
import { oncePerPage } from '../../document/once-per-page.ts'
import type { Page } from '../../document/page.ts'
import { resembles, siteOf } from '../../site/site-name.ts'
import type { Topic } from '../topic.ts'
import { createLinkFinder, createOwnLinkFinder } from './addresses.ts'
import { toolsLoaded } from './loads.ts'
import { toolMarks } from './marks.ts'
import { toolsInScripts } from './scripts.ts'
import { statedTools } from './stated-tools.ts'
import { presentsOthers } from './subjects.ts'
import { toolTable } from './table.ts'
import { decideTools, hit, type ToolHit, toolCandidates } from './tool-hit.ts'

/** Tools that the site runs on, or that the company states it uses. */
export const tool: Topic = {
  name: 'tool',
  topics: ['tool'],
  readsLegalPages: true,
  read: (page) => toolCandidates('tool', [...toolsInUse(page), ...statedTools(page)]),
  decide: (candidates, site) => decideTools('tool', candidates, site),
}

const linkedTool = createLinkFinder(toolTable)
const ownLinkedTool = createOwnLinkFinder(toolTable)

/** Tools that the page uses: loads, sets up, is built with, is served by, and links to. */
export const toolsInUse = oncePerPage((page): readonly ToolHit[] => [
  ...toolsLoaded(page),
  ...toolsInScripts(page),
  ...toolMarks(page),
  ...links(page),
])

/** Links to the company's own account at a tool. Articles and directories link to accounts of other companies. */
function* links(page: Page): Generator<ToolHit> {
  const foreign = presentsOthers(page)
  const own = siteOf(page.url).label
  for (const link of page.links) {
    if (!link.visible || siteOf(link.url).label === own) continue
    const named = () => isNamedLike(link.url, own)
    const tool =
      linkedTool(link.url) ??
      (ownLinkedTool(link.url) === undefined || !named() ? undefined : ownLinkedTool(link.url))
    if (tool === undefined || (foreign && link.area === 'main' && !named())) continue
    yield* hit(tool, 'link', spanEvidence(page, 'link', link.hrefSpan))
  }
}

/** Whether the account's handle, a first path segment or a subdomain, resembles the site's name. */
function isNamedLike(url: string, label: string): boolean {
  const { hostname, pathname } = new URL(url)
  const handles = [hostname.split('.')[0] ?? '', ...pathname.split('/', 4)]
  return handles.some((handle) => handle.length > 1 && resembles(handle, label))
}
