import type { Reading, Setting } from './reading.ts'
import type { Target } from './settings-of.ts'

/** State of reading the items between two scene words or ends of sentences. */
export interface InstructionRun {
  reading: Reading
  from: number
  to: number
  /** Target named last, and its index. */
  target: Target | undefined
  targetAt: number
  /** Target of attributes without one. */
  fallback: Target | undefined
  /** Target of the last attribute or quotation in this part of the sentence. */
  given: Target | undefined
  /** Placements set by the run, by path. */
  places: Map<string, Setting>
  /** For each item of the brief the start of its part of the sentence. */
  partStarts: readonly number[]
}
