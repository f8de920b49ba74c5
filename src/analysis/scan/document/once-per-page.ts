import type { Page } from './page.ts'

/** What many topics need of a page, read once and kept as long as the page. */
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
