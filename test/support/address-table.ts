import type { AddressRule } from '../../src/kernel/egress/address.ts'

type Verdict = AddressRule | 'public'
/** An address as a resolver may spell it, and its rule; `public` rows name the canonical form where it differs. */
export type AddressRow = readonly [address: string, verdict: Verdict, canonical?: string]

/**
 * The registries read a second time: blocks by the hexadecimal digits that their addresses begin with, from the first
 * to the last where a block is not a power of 16. The first block that contains an address decides.
 */
type Block = readonly [first: string, rule: AddressRule, last?: string]

const ipv4Blocks: readonly Block[] = [
  ['a9fea9fe', 'cloud-metadata'],
  ['a9feaa02', 'cloud-metadata'],
  ['a9feaa17', 'cloud-metadata'],
  ['a83f8110', 'cloud-metadata'],
  ['646464c8', 'cloud-metadata'],
  ['c00000c0', 'cloud-metadata'],
  ['00', 'this-network'],
  ['0a', 'private'],
  ['6440', 'shared', '647f'],
  ['7f', 'loopback'],
  ['a9fe', 'link-local'],
  ['ac1', 'private'],
  ['c00000', 'special-purpose'],
  ['c00002', 'documentation'],
  ['c01fc4', 'special-purpose'],
  ['c034c1', 'special-purpose'],
  ['c05863', 'transition'],
  ['c0a8', 'private'],
  ['c0af30', 'special-purpose'],
  ['c612', 'benchmark', 'c613'],
  ['c63364', 'documentation'],
  ['cb0071', 'documentation'],
  ['e', 'multicast'],
  ['ffffffff', 'broadcast'],
  ['f', 'reserved'],
]

const ipv6Blocks: readonly Block[] = [
  ['0'.repeat(32), 'unspecified'],
  ['1'.padStart(32, '0'), 'loopback'],
  ['0'.repeat(24), 'transition'],
  ['0064ff9b'.padEnd(24, '0'), 'transition'],
  ['0064ff9b0001', 'transition'],
  ['0100000000000000', 'special-purpose', '0100000000000001'],
  ['20010000', 'transition'],
  ['200100020000', 'benchmark'],
  ['200100', 'special-purpose', '200101'],
  ['20010db8', 'documentation'],
  ['2002', 'transition'],
  ['2620004f8000', 'special-purpose'],
  ['3fff0', 'documentation'],
  ['5f00', 'special-purpose'],
  ['fd000ec2000000000000000000000023', 'cloud-metadata'],
  ['fd000ec2000000000000000000000254', 'cloud-metadata'],
  ['fd2000ce000000000000000000000254', 'cloud-metadata'],
  ['fc', 'private', 'fd'],
  ['fe8', 'link-local', 'feb'],
  ['fec', 'site-local', 'fef'],
  ['ff', 'multicast'],
  ['0', 'outside-global-unicast', '1'],
  ['4', 'outside-global-unicast', 'f'],
]

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

const spellings: readonly AddressRow[] = [
  // IPv6, compressed, with a dotted tail, in capitals
  ['0:0:0:0:0:0:0:0', 'unspecified'],
  ['::1', 'loopback'],
  ['::127.0.0.1', 'transition'],
  ['::7f00:1', 'transition'],
  ['::8.8.8.8', 'transition'],
  ['::fffe:7f00:1', 'outside-global-unicast'],
  ['::ffff:0:127.0.0.1', 'outside-global-unicast'],
  ['64:ff9b::8.8.8.8', 'transition'],
  ['2001:4860:4860:0000:0000:0000:0000:8888', 'public', '2001:4860:4860::8888'],
  ['2001:4860:4860:0:0:0:8.8.8.8', 'public', '2001:4860:4860::808:808'],
  ['2001:4860:4860::ABCD', 'public', '2001:4860:4860::abcd'],
  ['2a02:26f0::5efe:1', 'public'],
  ['2a02:26f0:0:1:0:5efe:7f00:1', 'transition'],
  ['2a02:26f0:0:1:0:5efe:127.0.0.1', 'transition'],
  ['2a02:26f0:0:1:200:5efe:a00:1', 'transition'],
  ['2a02:26f0:0:1:100:5efe:a00:1', 'public'],
  ['2a02:26f0:0:1:0:5eff:a00:1', 'public'],

  // IPv4-mapped: the IPv4 address inside decides
  ['::ffff:127.0.0.1', 'loopback'],
  ['::ffff:7f00:1', 'loopback'],
  ['::FFFF:7F00:0001', 'loopback'],
  ['0:0:0:0:0:ffff:10.1.2.3', 'private'],
  ['::ffff:169.254.169.254', 'cloud-metadata'],
  ['::ffff:a83f:8110', 'cloud-metadata'],
  ['::ffff:8.8.8.8', 'public', '8.8.8.8'],
  ['::ffff:808:808', 'public', '8.8.8.8'],

  // Not one plain address
  ['', 'malformed'],
  [' ', 'malformed'],
  ['8.8.8.8 ', 'malformed'],
  [' 8.8.8.8', 'malformed'],
  ['8.8.8.8\n', 'malformed'],
  ['8.8.8.8\u0000', 'malformed'],
  ['8.8.8', 'malformed'],
  ['8.8.8.8.8', 'malformed'],
  ['8.8.8.', 'malformed'],
  ['.8.8.8', 'malformed'],
  ['8.8.8.256', 'malformed'],
  ['8.8.8.-1', 'malformed'],
  ['08.8.8.8', 'malformed'],
  ['010.8.8.8', 'malformed'],
  ['0x8.8.8.8', 'malformed'],
  ['0x7f000001', 'malformed'],
  ['2130706433', 'malformed'],
  ['127.1', 'malformed'],
  ['8.8.8.8/32', 'malformed'],
  ['8.8.8.8:80', 'malformed'],
  ['８.８.８.８', 'malformed'],
  ['[2606:4700::1]', 'malformed'],
  ['2606:4700::1::2', 'malformed'],
  ['2606:4700:::1', 'malformed'],
  ['2606:4700::12345', 'malformed'],
  ['2606:4700::g', 'malformed'],
  ['1:2:3:4:5:6:7', 'malformed'],
  ['1:2:3:4:5:6:7:8:9', 'malformed'],
  ['::ffff:127.0.0.1.1', 'malformed'],
  ['::ffff:0x7f.0.0.1', 'malformed'],
  ['::ffff:127.1', 'malformed'],
  ['2606:4700::1/64', 'malformed'],
  ['localhost', 'malformed'],
  ['example.com', 'malformed'],
  ['fe80::1%eth0', 'zone-id'],
  ['fe80::1%25eth0', 'zone-id'],
  ['2606:4700::1%1', 'zone-id'],
  ['::1%lo', 'zone-id'],
]

export const addressTable: readonly AddressRow[] = [
  ...edges.map((digits): AddressRow => {
    const address = spelled(digits)
    const canonical = digits.length === 8 ? address : new URL(`http://[${address}]`).hostname.slice(1, -1)
    return [address, verdictOf(digits), canonical]
  }),
  ...spellings,
]
