import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Hex } from 'viem'

const Hash = Type.Unsafe<Hex>(Type.String({ pattern: '^0x[0-9a-f]{64}$' }))
const Notes = Type.Object({
  hints: Type.Object({ milestones: Type.Array(Hash), builderEns: Type.String() }),
  bundleRoots: Type.Array(Hash),
})

/** Stored with a demo chain, for versions that plan another story. */
export type DemoNotes = Static<typeof Notes>

/** Milestones to show as examples, and the name of a builder with a history. */
export type DemoHints = DemoNotes['hints']

export const notesFile = 'notes.json'

export function writeNotes(folder: string, notes: DemoNotes): void {
  writeFileSync(join(folder, notesFile), `${JSON.stringify(notes)}\n`)
}

/** Empty when there are none: nothing depends on them. */
export function readNotes(folder: string): DemoNotes {
  try {
    const notes: unknown = JSON.parse(readFileSync(join(folder, notesFile), 'utf8'))
    if (Value.Check(Notes, notes)) return notes
  } catch {
    // Missing or truncated.
  }
  return { hints: { milestones: [], builderEns: '' }, bundleRoots: [] }
}
