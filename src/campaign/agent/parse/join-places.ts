import type { Item } from './find-phrases.ts'
import groups from './kind-groups.json'
import { skip } from './reading.ts'

/** Joins `bottom` and `left` to one place, with the words between them; `last` is the index of the last of them. */
export function joinPlaces(items: readonly Item[], at: number): { place: string; last: number } {
  let place = items[at]?.value ?? ''
  let last = at
  for (;;) {
    const next = skip(items, last + 1, 1, groups.betweenPlaces)
    const item = items[next]
    const joined = item?.kind === 'place' ? cornerOf(place, item.value) : undefined
    if (joined === undefined) break
    place = joined
    last = next
  }
  return { place, last: items[last + 1]?.kind === 'placeNoun' ? last + 1 : last }
}

/** Of a height and a side their corner; undefined for two places that exclude each other. */
export function cornerOf(one: string, other: string): string | undefined {
  const parts = [...one.split('-'), ...other.split('-')].filter((part) => part !== 'center')
  const heights = new Set(parts.filter((part) => part === 'top' || part === 'bottom'))
  const sides = new Set(parts.filter((part) => part === 'left' || part === 'right'))
  if (heights.size > 1 || sides.size > 1 || parts.includes('auto')) return undefined
  return [...heights, ...sides].join('-') || 'center'
}
