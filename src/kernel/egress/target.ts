import { isIP, isIPv6 } from 'node:net'
import { judgeAddress } from './address.ts'
import { EgressRefused } from './refused.ts'

/** Allows one origin, such as `http://name:port`, at one address, which may be private. */
export interface EgressException {
  origin: string
  address: string
}

export interface EgressPolicy {
  /** Ports allowed on any host: 80, 443 and those that the operator adds. */
  ports: readonly number[]
  exceptions: readonly EgressException[]
}

/** Destination of a URL, as far as it is known without DNS. */
export interface Target {
  /** Normal form: no fragment, no trailing dot, the name in punycode. */
  url: URL
  /** A name, or an address without brackets. */
  host: string
  port: number
  /** Known without DNS: from a public literal, or from an exception. */
  address: string | undefined
  exception: boolean
}

const urlCharactersMax = 8_192
const nameCharactersMax = 253

/** Top-level names that cannot be registered, and with them all names below. @see RFC 6761, 6762, 7686, 9476; ICANN's blocked names */
const reservedTopNames: ReadonlySet<string> = new Set(
  `localhost local localdomain internal test example invalid onion arpa alt home lan corp mail intranet private`.split(
    ' ',
  ),
)

const label = /^[a-z0-9_-]{1,63}$/
const numericLabel = /^(?:\d+|0x[0-9a-f]*)$/

/**
 * Parses as browsers do (WHATWG) and judges everything that needs no DNS.
 * @throws EgressRefused `invalid_url` for anything but a URL of the public web, `not_allowed` for one that leads elsewhere
 */
export function parseTarget(text: string, policy: EgressPolicy): Target {
  if (text.length > urlCharactersMax) throw new EgressRefused('invalid_url', 'url-too-long')
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined) throw new EgressRefused('invalid_url', 'url-malformed')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new EgressRefused('invalid_url', 'scheme', { scheme: url.protocol.slice(0, 32) })
  }
  if (url.username !== '' || url.password !== '') throw new EgressRefused('invalid_url', 'credentials')
  url.hash = ''
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)

  const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname
  const port = portOf(url)
  const exception = policy.exceptions.find(({ origin }) => new URL(origin).origin === url.origin)
  if (exception !== undefined) return { url, host, port, address: exception.address, exception: true }
  if (!policy.ports.includes(port)) throw new EgressRefused('invalid_url', 'port', { host, port })

  if (isIP(host) !== 0) return { url, host, port, address: publicAddress(host), exception: false }
  judgeName(host)
  return { url, host, port, address: undefined, exception: false }
}

/** The target of a host and a port, as a proxy receives them. */
export function hostTarget(host: string, port: number, policy: EgressPolicy): Target {
  const bare = host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host
  const name = isIPv6(bare) ? `[${bare}]` : bare
  if (/[\s/\\?#@:]/.test(name.startsWith('[') ? '' : name) || !Number.isInteger(port)) {
    throw new EgressRefused('invalid_url', 'host-malformed')
  }
  // The scheme is unknown here, so an exception of either one matches.
  const schemes = ['http', 'https'] as const
  const origins = policy.exceptions.map(({ origin }) => new URL(origin))
  const scheme = schemes.find((each) =>
    origins.some(
      (origin) => origin.protocol === `${each}:` && portOf(origin) === port && isHost(origin, name),
    ),
  )
  return parseTarget(`${scheme ?? 'http'}://${name}:${port}/`, policy)
}

/** The address in its canonical form. @throws EgressRefused `not_allowed` with the address rule when it is not public */
export function publicAddress(address: string): string {
  const verdict = judgeAddress(address)
  if (verdict.public) return verdict.address
  throw new EgressRefused('not_allowed', `address:${verdict.rule}`, { address: address.slice(0, 64) })
}

function judgeName(host: string) {
  const labels = host.split('.')
  const last = labels.at(-1) ?? ''
  if (
    host.length > nameCharactersMax ||
    !labels.every((each) => label.test(each)) ||
    numericLabel.test(last)
  ) {
    throw new EgressRefused('invalid_url', 'host-malformed')
  }
  if (reservedTopNames.has(last)) throw new EgressRefused('not_allowed', 'reserved-name', { host })
  if (labels.length === 1) throw new EgressRefused('not_allowed', 'single-label', { host })
}

/** The port of a URL, or the usual one of http or https. */
export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port)
  return url.protocol === 'https:' ? 443 : 80
}

function isHost(origin: URL, name: string): boolean {
  return URL.canParse(`http://${name}/`) && new URL(`http://${name}/`).hostname === origin.hostname
}
