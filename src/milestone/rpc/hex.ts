import { type Hex, isHex } from 'viem'

/** @throws Error when the value is not 0x and hexadecimal digits */
export function hexOf(value: unknown): Hex {
  if (!isHex(value)) throw new Error(`Cannot read "${String(value)}" as it must be hexadecimal`)
  return value
}
