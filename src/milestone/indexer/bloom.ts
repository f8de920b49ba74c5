import { type Address, type Hex, hexToBytes, keccak256 } from 'viem'
import { eventSelectors, followedContracts } from './event-codec.ts'
import type { FollowedContract } from './events.ts'

/** One event of one contract, and the bloom bits that its log sets. */
interface BloomEntry {
  address: Address
  selector: Hex
  bits: readonly number[]
}

export type BloomEntries = readonly BloomEntry[]

/** A quarter of the filter: up to this density it errs for about one block in a hundred. */
const bitsMax = 512
const bitsOfDigit = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4]

/** The bits that followed logs set in a block's bloom filter. */
export function bloomEntriesOf(contracts: Readonly<Record<FollowedContract, Address>>): BloomEntries {
  return followedContracts().flatMap((contract) =>
    eventSelectors
      .filter((event) => event.contract === contract)
      .map(({ selector }) => ({
        address: contracts[contract],
        selector,
        bits: [...bloomBits(contracts[contract]), ...bloomBits(selector)],
      })),
  )
}

/**
 * Whether a block's bloom filter contains a followed event that is not among its logs. Filters have false positives, so
 * this only justifies reading the block's logs again. A dense filter is not evidence of anything.
 */
export function mayLackLogs(
  bloom: Hex,
  entries: BloomEntries,
  logs: readonly { address: Address; topics: readonly Hex[] }[],
): boolean {
  const density = bitsSet(bloom)
  if (density === 0 || density > bitsMax) return false
  return entries.some(
    ({ address, selector, bits }) =>
      bits.every((bit) => hasBit(bloom, bit)) &&
      !logs.some((log) => log.topics[0] === selector && log.address.toLowerCase() === address.toLowerCase()),
  )
}

function bitsSet(bloom: Hex): number {
  let bits = 0
  for (const digit of bloom.slice(2)) bits += bitsOfDigit[Number.parseInt(digit, 16)] ?? 0
  return bits
}

/** Three bits for each value: the low 11 bits of the first three pairs of bytes of its hash. */
function bloomBits(value: Hex): number[] {
  const hash = hexToBytes(keccak256(value))
  return [0, 2, 4].map((at) => (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 2047)
}

/** Bit 0 is the lowest of the last byte. */
function hasBit(bloom: Hex, bit: number): boolean {
  const digit = Number.parseInt(bloom.charAt(bloom.length - 1 - (bit >> 2)), 16)
  return ((digit >> (bit & 3)) & 1) === 1
}
