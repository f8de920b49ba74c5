import { getDomain } from 'tldts'

/**
 * Identifies the site of a URL: the registrable domain, with private suffixes such as `github.io`, else the whole host
 * (addresses, `localhost`, public suffixes).
 */
export function siteOf({ hostname }: URL): string {
  const host = hostname.replace(/\.$/, '')
  return getDomain(host, { allowPrivateDomains: true }) ?? host
}

export function isSameSite(a: URL, b: URL): boolean {
  return siteOf(a) === siteOf(b)
}
