import { is } from './rules.ts'
import type { Item } from './tokenize.ts'

/**
 * Makes a quotation behind a word ("our candle 'Cedar Nine', 60 hours") a name in its sentence, where the brief names another
 * one behind it as the headline.
 */
export function quotedNames(items: readonly Item[]): Item[] {
  const headline = items.findIndex(
    (item, at) => is(item, 'copyCue') && item.value === 'headline' && quotationAt(items, at) !== undefined,
  )
  if (headline < 0) return [...items]
  return items.map((item, at) => {
    const isName =
      at < headline && is(item, 'quotes') && is(items[at - 1], 'scene') && is(items[at + 1], 'behindName')
    return isName ? { ...item, kind: 'word' } : item
  })
}

/** The quotation behind a name of copy: `Headline: "..."`. */
function quotationAt(items: readonly Item[], at: number): Item | undefined {
  const next = items.slice(at + 1, at + 4).find((item) => !is(item, 'betweenCueAndQuote'))
  return is(next, 'quotes') ? next : undefined
}
