/**
 * Two readings of a path in which equal octets are equal text.
 *
 * `plain`: percent-encoded unreserved characters are decoded, every other percent-encoding is in upper case, and what is
 * neither unreserved nor reserved is percent-encoded. `meant` also decodes reserved characters where they separate
 * nothing, so that `?to=https://a` and `?to=https%3A%2F%2Fa` are one. A rule applies when it matches in either reading:
 * after a wildcard nobody can tell whether a rule speaks of the path or of the query.
 *
 * A literal `*` or `$` is `%2A` or `%24` in both, so that in a pattern the bare characters can only be the special ones.
 * @see RFC 9309, sections 2.2.2 and 2.2.3
 */
export type OctetReading = 'plain' | 'meant'

export function comparablePath(path: string, reading: OctetReading): string {
  return comparable(path, reading, false)
}

/** Without the final `$`, which the caller has taken off; every `*` is a wildcard. */
export function comparablePattern(pattern: string, reading: OctetReading): string {
  return comparable(pattern, reading, true)
}

const percent = 0x25
const encoded = Array.from(
  { length: 256 },
  (_, octet) => `%${octet.toString(16).toUpperCase().padStart(2, '0')}`,
)
const unreserved = units('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~')
const asWritten = [...unreserved, ...units(":/?#[]@!&'()+,;=")]
const inPath = table(asWritten)
const inPattern = table([...asWritten, ...units('*')])
const decoded = {
  plain: { path: table(unreserved), query: table(unreserved) },
  meant: {
    path: table([...unreserved, ...units(":@!'(),;[]+=&")]),
    query: table([...unreserved, ...units(":@!'(),;[]/?")]),
  },
} as const

function comparable(text: string, reading: OctetReading, wildcards: boolean): string {
  const kept = wildcards ? inPattern : inPath
  const query = text.indexOf('?')
  let out = ''
  let from = 0
  for (let at = 0; at < text.length; ) {
    const unit = text.charCodeAt(at)
    if (kept[unit] === 1) {
      at += 1
      continue
    }
    out += text.slice(from, at)
    const octet = unit === percent ? octetAt(text, at) : undefined
    if (octet !== undefined) {
      const part = query === -1 || at < query ? 'path' : 'query'
      out += decoded[reading][part][octet] === 1 ? String.fromCharCode(octet) : encoded[octet]
      at += 3
    } else if (unit < 0x80) {
      out += encoded[unit]
      at += 1
    } else {
      const run = beyondAscii(text, at)
      out += encodeURIComponent(run.toWellFormed())
      at += run.length
    }
    from = at
  }
  return from === 0 ? text : out + text.slice(from)
}

function beyondAscii(text: string, from: number): string {
  let end = from
  while (end < text.length && text.charCodeAt(end) > 0x7f) end += 1
  return text.slice(from, end)
}

function octetAt(text: string, percent: number): number | undefined {
  const high = hexDigit(text.charCodeAt(percent + 1))
  const low = hexDigit(text.charCodeAt(percent + 2))
  return high === undefined || low === undefined ? undefined : high * 16 + low
}

function hexDigit(unit: number): number | undefined {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30
  const letter = unit | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : undefined
}

function units(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0))
}

function table(members: readonly number[]): Uint8Array {
  const marks = new Uint8Array(256)
  for (const member of members) marks[member] = 1
  return marks
}
