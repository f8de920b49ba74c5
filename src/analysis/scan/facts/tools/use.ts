import { attributeEvidence, spanEvidence } from '../../document/evidence.ts'
import { oncePerPage } from '../../document/once-per-page.ts'
import type { Page } from '../../document/page.ts'
import { resembles, siteOf } from '../../site/site-name.ts'
import type { Topic } from '../topic.ts'
import { createAddressFinder } from './addresses.ts'
import { statedTools } from './integrations.ts'
import { toolsLoaded } from './loads.ts'
import { toolsInScripts } from './scripts.ts'
import { presentsOthers } from './subjects.ts'
import { toolTable } from './tool.ts'
import { decideTools, hit, type ToolHit, toolCandidates } from './tool-hit.ts'

/** Tools that the site runs on, or that the company states it uses. */
export const tool: Topic = {
  topics: ['tool'],
  readsLegalPages: true,
  read: (page) => toolCandidates('tool', [...toolsInUse(page), ...statedTools(page)]),
  decide: (candidates, site) => decideTools('tool', candidates, site),
}

const linkedTool = createAddressFinder(toolTable, 'links')
const ownLinkedTool = createAddressFinder(toolTable, 'ownLinks')

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

/** Tools identified by meta elements, attributes of the root, and response headers. */
function* toolMarks(page: Page): Generator<ToolHit> {
  yield* metas(page)
  yield* rootAttributes(page)
  yield* headers(page)
}

const generatorTools = toolTable.flatMap((tool) => (tool.generators ?? []).map((start) => ({ tool, start })))
const metaTools = new Map(
  toolTable.flatMap((tool) => (tool.metas ?? []).map((name) => [name, tool] as const)),
)

function* metas(page: Page): Generator<ToolHit> {
  for (const meta of page.all('meta')) {
    const name = (meta.getAttribute('name') ?? meta.getAttribute('property') ?? '').trim().toLowerCase()
    const content = (meta.getAttribute('content') ?? '').trim()
    if (content === '') continue
    if (name === 'generator') {
      const low = content.toLowerCase()
      for (const { tool, start } of generatorTools) {
        if (low.startsWith(start) && !isLetter(low[start.length]))
          yield* hit(tool, 'meta', attributeEvidence(page, 'meta', meta, 'content'))
      }
    }
    const tool = metaTools.get(name)
    if (tool !== undefined) yield* hit(tool, 'meta', spanEvidence(page, 'meta', page.startTagSpan(meta)))
  }
}

const letter = /[a-z]/

function isLetter(char: string | undefined): boolean {
  return char !== undefined && letter.test(char)
}

const attributeTools = toolTable.flatMap((tool) => (tool.attributes ?? []).map((name) => ({ tool, name })))

function* rootAttributes(page: Page): Generator<ToolHit> {
  for (const element of [page.root, page.all('body')[0]]) {
    for (const { tool, name } of attributeTools) {
      if (element?.hasAttribute(name))
        yield* hit(tool, 'meta', spanEvidence(page, 'meta', page.startTagSpan(element)))
    }
  }
}

const headerTools = Map.groupBy(
  toolTable.flatMap((tool) =>
    (tool.headers ?? []).map((header) => {
      const [name = '', part = ''] = header.split(': ')
      return { tool, name, part }
    }),
  ),
  ({ name }) => name,
)
const headerQuoteMax = 300

/** Quoted from the header block, one line each. */
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
        place: 'response-header',
        evidence: { method: 'header', quote, start, end: start + quote.length },
      }
    }
    start += line.length + 2
  }
}
