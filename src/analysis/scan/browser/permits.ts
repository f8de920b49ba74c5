import { placeOf } from './request-rules.ts'

/** What the proxy lets out: only what was let through one by one before, as it cannot see into a tunnel. */
export interface Permits {
  tunnel(target: URL): boolean
  plain(target: URL): boolean
}

export interface PermitBook extends Permits {
  /** Lets this very URL out; of an encrypted one the proxy will see no more than its host and port. */
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
