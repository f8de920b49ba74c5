import { innerSpan, spanEvidence } from '../../document/evidence.ts'
import type { Page } from '../../document/page.ts'
import { loadedTool } from './loads.ts'
import { type Tool, toolTable } from './tool.ts'
import { hit, type ToolHit } from './tool-hit.ts'
import words from './words.json'

const identifier = /[A-Za-z_$][\w$]*/g
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
    const span = isCode ? innerSpan(page, script) : undefined
    if (span === undefined) continue
    const source = page.body.slice(span.start, Math.min(span.end, span.start + left))
    left -= source.length
    if (contentMarks.some((mark) => source.includes(mark))) continue
    for (const { tool, start, end } of [...inlineTools(source), ...addressesIn(source)]) {
      const place = { start: span.start + start, end: span.start + end }
      yield* hit(tool, 'script', spanEvidence(page, 'script', place))
    }
  }
}

/** A call or variable of a tool in a script, with its offset. */
interface InlineHit {
  tool: Tool
  start: number
  end: number
}

/** The account of a copied example, as in `G-XXXXXXXXXX`. */
const placeholderId = /^x{4}/i

/** Returns a function that finds calls and settings of tools in a script's source, in one pass over its identifiers. */
export function createInlineFinder(tools: readonly Tool[]): (source: string) => InlineHit[] {
  const texts = tools.flatMap((tool) => (tool.inline ?? []).map((text) => ({ tool, text })))
  const starts = Map.groupBy(texts, ({ text }) => text.match(identifier)?.[0] ?? '')
  return (source) => {
    const hits: InlineHit[] = []
    for (const match of source.matchAll(identifier)) {
      for (const { tool, text } of starts.get(match[0]) ?? []) {
        const rest = text.slice(match[0].length)
        const end = follows(source, match.index + match[0].length, rest)
        if (end !== undefined && !placeholderId.test(source.slice(end, end + 4)))
          hits.push({ tool, start: match.index, end })
      }
    }
    return hits
  }
}

const blanksMax = 8

/** The end of `rest` when it follows at `at`, ignoring quotes and white space; else undefined. */
function follows(source: string, at: number, rest: string): number | undefined {
  let place = at
  for (const mark of rest) {
    let blanks = 0
    while (blanks < blanksMax && (source[place] ?? '').trim() === '' && place < source.length) {
      place++
      blanks++
    }
    const written = source[place] ?? ''
    if (written !== mark && !(mark === "'" && (written === '"' || written === '`'))) return undefined
    place++
  }
  return place
}

/** `//host/path`; the look-ahead finds one within another too. */
const slashed = /(?=(\/\/[\w./:?=%&~-]{4,98}))\/\//g

/** The tools of URLs in a script's source, with a scheme or as `//host/path`. */
function addressesIn(source: string): InlineHit[] {
  return [...source.matchAll(slashed)].flatMap(({ index: start, 1: written = '' }) => {
    const tool = loadedTool(`https:${written}`)
    return tool === undefined ? [] : [{ tool, start, end: start + written.length }]
  })
}
