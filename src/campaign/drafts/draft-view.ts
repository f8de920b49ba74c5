import type { Blobs } from '../../kernel/blobs/blobs.ts'
import type { Db } from '../../kernel/database/database.ts'
import type { Random } from '../../kernel/runtime/token.ts'
import type { decisions, drafts, pins } from '../tables.ts'
import { type LoggedDecision, shownEntry } from './decision-log.ts'
import type { CallbackState, Draft, DraftError, DraftResult, DraftSummary } from './draft.ts'
import { reviewAt } from './review.ts'

/** A draft as returned, without the data of other revisions. */
export function draftView(
  row: DraftRow,
  {
    log,
    pins,
    callbacks,
  }: {
    log: readonly LoggedDecision[]
    pins: readonly Omit<PinRow, 'draftId'>[]
    callbacks: CallbackState[]
  },
  now: number,
): Omit<Draft, 'previous'> {
  const { assets = [], warnings = [], ...rest } = resultOf(row)
  const approved = log.find(({ decision }) => decision === 'approve')
  return {
    ...headOf(row, now),
    assets: [...assets],
    warnings: [...warnings],
    ...rest,
    ...(typeof approved?.variant === 'number' && { approvedVariant: approved.variant }),
    decisions: log.map(shownEntry),
    pins: pins.map(({ variant, createdAt, ...pin }) => ({
      ...pin,
      ...(variant !== null && { variant }),
      createdAt: new Date(createdAt).toISOString(),
    })),
    ...(callbacks.length > 0 && { callbacks }),
    ...(row.reviewer !== null && { reviewer: row.reviewer }),
    ...(row.error !== null && { error: JSON.parse(row.error) }),
  }
}

export function draftSummary(row: DraftRow, revisedBy: string | undefined, now: number): DraftSummary {
  const { assets = [] } = resultOf(row)
  const [first] = assets
  return {
    ...headOf(row, now),
    ...(first !== undefined && { previewUrl: first.previewUrl }),
    formats: [...new Set(assets.map(({ format }) => format))],
    ...(revisedBy !== undefined && { revisedBy }),
  }
}

function headOf(row: DraftRow, now: number) {
  return {
    draftId: row.id,
    revision: row.revision,
    run: row.run,
    review: reviewAt(row, now),
    brief: row.brief,
    brandKit: kitOf(row),
    createdAt: new Date(row.createdAt).toISOString(),
    expiresAt: new Date(row.expiresAt).toISOString(),
  }
}

export function resultOf({ result }: Pick<DraftRow, 'result'>): Partial<DraftResult> {
  return result === null ? {} : JSON.parse(result)
}

function kitOf({ kitId, kitVersion }: DraftRow): Draft['brandKit'] {
  return kitId === null || kitVersion === null ? null : { id: kitId, version: kitVersion }
}

export type DraftRow = typeof drafts.$inferSelect
type PinRow = typeof pins.$inferSelect
export type DecisionRow = typeof decisions.$inferSelect

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

export interface DraftDeps {
  db: Db
  blobs: Blobs
  now: () => number
  random: Random
  events: DraftEvents
}
