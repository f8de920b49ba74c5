import { nearest } from './dom-tree.ts'
import type { Page } from './page.ts'
import { pageKind } from './page-kind.ts'

const itemsMin = 2

/**
 * Tells whether an element stands in one of several `<article>` elements, as offers and posts do: what is said there
 * is about the item. On pages about the company itself articles are only a way to arrange it.
 */
export function listedElements(page: Page): (element: Element) => boolean {
  const kind = pageKind(page)
  const own = kind === 'contact' || kind === 'team' || kind === 'about' || kind === 'imprint'
  const articles = own ? 0 : page.all('article').length
  return articles < itemsMin ? () => false : (element) => nearest(element, 'article') !== null
}
