import { attributeEvidence, spanEvidence } from '../../document/evidence.ts'
import type { Page } from '../../document/page.ts'
import { toolTable } from './table.ts'
import { hit, type ToolHit } from './tool-hit.ts'

/** Tools identified by meta elements, attributes of the root, and response headers. */
export function* toolMarks(page: Page): Generator<ToolHit> {
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
