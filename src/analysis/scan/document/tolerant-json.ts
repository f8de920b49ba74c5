import { jsonrepair } from 'jsonrepair'

/** The repair of a text without commas takes time quadratic in its length. */
const repairedCharsMax = 64 * 1024

/** What may surround the JSON of a script or interrupt it. */
const wrapping = /<!--|-->|(?:\/\/|\/\*)?(?:<!\[CDATA\[|\]\]>)(?:\*\/)?/g
const escapes = /\\(?:(["\\/bfnrt]|u[\da-f]{4})|('))?/gi

/**
 * Reads JSON as pages write it: what does not parse is freed of HTML comments and CDATA marks, and repaired. Undefined
 * when it is not JSON even so. Values nested deeper than `depthMax` become null.
 */
export function readTolerantJson(text: string, depthMax: number): unknown {
  try {
    return cut(parsed(text) ?? repaired(text), depthMax)
  } catch {
    return undefined
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function repaired(text: string): unknown {
  return text.length > repairedCharsMax ? undefined : JSON.parse(jsonrepair(unwrapped(text)))
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
