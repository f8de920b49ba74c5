/** Maps `items` with at most `atOnce` calls under way, none after a failure; the answers keep the order of the items. */
export async function inOrder<T, R>(
  items: readonly T[],
  atOnce: number,
  map: (item: T) => Promise<R>,
): Promise<R[]> {
  const results = new Map<number, R>()
  const queue = items.entries()
  let failed = false
  const work = async () => {
    for (const [index, item] of queue) {
      if (failed) return
      try {
        results.set(index, await map(item))
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work))
  return [...results].sort(([a], [b]) => a - b).map(([, result]) => result)
}
