import type { Hex } from 'viem'

/** `text` as a lower-case 32-byte hash; undefined unless it is 0x and 64 hexadecimal digits. */
export function asHash(text: string): Hex | undefined {
  return /^0x[0-9a-fA-F]{64}$/.test(text) ? `0x${text.slice(2).toLowerCase()}` : undefined
}
