import { isIPv4, isIPv6 } from 'node:net'
import { Type } from '@sinclair/typebox'
import ipaddr from 'ipaddr.js'
import { checkedData } from '../runtime/checked-data.ts'
import blocks from './address-blocks.json'

/**
 * `address` is canonical (RFC 5952 for IPv6); an IPv4-mapped one becomes the IPv4 address inside. `rule` says why it is not
 * public.
 */
export type AddressVerdict = { public: true; address: string } | { public: false; rule: string }

const Blocks = Type.Array(Type.Tuple([Type.String(), Type.String()]))
/**
 * Ranges with the rule by which they are refused; the first match decides. The IANA IPv4 special-purpose registry and the
 * metadata addresses of clouds. Of IPv6 everything outside 2000::/3 is refused anyway: those blocks only name the rule.
 */
const { ipv4, ipv6 } = checkedData(Type.Object({ ipv4: Blocks, ipv6: Blocks }), blocks, 'address-blocks.json')
const ipv4Ranges = ipv4.map(([range, rule]) => ({ range: ipaddr.IPv4.parseCIDR(range), rule }))
const ipv6Ranges = ipv6.map(([range, rule]) => ({ range: ipaddr.IPv6.parseCIDR(range), rule }))
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

const refused = (rule: string): AddressVerdict => ({ public: false, rule })
const open = (address: string): AddressVerdict => ({ public: true, address })
