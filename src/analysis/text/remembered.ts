const entriesMax = 4_096

/** Caches a function of short texts: many topics on many pages read the same lines and words. */
export function remembered<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const fresh = read(text)
    if (known.size === entriesMax) known.clear()
    known.set(text, fresh)
    return fresh
  }
}
