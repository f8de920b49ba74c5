import type { Page } from './page.ts'

/** Caches the result of `read` for the lifetime of a page. */
export function oncePerPage<T extends object | string>(read: (page: Page) => T): (page: Page) => T {
  const known = new WeakMap<Page, T>()
  return (page) => {
    const before = known.get(page)
    if (before !== undefined) return before
    const fresh = read(page)
    known.set(page, fresh)
    return fresh
  }
}
