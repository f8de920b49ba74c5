import { readBase } from '../../document/links.ts'
import type { Page } from '../../document/page.ts'

const addressMax = 500

/** The web URL of a file referenced by a page; undefined for data URLs and invalid ones. */
export function fileAddress(page: Page, written: string): string | undefined {
  const plain = written.trim()
  if (!/[./]/.test(plain) || plain.length > addressMax) return undefined
  const url = URL.parse(plain, readBase(page.all('base'), new URL(page.url)))
  if (url === null || !/^https?:$/.test(url.protocol) || url.href.length > addressMax) return undefined
  url.hash = ''
  return url.href
}
