import type { Blobs } from '../../kernel/blobs/blobs.ts'
import type { Db } from '../../kernel/database/database.ts'
import type { Random } from '../../kernel/runtime/token.ts'
import { createDecideDraft, type DecideDraft } from './decide-draft.ts'
import { createReadDrafts, type ReadDrafts } from './read-drafts.ts'
import { createRunDrafts, type RunDrafts } from './run-drafts.ts'
import { createSweepDrafts, type SweepDrafts } from './sweep-drafts.ts'

/** Runs and their review. A draft expires after 7 days; approved ones keep their files. */
export interface Drafts {
  runs: RunDrafts
  read: ReadDrafts
  decide: DecideDraft
  sweep: SweepDrafts
}

export function createDrafts(deps: { db: Db; blobs: Blobs; now: () => number; random: Random }): Drafts {
  return {
    runs: createRunDrafts(deps),
    read: createReadDrafts(deps),
    decide: createDecideDraft(deps),
    sweep: createSweepDrafts(deps),
  }
}
