import type { Blobs } from '../../kernel/blobs/blobs.ts'
import type { Db } from '../../kernel/database/database.ts'
import type { Random } from '../../kernel/runtime/token.ts'
import { createDecideDraft, type DecideDraft } from './decide-draft.ts'
import type { DraftEvents } from './draft-events.ts'
import type { DraftRow } from './draft-row.ts'
import { openDraft, type ReviewStep } from './open-draft.ts'
import { createPinDraft, type PinDraft } from './pin-draft.ts'
import { createReadDrafts, type ReadDrafts } from './read-drafts.ts'
import { createRunDrafts, type RunDrafts } from './run-drafts.ts'
import { createSweepDrafts, type SweepDrafts } from './sweep-drafts.ts'

/** Runs and their review. A draft expires after 7 days; approved ones keep their files. */
export interface Drafts {
  runs: RunDrafts
  read: ReadDrafts
  decide: DecideDraft
  pins: PinDraft
  /** The row of a draft, if its state allows a step of its review. @throws draft_not_found, AppError 409 */
  requireOpen(draft: { id: string; token: string }, step: ReviewStep): Promise<DraftRow>
  sweep: SweepDrafts
}

export function createDrafts(deps: {
  db: Db
  blobs: Blobs
  now: () => number
  random: Random
  events: DraftEvents
}): Drafts {
  return {
    runs: createRunDrafts(deps),
    read: createReadDrafts(deps),
    decide: createDecideDraft(deps),
    pins: createPinDraft(deps),
    requireOpen: (draft, step) =>
      deps.db.transaction(async (tx) => (await openDraft(tx, draft, step, deps.now())).row),
    sweep: createSweepDrafts(deps),
  }
}
