import { getDomain } from 'tldts'

/**
 * The name that says whose site a URL is: the registrable domain, where `foo.github.io` is a site of its own, else the
 * whole host (addresses, `localhost`, public suffixes themselves).
 */
export function siteOf({ hostname }: URL): string {
  const host = hostname.replace(/\.$/, '')
  return getDomain(host, { allowPrivateDomains: true }) ?? host
}

export function isSameSite(a: URL, b: URL): boolean {
  return siteOf(a) === siteOf(b)
}
