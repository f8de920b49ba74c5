import { createHmac } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { callerName } from '../runtime/caller-networks.ts'
import type { Connections } from './connections.ts'

/** Distinguishes callers without storing their addresses. */
export type Callers = ReturnType<typeof createCallers>

type Network = ReturnType<typeof ipaddr.parseCIDR>

/** Longest `X-Forwarded-For` that is read, in addresses; no chain of proxies is longer. */
const forwardedMax = 20

/**
 * `trustedProxies` are addresses or networks in CIDR notation. Only when the peer is one of them does
 * `X-Forwarded-For` count, read from its end to the first address that is not a trusted proxy.
 */
export function createCallers(options: {
  connections: Pick<Connections, 'addressOf'>
  trustedProxies: readonly string[]
  secret: string
}) {
  const networks = options.trustedProxies.map(parseNetwork)
  const isTrusted = (address: string) => networks.length > 0 && isInside(address, networks)
  const hashOf = (address: string) => {
    const hashes = callerNetworks(address).map((network) =>
      createHmac('sha256', options.secret).update(network).digest('base64url'),
    )
    return callerName(hashes)
  }
  return {
    /**
     * A keyed hash of the caller's address: the same for one IPv4 address, or for one IPv6 network of 64 bits. For IPv6
     * the hash of its network of 48 bits precedes it: see `runtime/caller-networks.ts`.
     */
    of(request: Request) {
      const peer = options.connections.addressOf(request) ?? 'unknown'
      const address = isTrusted(peer)
        ? forwardedAddress(peer, request.headers.get('x-forwarded-for') ?? '', isTrusted)
        : peer
      return hashOf(address)
    },
  }
}

function parseNetwork(text: string): Network {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

function forwardedAddress(peer: string, header: string, isTrusted: (address: string) => boolean): string {
  const chain = header
    .split(',')
    .slice(-forwardedMax)
    .map((part) => part.trim())
  let known = peer
  for (const part of chain.reverse()) {
    const address = withoutPort(part)
    // Proxies write addresses only: behind anything else, the peer that sent it is the last known address.
    if (!ipaddr.isValid(address)) return known
    known = address
    if (!isTrusted(address)) return known
  }
  return known
}

/** Some proxies write the port too: `198.51.100.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(part: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]{1,45})\](?::\d{1,5})?|([\d.]{7,15}):\d{1,5})$/.exec(part) ?? []
  return bracketed ?? plain ?? part
}

function isInside(address: string, networks: readonly Network[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return networks.some(([network, bits]) => {
    if (parsed.kind() !== network.kind()) return false
    return parsed.match([network, bits])
  })
}

/** One host controls 64 bits of an IPv6 address, and one site is given 48. The wider network comes first. */
function callerNetworks(address: string): string[] {
  if (!ipaddr.isValid(address)) return [address]
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return [parsed.toString()]
  const bytes = parsed.toByteArray()
  return [bytes.slice(0, 6).join('.'), bytes.slice(0, 8).join('.')]
}
