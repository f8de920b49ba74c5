/** Makes a value for each key once. */
export function oncePerKey<Key, Value>(): (key: Key, make: () => Value) => Value {
  const made = new Map<Key, Value>()
  return (key, make) => {
    if (!made.has(key)) made.set(key, make())
    return made.get(key) as Value
  }
}
