import { spanEvidence } from '../../document/evidence.ts'
import type { Page, Span } from '../../document/page.ts'
import { addressesIn, createInlineFinder } from './inline.ts'
import { loadedTool } from './loads.ts'
import { toolTable } from './table.ts'
import { hit, type ToolHit } from './tool-hit.ts'
import words from './words.json'

const inlineTools = createInlineFinder(toolTable)

/** Script types that hold code. Scripts with data or framework templates do not set up tools. */
const codeTypes = new Set(words.codeTypes)
const { contentMarks } = words
const inlineCharsMax = 1_000_000

/** Tools set up by inline scripts: by a call, or by the host that a loader uses. */
export function* toolsInScripts(page: Page): Generator<ToolHit> {
  let left = inlineCharsMax
  for (const script of page.all('script')) {
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
        'script',
        spanEvidence(page, 'script', { start: span.start + start, end: span.start + end }),
      )
    }
    for (const { address, start, end } of addressesIn(source)) {
      const tool = loadedTool(address)
      if (tool === undefined) continue
      yield* hit(
        tool,
        'script',
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
