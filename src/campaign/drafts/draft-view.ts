import type { LoggedDecision } from './decision-log.ts'
import type { CallbackState, Draft, DraftResult, DraftSummary } from './draft.ts'
import type { DraftRow, PinRow } from './draft-row.ts'
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
    decisions: log.map(({ by, variant, decidedAt, ...entry }) => ({
      ...entry,
      ...(typeof by === 'string' && { by }),
      ...(typeof variant === 'number' && { variant }),
      decidedAt: new Date(decidedAt).toISOString(),
    })),
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

export function draftSummary(row: DraftRow, now: number): DraftSummary {
  const { assets = [] } = resultOf(row)
  const [first] = assets
  return {
    ...headOf(row, now),
    ...(first !== undefined && { previewUrl: first.previewUrl }),
    formats: [...new Set(assets.map(({ format }) => format))],
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
