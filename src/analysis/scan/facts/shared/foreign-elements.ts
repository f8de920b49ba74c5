import type { Page } from '../../page.ts'
import { isQuoted, sectionsOf } from './sections.ts'

const climbMax = 4

/** Tells whether an element stands in a block that speaks of somebody else than the company. */
export function foreignElements(page: Page): (element: Element) => boolean {
  const blocks = new Set<Element>()
  const inline = new Map<Element, boolean>()
  for (const [line, section] of sectionsOf(page)) {
    for (const { run } of line.pieces) inline.set(run.element, section.foreign)
    if (section.foreign) blocks.add(line.block.block)
  }
  return (element) => {
    const known = inline.get(element)
    if (known !== undefined) return known
    if (isQuoted(element)) return true
    let at: Element | null = element
    for (let step = 0; step < climbMax && at !== null; step++, at = at.parentElement)
      if (blocks.has(at)) return true
    return false
  }
}
