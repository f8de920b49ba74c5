import type { Tool } from './tool.ts'

/** A tool's call or variable in a script, and where it stands. */
export interface InlineHit {
  tool: Tool
  start: number
  end: number
}

const identifier = /[A-Za-z_$][\w$]*/g
/** Hosts are read up to this; longer ones are none of the table's. */
const hostCharsMax = 100

/** Finds the tools that a script's source calls or sets up. One pass over the identifiers. */
export function createInlineFinder(tools: readonly Tool[]): (source: string) => InlineHit[] {
  const starts = new Map<string, Array<{ tool: Tool; rest: string }>>()
  for (const tool of tools) {
    for (const text of tool.inline ?? []) {
      const name = text.match(identifier)?.[0] ?? ''
      const known = starts.get(name) ?? []
      known.push({ tool, rest: text.slice(name.length) })
      starts.set(name, known)
    }
  }
  return (source) => {
    const hits: InlineHit[] = []
    for (const match of source.matchAll(identifier)) {
      for (const { tool, rest } of starts.get(match[0]) ?? []) {
        const end = follows(source, match.index + match[0].length, rest)
        if (end !== undefined) hits.push({ tool, start: match.index, end })
      }
    }
    return hits
  }
}

const blanksMax = 8

/** Where `rest` ends when it follows at `at`, with any quotes and white space; undefined when something else does. */
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

/** The addresses that a script's source names with their scheme, or without as in `//host/path`. */
export function addressesIn(source: string): Array<{ address: string; start: number; end: number }> {
  const found: Array<{ address: string; start: number; end: number }> = []
  for (let at = source.indexOf('//'); at !== -1; at = source.indexOf('//', at + 2)) {
    let end = at + 2
    while (end < source.length && end - at < hostCharsMax && isAddressChar(source.charCodeAt(end))) end++
    if (end > at + 5) found.push({ address: `https:${source.slice(at, end)}`, start: at, end })
  }
  return found
}

/** Letters, digits and `-._/?=%&~:`. */
function isAddressChar(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 45 && code <= 58) ||
    (code >= 65 && code <= 90) ||
    code === 61 ||
    code === 63 ||
    code === 95 ||
    code === 37 ||
    code === 38 ||
    code === 126
  )
}
