/** Index of the first item that matches, by binary search: all items after it match too. The length without one. */
export function firstFrom<T>(items: readonly T[], matches: (item: T) => boolean): number {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const item = items[middle]
    if (item !== undefined && matches(item)) high = middle
    else low = middle + 1
  }
  return low
}
