import type { Page } from './page.ts'

/** Caches the result of `read` for the lifetime of a page, line or element. */
export function oncePer<K extends object, T extends object | string | boolean>(
  read: (key: K) => T,
): (key: K) => T {
  const known = new WeakMap<K, T>()
  return (key) => {
    const before = known.get(key)
    if (before !== undefined) return before
    const fresh = read(key)
    known.set(key, fresh)
    return fresh
  }
}

export const oncePerPage = <T extends object | string>(read: (page: Page) => T) => oncePer(read)
