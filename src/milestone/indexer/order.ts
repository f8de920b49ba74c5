import type { Position } from './state.ts'

/** Negative when `a` came first on the chain. */
export function comparePositions(a: Position, b: Position): number {
  return a.blockNumber - b.blockNumber || a.logIndex - b.logIndex
}

/** How many items of `items`, sorted by position, come before `position`. */
export function countBefore<T>(
  items: readonly T[],
  position: Position,
  positionOf: (item: T) => Position,
): number {
  return countLeading(items, (item) => comparePositions(positionOf(item), position) < 0)
}

/** How many items satisfy `test`, which must hold for the first ones only; a binary search. */
export function countLeading<T>(items: readonly T[], test: (item: T) => boolean): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const item = items[middle]
    if (item !== undefined && test(item)) low = middle + 1
    else high = middle
  }
  return low
}
