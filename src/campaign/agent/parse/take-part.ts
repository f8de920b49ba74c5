import groups from './kind-groups.json'
import { isBoundary, isOf, markUsed, type Reading, skip } from './reading.ts'

/** Whether a part of a sentence begins as an instruction does, and not with a word of the scene. */
export function isInstruction({ items }: Reading, partStart: number): boolean {
  return isOf(groups.instructing, items[skip(items, partStart, 1, groups.beforeInstruction)])
}

/** Leaves a part of a sentence, from a place to its end, to the caller as it is written. */
export function takePart({ items, unrecognized }: Reading, from: number): void {
  let to = from
  while (!isBoundary(items[to])) to += 1
  const start = items[from]?.start ?? 0
  const end = items[to - 1]?.end ?? start
  markUsed(items, from, end)
  unrecognized.push({ start, end })
}
