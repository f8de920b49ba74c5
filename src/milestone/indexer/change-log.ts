/** The inverses of changes in the order in which these were made; `revert` applies them from the last to the first. */
export type Changes = (() => void)[]

/**
 * The only way to change the read model. While a recording is open, the inverse of every change is recorded. A revert
 * goes through the log as well, so that it can itself be recorded and reverted.
 */
export type ChangeLog = ReturnType<typeof createChangeLog>

export function createChangeLog() {
  let recording: Changes | undefined

  const insert = (array: unknown[], index: number, item: unknown) => {
    recording?.push(() => remove(array, index))
    if (index === array.length) array.push(item)
    else array.splice(index, 0, item)
  }
  const remove = (array: unknown[], index: number) => {
    const item = array[index]
    recording?.push(() => insert(array, index, item))
    if (index === array.length - 1) array.pop()
    else array.splice(index, 1)
  }
  const set = (object: object, key: PropertyKey, value: unknown) => {
    const previous: unknown = Reflect.get(object, key)
    if (previous === value) return
    recording?.push(() => set(object, key, previous))
    Reflect.set(object, key, value)
  }
  const mapSet = (map: Map<unknown, unknown>, key: unknown, value: unknown) => {
    if (recording !== undefined) {
      const previous = map.get(key)
      recording.push(map.has(key) ? () => mapSet(map, key, previous) : () => mapDelete(map, key))
    }
    map.set(key, value)
  }
  const mapDelete = (map: Map<unknown, unknown>, key: unknown) => {
    if (!map.has(key)) return
    const previous = map.get(key)
    recording?.push(() => mapSet(map, key, previous))
    map.delete(key)
  }
  return {
    /** Records changes in `recording` from now on; undefined records nothing, for blocks too old to be undone. */
    recordInto: (next: Changes | undefined) => {
      recording = next
    },
    set,
    /** Sets several members. */
    assign: <T extends object>(object: T, values: Partial<T>) => {
      for (const [key, value] of Object.entries(values)) set(object, key, value)
    },
    push: <T>(array: T[], item: T) => insert(array, array.length, item),
    insert,
    remove,
    mapSet,
    /** A revert puts the key last: only for maps whose order does not matter. */
    mapDelete,
    /** Reverts `changes`, which must be the newest ones not reverted yet. */
    revert: (changes: Changes) => {
      for (const undo of changes.toReversed()) undo()
    },
  }
}
