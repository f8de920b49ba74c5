import { placeOf } from './request-rules.ts'

/**
 * Requests that the proxy may forward. Permitted one by one beforehand, as the proxy cannot read an encrypted tunnel.
 */
export interface Permits {
  tunnel(target: URL): boolean
  plain(target: URL): boolean
}

export interface PermitBook extends Permits {
  /** Permits one URL; for https the proxy compares only host and port. */
  add(url: URL): void
}

export function createPermits(): PermitBook {
  const places = new Set<string>()
  const urls = new Set<string>()
  return {
    add: (url) => {
      if (url.protocol === 'https:') places.add(placeOf(url))
      else urls.add(withoutFragment(url))
    },
    tunnel: (target) => places.has(placeOf(target)),
    plain: (target) => urls.has(withoutFragment(target)),
  }
}

function withoutFragment(url: URL): string {
  const bare = new URL(url)
  bare.hash = ''
  return bare.href
}
