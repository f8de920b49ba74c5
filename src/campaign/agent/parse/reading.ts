import type { Item } from './find-phrases.ts'
import groups from './kind-groups.json'

/** One value that an instruction gives to a parameter, in the order of the brief. */
export interface Setting {
  /** Of the parameter, such as `controls.placement`; of a line of copy and of a format its own. */
  path: string
  value: string | number
  /** Gives way to any other value of the parameter. */
  isWeak?: boolean
  /** Of a format: excludes those asked for before. */
  isOnly?: boolean
}

/** A brief while it is read: passes mark items as used and add what they mean. */
export interface Reading {
  text: string
  items: Item[]
  settings: Setting[]
  unrecognized: { start: number; end: number }[]
  warnings: string[]
}

const skipMax = 12

export const isOf = (group: readonly string[], item: Item | undefined) =>
  item !== undefined && group.includes(item.kind)
/** Whether the item belongs to the scene, as far as is known. */
export const isScene = (item: Item | undefined) => isOf(groups.scene, item)
export const isAttribute = (item: Item | undefined) => isOf(groups.attributes, item)
/** Whether the item ends a part of a sentence; past the ends of the brief it does. */
export const isBoundary = (item: Item | undefined) => item === undefined || isOf(groups.boundaries, item)

/** The index of the next item from `at` in the direction of `step` that is not of the group, at most 12 items away. */
export function skip(items: readonly Item[], at: number, step: 1 | -1, group: readonly string[]): number {
  let next = at
  for (let count = 0; count < skipMax && isOf(group, items[next]); count++) next += step
  return next
}

/** What the number or place at an index is a measure of: the noun before it, else that after a number. */
export function nounBeside(items: readonly Item[], at: number): Item | undefined {
  const before = items[skip(items, at - 1, -1, groups.beforeNumber)]
  if (before?.kind === 'noun' && items[at - 1]?.value !== ',') return before
  const after = items[skip(items, at + 1, 1, groups.afterNumber)]
  return after?.kind === 'noun' && items[at]?.kind !== 'place' ? after : undefined
}

/** Marks the items from an index up to an end in the text. */
export function markUsed(items: readonly Item[], from: number, end: number): void {
  for (let at = from; ; at++) {
    const item = items[at]
    if (item === undefined || item.start >= end) return
    item.kind = 'used'
  }
}
