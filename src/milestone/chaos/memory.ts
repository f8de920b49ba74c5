import type { FaultMemory } from './fault.ts'

const notesMax = 16
const noteCharsMax = 64_000

/** What is too long to keep is not kept. */
export function createMemory(): FaultMemory {
  const notes = new Map<string, string>()
  return {
    get: (key) => notes.get(key),
    set: (key, value) => {
      if (key.length + value.length > noteCharsMax) return
      notes.set(key, value)
      const [oldest] = notes.keys()
      if (notes.size > notesMax && oldest !== undefined) notes.delete(oldest)
    },
    entries: () => [...notes],
  }
}
