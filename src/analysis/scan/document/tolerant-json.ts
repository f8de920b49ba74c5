/**
 * Reads JSON as pages write it: inside HTML comments or CDATA, with JavaScript comments, control characters and wrong
 * escapes in strings, commas before closing brackets, a semicolon at the end. Undefined when it is no JSON even so.
 * Values nested deeper than `depthMax` become null.
 */
export function readTolerantJson(text: string, depthMax: number): unknown {
  const shallow = deepest(text) <= depthMax
  if (shallow) {
    const value = parsed(text)
    if (value !== undefined) return value
  }
  const decoded = text.includes('"') ? text : text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  return parsed(repaired(decoded, depthMax))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An upper bound of how deep the text nests, without knowing what is inside a string. */
function deepest(text: string): number {
  let depth = 0
  let most = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === openBrace || code === openBracket) most = Math.max(most, ++depth)
    else if (code === closeBrace || code === closeBracket) depth = Math.max(0, depth - 1)
  }
  return most
}

const [openBrace, closeBrace, openBracket, closeBracket] = [123, 125, 91, 93]
/** What may surround or interrupt the JSON and says nothing. */
const marks = ['<!--', '-->', '<![CDATA[', '//]]>', '/*]]>*/', ']]>']

/** One pass that copies what is JSON. A comma waits until it is known whether a value follows. */
function repaired(text: string, depthMax: number): string {
  const out: string[] = []
  let depth = 0
  let comma = false
  const put = (part: string) => {
    if (depth > depthMax) return
    if (comma) out.push(',')
    comma = false
    out.push(part)
  }
  for (let at = 0; at < text.length; ) {
    const mark = text[at] ?? ''
    if (mark === '"') {
      const end = stringEnd(text, at)
      put(`"${repairedString(text.slice(at + 1, end))}"`)
      at = end + 1
    } else if (mark === '{' || mark === '[') {
      put(depth < depthMax ? mark : 'null')
      depth++
      at++
    } else if (mark === '}' || (mark === ']' && !text.startsWith(']]>', at))) {
      if (depth <= depthMax) comma = false
      put(mark)
      depth = Math.max(0, depth - 1)
      at++
    } else if (mark === ',') {
      if (depth <= depthMax) comma = out.length > 0 && out.at(-1) !== '{' && out.at(-1) !== '['
      at++
    } else {
      const skipped = skippedAt(text, at)
      if (skipped === 0) put(mark)
      at += skipped || 1
    }
  }
  return out.join('')
}

/** How many characters at `at` are no JSON: white space, comments, the marks around a script. */
function skippedAt(text: string, at: number): number {
  const mark = text[at]
  if (mark === undefined || mark <= ' ' || mark === '\u00a0' || mark === '\ufeff' || mark === ';') return 1
  const known = marks.find((candidate) => text.startsWith(candidate, at))
  if (known !== undefined) return known.length
  if (mark !== '/') return 0
  if (text[at + 1] === '*') return endOr(text, text.indexOf('*/', at + 2), 2) - at
  if (text[at + 1] !== '/') return 0
  // A comment that opens the CDATA section is closed by it.
  const line = text.slice(at, endOr(text, text.indexOf('\n', at + 2), 1))
  const cdata = line.indexOf('<![CDATA[')
  return cdata === -1 ? line.length : cdata
}

const endOr = (text: string, found: number, length: number) => (found === -1 ? text.length : found + length)

/** The closing quote of the string that opens at `open`. */
function stringEnd(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at
  }
  return text.length
}

const control = /[\u0000-\u001f]/g
const knownEscape = /^\\(?:["\\/bfnrt]|u[\da-f]{4})/i

export const patterns = [control, knownEscape]

/** Escapes what JSON wants escaped, and takes escapes that it does not know for what they stand for elsewhere. */
function repairedString(inside: string): string {
  let text = ''
  let from = 0
  for (let at = inside.indexOf('\\'); at !== -1; at = inside.indexOf('\\', from)) {
    const known = knownEscape.exec(inside.slice(at, at + 6))
    text += inside.slice(from, at) + (known?.[0] ?? (inside[at + 1] === "'" ? '' : '\\\\'))
    from = at + (known?.[0].length ?? 1)
  }
  return (text + inside.slice(from)).replace(
    control,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
