import { type Hex, isHex } from 'viem'

/** Type guards for JSON-RPC values. */

const quantityPattern = /^0x(?:0|[1-9a-fA-F][0-9a-fA-F]{0,63})$/
const hashPattern = /^0x[0-9a-fA-F]{64}$/
const digitsPattern = /^0x[0-9a-fA-F]*$/

export type Fields = Readonly<Partial<Record<string, unknown>>>

export function isQuantity(value: unknown): value is string {
  return typeof value === 'string' && quantityPattern.test(value)
}

export function isHash(value: unknown): value is string {
  return typeof value === 'string' && hashPattern.test(value)
}

/** Whole bytes in hexadecimal. */
export function isBytes(value: unknown): value is string {
  return typeof value === 'string' && value.length % 2 === 0 && digitsPattern.test(value)
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Ignores the case of hexadecimal digits. */
export function sameHex(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'string' && typeof b === 'string' && a.toLowerCase() === b.toLowerCase())
}

/** @throws Error when the value is not 0x and hexadecimal digits */
export function hexOf(value: unknown): Hex {
  if (!isHex(value)) throw new Error(`Cannot read "${String(value)}" as it must be hexadecimal`)
  return value
}
