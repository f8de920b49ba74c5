import { type Static, Type } from '@sinclair/typebox'
import { AgentAsset } from '../agent/request.ts'
import { OneOf } from '../one-of.ts'

export const draftTtlDays = 7

/** One asset of a draft, with the hashes that a decision and a receipt are bound to. */
export const DraftAsset = Type.Intersect([
  AgentAsset,
  Type.Object({
    width: Type.Integer(),
    height: Type.Integer(),
    byteSha256: Type.String(),
    pixelSha256: Type.String(),
  }),
])
export type DraftAsset = Static<typeof DraftAsset>

/** A run and its review, as it is answered to the holder of its token. */
export const Draft = Type.Object({
  draftId: Type.String(),
  run: OneOf(['processing', 'completed', 'failed']),
  review: OneOf(['pending', 'approved', 'changes_requested', 'rejected', 'expired']),
  brief: Type.String(),
  brandKit: Type.Union([Type.Object({ id: Type.String(), version: Type.Integer() }), Type.Null()]),
  assets: Type.Array(DraftAsset),
  /** SHA-256 over the pixel hashes of the assets in order. */
  assetHash: Type.Optional(Type.String()),
  warnings: Type.Array(Type.String()),
  scene: Type.Optional(Type.Object({ provider: Type.String(), family: Type.Optional(Type.String()) })),
  seed: Type.Optional(Type.Integer()),
  createdAt: Type.String({ format: 'date-time' }),
  expiresAt: Type.String({ format: 'date-time' }),
  decisions: Type.Array(Type.Unknown()),
  provenanceReceiptId: Type.Optional(Type.String()),
  error: Type.Optional(
    Type.Object({
      code: Type.String(),
      message: Type.String(),
      field: Type.Optional(Type.String()),
    }),
  ),
})
export type Draft = Static<typeof Draft>

/** What a run left in its draft. */
export interface DraftResult {
  assets: readonly DraftAsset[]
  assetHash: string
  warnings: readonly string[]
  scene: { provider: string; family?: string }
  seed: number
  provenanceReceiptId?: string
}

/** What a run failed with. */
export interface DraftError {
  code: string
  message: string
  field?: string
}
