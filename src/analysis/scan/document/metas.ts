import type { Evidence } from './evidence.ts'
import { attributeEvidence } from './evidence.ts'
import { oncePerPage } from './once-per-page.ts'
import type { Page } from './page.ts'

export interface Meta {
  /** Lower case, of `name`, `property`, `itemprop` or `http-equiv`. */
  name: string
  content: string
  element: Element
}

const metasMax = 400

export const metasOf = oncePerPage((page) => readMetas(page.all('meta')))

export function readMetas(elements: readonly Element[]): readonly Meta[] {
  const metas: Meta[] = []
  for (const element of elements) {
    if (metas.length >= metasMax) break
    const content = element.getAttribute('content')?.trim() ?? ''
    if (content === '') continue
    for (const attribute of ['name', 'property', 'itemprop', 'http-equiv']) {
      const name = element.getAttribute(attribute)
      if (name !== null) metas.push({ name: name.trim().toLowerCase(), content, element })
    }
  }
  return metas
}

export function metaOf(page: Page, name: string): Meta | undefined {
  return metasOf(page).find((meta) => meta.name === name)
}

export function metaEvidence(page: Page, meta: Meta): Evidence | undefined {
  const openGraph = meta.name.startsWith('og:') || meta.name.startsWith('twitter:')
  return attributeEvidence(page, openGraph ? 'open-graph' : 'meta', meta.element, 'content')
}

/** The metas of these names, in the order of the names. */
export function metasNamed(page: Page, ...names: readonly string[]): readonly Meta[] {
  return names.flatMap((name) => metasOf(page).filter((meta) => meta.name === name))
}
