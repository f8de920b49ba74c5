import { readBase } from '../../document/links.ts'
import type { Page } from '../../document/page.ts'

const addressMax = 500

/** The web address of a file that a page names; undefined for data inside the page and for what is no address. */
export function fileAddress(page: Page, written: string): string | undefined {
  const plain = written.trim()
  if (!/[./]/.test(plain) || plain.length > addressMax) return undefined
  const url = URL.parse(plain, readBase(page.all('base'), new URL(page.url)))
  if (url === null || !/^https?:$/.test(url.protocol) || url.href.length > addressMax) return undefined
  url.hash = ''
  return url.href
}
