import type { Tool } from './tool.ts'
import words from './words.json' with { type: 'json' }

interface Place {
  tool: Tool
  /** Prefix of the path, one entry per segment; `*` matches any one segment. */
  path: readonly string[]
  /** Only a customer’s subdomain counts, not the host itself. */
  subdomain: boolean
}

/** Finds the tool of a URL by the labels of its host and the prefix of its path. */
export type AddressFinder = (address: string) => Tool | undefined

/** Subdomains of the tools' own pages, not of customers. */
const ownSubdomains = new Set(words.ownSubdomains)
const ownPaths = new Set(words.ownPaths)

/** Country domains common among international services. */
const { countryDomains } = words

/**
 * For URLs that a page loads from (`loads`), or links to: not the own pages of a tool, which do not show its use
 * (`links`), or only those that contain the site's own name (`ownLinks`).
 */
export function createAddressFinder(
  tools: readonly Tool[],
  member: 'loads' | 'links' | 'ownLinks',
): AddressFinder {
  const entries = tools.flatMap((tool) => (tool[member] ?? []).map((address) => ({ tool, address })))
  const places = new Map<string, Place[]>()
  for (const { tool, address } of entries) {
    const subdomain = address.startsWith('*.')
    const [written = '', ...path] = (subdomain ? address.slice(2) : address).split('/')
    const hosts = written.endsWith('.*') ? countryDomains.map((one) => written.slice(0, -1) + one) : [written]
    for (const host of hosts) places.set(host, [...(places.get(host) ?? []), { tool, path, subdomain }])
  }
  // More specific places are compared first.
  for (const known of places.values()) known.sort((one, other) => other.path.length - one.path.length)
  return (address) => {
    const url = URL.parse(address)
    if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined
    if (placeholderId.test(url.pathname + url.search)) return undefined
    const labels = url.hostname.split('.')
    if (labels.length > labelsMax) return undefined
    const segments = `${url.pathname.slice(1)}${url.search}`.slice(0, pathCharsMax).split('/')
    for (let at = 0; at < labels.length - 1; at++) {
      for (const place of places.get(labels.slice(at).join('.')) ?? []) {
        if (fits(place, labels.slice(0, at), segments)) return place.tool
      }
    }
    return undefined
  }
}

/** The account of a copied example, as in `id=G-XXXXXXXXXX` and `/f/xxxxxxx`. */
const placeholderId = /[=/-]x{4}/i
const labelsMax = 20
const pathCharsMax = 500

function fits(place: Place, before: readonly string[], segments: readonly string[]): boolean {
  const customer = before.at(-1) ?? ''
  if (place.subdomain && (customer === '' || ownSubdomains.has(customer))) return false
  return place.path.every((part, at) => {
    const segment = segments[at] ?? ''
    const isHandle = at === 0 && place.path.length === 1
    if (part === '*') return segment !== '' && !(isHandle && ownPaths.has(segment.split('?', 1)[0] ?? ''))
    if (part.endsWith('*')) return segment.startsWith(part.slice(0, -1))
    const isLast = at === place.path.length - 1
    return isLast && part.includes('?') ? segment.startsWith(part) : segment.split('?', 1)[0] === part
  })
}
