import type { Item } from './find-phrases.ts'
import groups from './kind-groups.json'

/** One value that an instruction gives to a parameter, in the order of the brief. */
export interface Setting {
  /** Of the parameter, such as `controls.placement`; of a line of copy and of a format its own. */
  path: string
  value: string | number
  /** Overridden by any other value of the parameter. */
  isWeak?: boolean
  /** Of a format: excludes those requested before. */
  isOnly?: boolean
}

/** State of parsing a brief: passes mark items as used and add their settings. */
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
/** Whether the item belongs to the scene, as far as known. */
export const isScene = (item: Item | undefined) => isOf(groups.scene, item)
export const isAttribute = (item: Item | undefined) => isOf(groups.attributes, item)
/** Whether the item, or an end of the brief, ends a part of a sentence. */
export const isBoundary = (item: Item | undefined) => item === undefined || isOf(groups.boundaries, item)

/** The index of the next item from `at` in the direction of `step` that is not of the group, at most 12 items away. */
export function skip(items: readonly Item[], at: number, step: 1 | -1, group: readonly string[]): number {
  let next = at
  for (let count = 0; count < skipMax && isOf(group, items[next]); count++) next += step
  return next
}

/** The noun that a number or place belongs to: the one before it, or after a number. */
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

/** Whether a part of a sentence begins like an instruction, not with a scene word. */
export function isInstruction({ items }: Reading, partStart: number): boolean {
  return isOf(groups.instructing, items[skip(items, partStart, 1, groups.beforeInstruction)])
}

/** Reports the rest of a part of a sentence as unrecognized, verbatim. */
export function takePart({ items, unrecognized }: Reading, from: number): void {
  let to = from
  while (!isBoundary(items[to])) to += 1
  const start = items[from]?.start ?? 0
  const end = items[to - 1]?.end ?? start
  markUsed(items, from, end)
  unrecognized.push({ start, end })
}
