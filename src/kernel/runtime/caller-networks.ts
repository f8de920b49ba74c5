/**
 * The name under which a caller is counted, made of hashes of the caller's networks: of one IPv4 address, or of an
 * IPv6 network of 48 bits and of the network of 64 bits in it.
 */

const ipv6Prefix = 'v6:'

/** `hashes` are those of the caller's networks, the wider one first. */
export function callerName(hashes: readonly string[]): string {
  return hashes.length === 1 ? hashes.join() : `${ipv6Prefix}${hashes.join(':')}`
}

/** The caller for the whole IPv6 /48 network of a caller; undefined for callers without IPv6. */
export function widerCallerOf(caller: string): string | undefined {
  return caller.startsWith(ipv6Prefix) ? caller.slice(0, caller.lastIndexOf(':')) : undefined
}

/** An IPv6 network of 48 bits may have this many times what one of 64 bits may, of which it holds 65,536. */
export const widerQuotaFactor = 8

/** Under what a caller is counted when it may have `most` of something, and how many each of these may have. */
export function countedAs(
  caller: string,
  most: number,
  widerFactor = widerQuotaFactor,
): readonly (readonly [name: string, most: number])[] {
  const network = widerCallerOf(caller)
  const own = [caller, most] as const
  return network === undefined ? [own] : [own, [network, widerFactor * most]]
}
