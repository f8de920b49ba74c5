import table from './addresses.json'

/** A rule, or `public`. */
type Verdict = string
/** An address as a resolver may spell it, and its rule; `public` rows name the canonical form where it differs. */
export type AddressRow = readonly [address: string, verdict: Verdict, canonical?: string]

/**
 * The registries read a second time: blocks by the hexadecimal digits that their addresses begin with, from the first
 * to the last where a block is not a power of 16. The first block that contains an address decides.
 */
type Block = readonly [first: string, rule: string, last?: string]

const ipv4Blocks = table.ipv4Blocks as unknown as readonly Block[]
const ipv6Blocks = table.ipv6Blocks as unknown as readonly Block[]

/** The verdict on an address of 8 or 32 hexadecimal digits. */
export function verdictOf(digits: string): Verdict {
  if (/^0{20}ffff.{8}$/.test(digits)) return verdictOf(digits.slice(24))
  const block = (digits.length === 8 ? ipv4Blocks : ipv6Blocks).find(
    ([first, , last = first]) => digits >= first && digits.slice(0, last.length) <= last,
  )
  return block?.[1] ?? (/^.{16}0[02]005efe/.test(digits) ? 'transition' : 'public')
}

/** Dotted, or with all eight groups. */
export function spelled(digits: string): string {
  if (digits.length === 32) return (digits.match(/.{4}/g) ?? []).join(':')
  return (digits.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16)).join('.')
}

/** The first and the last address of every block with their neighbours on both sides. */
export const edges: readonly string[] = [8, 32].flatMap((length) => {
  const all = 16n ** BigInt(length)
  const around = (edge: string) =>
    [-1n, 0n, 1n].map((step) => ((BigInt(`0x${edge}`) + step + all) % all).toString(16).padStart(length, '0'))
  const blocks = length === 8 ? ipv4Blocks : ipv6Blocks
  const digits = blocks.flatMap(([first, , last = first]) => [
    ...around(first.padEnd(length, '0')),
    ...around(last.padEnd(length, 'f')),
  ])
  return [...new Set(digits)]
})

const { public: allowed, ...refused } = table.spellings

export const addressTable: readonly AddressRow[] = [
  ...edges.map((digits): AddressRow => {
    const address = spelled(digits)
    const canonical = digits.length === 8 ? address : new URL(`http://[${address}]`).hostname.slice(1, -1)
    return [address, verdictOf(digits), canonical]
  }),
  ...Object.entries(allowed).map(([address, canonical]): AddressRow => [address, 'public', canonical]),
  ...Object.entries(refused).flatMap(([rule, addresses]) =>
    addresses.map((address): AddressRow => [address, rule]),
  ),
]
