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

const unreserved = new Set(units('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~'))
const reserved = new Set(units(":/?#[]@!&'()+,;="))
const meantInPath = new Set(units(":@!'()+,;=&[]"))
const meantInQuery = new Set(units(":@!'(),;[]/?"))
const simple = /^[\w\-.~/]*$/

export const patterns = [simple]

function comparable(text: string, reading: OctetReading, wildcards: boolean): string {
  if (simple.test(text)) return text
  let out = ''
  let inQuery = false
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unreserved.has(unit)) out += text[at]
    else if (unit === 0x25) {
      const octet = octetAt(text, at)
      if (octet === undefined) out += '%25'
      else {
        at += 2
        const bare =
          unreserved.has(octet) || (reading === 'meant' && (inQuery ? meantInQuery : meantInPath).has(octet))
        out += bare ? String.fromCharCode(octet) : encoded(octet)
      }
    } else if (reserved.has(unit)) {
      out += text[at]
      if (unit === 0x3f) inQuery = true
    } else if (unit === 0x2a && wildcards) out += '*'
    else if (unit < 0x80) out += encoded(unit)
    else {
      const run = beyondAscii(text, at)
      out += encodeURIComponent(run.toWellFormed())
      at += run.length - 1
    }
  }
  return out
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

function encoded(octet: number): string {
  return `%${octet.toString(16).toUpperCase().padStart(2, '0')}`
}

function units(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0))
}
