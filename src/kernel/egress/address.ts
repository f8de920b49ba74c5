import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Why an address is not public. */
export type AddressRule =
  | 'malformed'
  | 'zone-id'
  | 'this-network'
  | 'unspecified'
  | 'private'
  | 'shared'
  | 'loopback'
  | 'link-local'
  | 'site-local'
  | 'special-purpose'
  | 'documentation'
  | 'benchmark'
  | 'multicast'
  | 'broadcast'
  | 'reserved'
  | 'cloud-metadata'
  | 'transition'
  | 'outside-global-unicast'

/** `address` is canonical (RFC 5952 for IPv6); an IPv4-mapped one becomes the IPv4 address inside. */
export type AddressVerdict = { public: true; address: string } | { public: false; rule: AddressRule }

type Block = readonly [range: string, rule: AddressRule]

/** The IANA IPv4 special-purpose registry and the metadata addresses of clouds. The first match decides. */
const ipv4Blocks: readonly Block[] = [
  ['169.254.169.254/32', 'cloud-metadata'],
  ['169.254.170.2/32', 'cloud-metadata'],
  ['169.254.170.23/32', 'cloud-metadata'],
  ['168.63.129.16/32', 'cloud-metadata'],
  ['100.100.100.200/32', 'cloud-metadata'],
  ['192.0.0.192/32', 'cloud-metadata'],
  ['0.0.0.0/8', 'this-network'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'shared'],
  ['127.0.0.0/8', 'loopback'],
  ['169.254.0.0/16', 'link-local'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'special-purpose'],
  ['192.0.2.0/24', 'documentation'],
  ['192.31.196.0/24', 'special-purpose'],
  ['192.52.193.0/24', 'special-purpose'],
  ['192.88.99.0/24', 'transition'],
  ['192.168.0.0/16', 'private'],
  ['192.175.48.0/24', 'special-purpose'],
  ['198.18.0.0/15', 'benchmark'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['255.255.255.255/32', 'broadcast'],
  ['240.0.0.0/4', 'reserved'],
]

/** Everything outside 2000::/3 is refused anyway: those blocks are listed only to name the rule. */
const ipv6Blocks: readonly Block[] = [
  ['::/128', 'unspecified'],
  ['::1/128', 'loopback'],
  ['::/96', 'transition'],
  ['64:ff9b::/96', 'transition'],
  ['64:ff9b:1::/48', 'transition'],
  ['100::/64', 'special-purpose'],
  ['100:0:0:1::/64', 'special-purpose'],
  ['2001::/32', 'transition'],
  ['2001:2::/48', 'benchmark'],
  ['2001::/23', 'special-purpose'],
  ['2001:db8::/32', 'documentation'],
  ['2002::/16', 'transition'],
  ['2620:4f:8000::/48', 'special-purpose'],
  ['3fff::/20', 'documentation'],
  ['5f00::/16', 'special-purpose'],
  ['fd00:ec2::23/128', 'cloud-metadata'],
  ['fd00:ec2::254/128', 'cloud-metadata'],
  ['fd20:ce::254/128', 'cloud-metadata'],
  ['fc00::/7', 'private'],
  ['fe80::/10', 'link-local'],
  ['fec0::/10', 'site-local'],
  ['ff00::/8', 'multicast'],
]

const ipv4Ranges = ipv4Blocks.map(([range, rule]) => ({ range: ipaddr.IPv4.parseCIDR(range), rule }))
const ipv6Ranges = ipv6Blocks.map(([range, rule]) => ({ range: ipaddr.IPv6.parseCIDR(range), rule }))
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
const ipv4Mapped = ipaddr.IPv6.parseCIDR('::ffff:0:0/96')

/**
 * Judges one resolved address in its plain spelling: four decimal parts, or IPv6 without a zone. Other spellings
 * belong to URLs, whose parser normalizes them; here they are malformed.
 *
 * IPv4 is public outside the special-purpose list; IPv6 only inside 2000::/3 and outside every block that stands for
 * something else. Addresses that carry an IPv4 address (NAT64, 6to4, Teredo, ISATAP, compatible) are refused whole.
 */
export function judgeAddress(address: string): AddressVerdict {
  if (isIPv4(address)) return judgeIpv4(ipaddr.IPv4.parse(address))
  if (!isIPv6(address)) return refused('malformed')
  if (address.includes('%')) return refused('zone-id')
  const parsed = ipaddr.IPv6.parse(inHexadecimal(address))
  if (parsed.match(ipv4Mapped)) return judgeIpv4(parsed.toIPv4Address())
  const block = ipv6Ranges.find(({ range }) => parsed.match(range))
  if (block !== undefined) return refused(block.rule)
  if (!parsed.match(globalUnicast)) return refused('outside-global-unicast')
  return isIsatap(parsed.toByteArray()) ? refused('transition') : open(parsed.toRFC5952String())
}

/** Whether two texts spell one address, which an IPv4-mapped one does with the IPv4 address inside. */
export function isSameAddress(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => {
    if (isIPv4(text)) return text
    return isIPv6(text) ? ipaddr.process(inHexadecimal(text)).toString() : undefined
  })
  return first !== undefined && first === second
}

/** ipaddr.js reads `::8.8.8.8` as if it were mapped (`::ffff:8.8.8.8`), so it is never shown a dotted tail. */
function inHexadecimal(address: string): string {
  const tailAt = address.lastIndexOf(':') + 1
  const tail = address.slice(tailAt)
  if (!isIPv4(tail)) return address
  const [a = 0, b = 0, c = 0, d = 0] = tail.split('.').map(Number)
  return `${address.slice(0, tailAt)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}

function judgeIpv4(address: ipaddr.IPv4): AddressVerdict {
  const block = ipv4Ranges.find(({ range }) => address.match(range))
  return block === undefined ? open(address.toString()) : refused(block.rule)
}

/** ISATAP interfaces are `[02]00:5efe` and an IPv4 address, under any prefix. @see RFC 5214, section 6.1 */
function isIsatap(bytes: readonly number[]): boolean {
  const [first = 0, second, third, fourth] = bytes.slice(8, 12)
  return (first & 0xfd) === 0 && second === 0 && third === 0x5e && fourth === 0xfe
}

const refused = (rule: AddressRule): AddressVerdict => ({ public: false, rule })
const open = (address: string): AddressVerdict => ({ public: true, address })
