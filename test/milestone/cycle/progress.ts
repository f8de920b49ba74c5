import { zeroHash } from 'viem'
import type { CycleProgress } from '../../../src/milestone/cycle/context.ts'

/** The progress of a cycle that has created its milestone. */
export function progressOf(about: Partial<CycleProgress> = {}): CycleProgress {
  return {
    milestoneHash: zeroHash,
    txHashes: [],
    verified: false,
    released: false,
    step: '',
    part: undefined,
    begin: () => {},
    ...about,
  }
}
