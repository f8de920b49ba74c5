import { nearest } from './dom-tree.ts'
import type { Page } from './page.ts'
import { pageKind } from './page-kind.ts'

const itemsMin = 2

/**
 * Returns a check for elements in one of several `<article>` elements (offers, posts), whose statements are about the
 * item. On pages about the company itself articles are only layout.
 */
export function listedElements(page: Page): (element: Element) => boolean {
  const kind = pageKind(page)
  const own = kind === 'contact' || kind === 'team' || kind === 'about' || kind === 'imprint'
  const articles = own ? 0 : page.all('article').length
  return articles < itemsMin ? () => false : (element) => nearest(element, 'article') !== null
}
