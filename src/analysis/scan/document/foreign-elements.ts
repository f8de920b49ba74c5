import { ancestors } from './dom-tree.ts'
import { oncePerPage } from './once-per-page.ts'
import type { Page } from './page.ts'
import { isQuoted, sectionsOf } from './sections.ts'

const climbMax = 4

/** Returns a check for elements in a block about another party, or after words that introduce one. */
export const foreignElements = oncePerPage(readForeignElements)

function readForeignElements(page: Page): (element: Element) => boolean {
  const isNone = [...sectionsOf(page).values()].every(
    ({ foreignFrom }) => foreignFrom === Number.POSITIVE_INFINITY,
  )
  if (isNone) return isQuoted
  const blocks = new Set<Element>()
  const inline = new Map<Element, boolean>()
  for (const [line, section] of sectionsOf(page)) {
    for (const { run, at } of line.pieces)
      if (!inline.has(run.element)) inline.set(run.element, at >= section.foreignFrom)
    if (section.foreign) blocks.add(line.block.block)
  }
  return (element) => {
    if (inline.get(element) === true || isQuoted(element)) return true
    return !inline.has(element) && ancestors(element, climbMax).some((at) => blocks.has(at))
  }
}
