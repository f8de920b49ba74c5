import { jsonrepair } from 'jsonrepair'

/** The repair of a text without commas takes quadratic time. */
const repairedCharsMax = 64 * 1024

/** Comment and CDATA marks around or inside the JSON of a script. */
const wrapping = /<!--|-->|(?:\/\/|\/\*)?(?:<!\[CDATA\[|\]\]>)(?:\*\/)?/g
const escapes = /\\(?:(["\\/bfnrt]|u[\da-f]{4})|('))?/gi

/**
 * Parses JSON as pages write it: invalid text is stripped of HTML comments and CDATA marks, then repaired. Undefined
 * when it still fails. Values nested deeper than `depthMax` become null.
 */
export function readTolerantJson(text: string, depthMax: number): unknown {
  try {
    return cut(parsed(text), depthMax)
  } catch {
    return undefined
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text.length > repairedCharsMax ? undefined : JSON.parse(jsonrepair(unwrapped(text)))
  }
}

function unwrapped(text: string): string {
  const decoded = text.includes('"') ? text : text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  const plain = decoded.replace(
    escapes,
    (whole, known?: string, quote?: string) => quote ?? (known === undefined ? '\\\\' : whole),
  )
  const inner = plain.replace(wrapping, '').trim()
  return inner.endsWith(';') ? inner.slice(0, -1) : inner
}

function cut(value: unknown, depthMax: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depthMax === 0) return null
  if (Array.isArray(value)) return value.map((member: unknown) => cut(member, depthMax - 1))
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, cut(member, depthMax - 1)]))
}
