import type { Db } from '../../kernel/database/database.ts'
import type { LoggedDecision } from './decision-log.ts'
import type { CallbackState, DraftError } from './draft.ts'
import type { DraftRow } from './draft-row.ts'

/** Changes of a draft that listeners receive. */
export type DraftEvent =
  | { type: 'decided'; entry: LoggedDecision }
  | { type: 'completed' }
  | { type: 'failed'; error: DraftError }

/** Keeps others up to date about drafts. */
export interface DraftEvents {
  /** Stores what is to be sent about an event, in the transaction of the event. `row` is as before it. */
  record(tx: Pick<Db, 'insert' | 'select'>, row: DraftRow, event: DraftEvent): Promise<void>
  /** Called once that transaction has been committed. */
  committed(): void
  /** What was sent about these drafts, oldest first. */
  historyOf(draftIds: readonly string[]): Promise<(CallbackState & { draftId: string })[]>
  /** Forgets drafts that have expired. */
  remove(tx: Pick<Db, 'delete'>, draftIds: string[]): Promise<void>
}
