const entriesMax = 8_192
const charsMax = 200

/** Caches a function for short texts: many topics on many pages read the same lines and words. */
export function remembered<T>(read: (text: string) => T): (text: string) => T {
  // In objects, as most texts are read as undefined.
  const known = new Map<string, { result: T }>()
  return (text) => {
    if (text.length > charsMax) return read(text)
    const before = known.get(text)
    if (before !== undefined) return before.result
    const result = read(text)
    if (known.size === entriesMax) known.clear()
    known.set(text, { result })
    return result
  }
}

/** Caches the result of `read` for the lifetime of a page, line or element. */
export function oncePer<K extends object, T extends object | string | number | boolean>(
  read: (key: K) => T,
): (key: K) => T {
  const known = new WeakMap<K, T>()
  return (key) => {
    const before = known.get(key)
    if (before !== undefined) return before
    const fresh = read(key)
    known.set(key, fresh)
    return fresh
  }
}
