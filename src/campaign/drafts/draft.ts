import { type Static, Type } from '@sinclair/typebox'
import { OneOf } from '../../kernel/http/schema-parts.ts'
import { AgentAsset } from '../agent/request.ts'

export const draftTtlDays = 7
export const noteCharsMax = 2_000

/** Other ids are unknown without a query: the database refuses U+0000 in a parameter. */
export function isDraftId(text: string): boolean {
  return /^d_[\w-]{1,60}$/.test(text)
}

/** One asset of a draft, with the hashes that decisions and receipts refer to. */
export const DraftAsset = Type.Intersect([
  AgentAsset,
  Type.Object({
    width: Type.Integer(),
    height: Type.Integer(),
    byteSha256: Type.String(),
    pixelSha256: Type.String(),
    logoBox: Type.Optional(
      Type.Object(
        {
          x: Type.Integer(),
          y: Type.Integer(),
          width: Type.Integer(),
          height: Type.Integer(),
          clearSpace: Type.Integer(),
        },
        { description: 'Where the logo is, in pixels of the asset, and how much space around it stays free' },
      ),
    ),
  }),
])
export type DraftAsset = Static<typeof DraftAsset>

export const DecisionVerb = OneOf(['approve', 'reject', 'request_changes'])

/** One entry of the log of decisions; `hash` covers the entry and, through `previousHash`, all earlier ones. */
export const Decision = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  decision: DecisionVerb,
  note: Type.Union([Type.String(), Type.Null()]),
  assetHash: Type.String(),
  decidedAt: Type.String({ format: 'date-time' }),
  previousHash: Type.String(),
  hash: Type.String(),
})

const reviewed = {
  draftId: Type.String(),
  revision: Type.Integer({ minimum: 1 }),
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
  layout: Type.Optional(Type.String()),
  createdAt: Type.String({ format: 'date-time' }),
  expiresAt: Type.String({ format: 'date-time' }),
  decisions: Type.Array(Decision),
  provenanceReceiptId: Type.Optional(Type.String()),
  error: Type.Optional(
    Type.Object({
      code: Type.String(),
      message: Type.String(),
      field: Type.Optional(Type.String()),
    }),
  ),
}

/** A run and its review, as read with its token or by its owner. */
export const Draft = Type.Object({
  ...reviewed,
  /** The draft that this one revises, until it expires. */
  previous: Type.Optional(Type.Object(reviewed)),
  /** The draft that revises this one. */
  revisedBy: Type.Optional(Type.String()),
})
export type Draft = Static<typeof Draft>

/** A draft in a list. */
export const DraftSummary = Type.Object({
  draftId: Type.String(),
  revision: Type.Integer({ minimum: 1 }),
  run: reviewed.run,
  review: reviewed.review,
  brief: Type.String(),
  brandKit: reviewed.brandKit,
  previewUrl: Type.Optional(Type.String({ format: 'uri' })),
  formats: Type.Array(Type.String()),
  createdAt: Type.String({ format: 'date-time' }),
  expiresAt: Type.String({ format: 'date-time' }),
})
export type DraftSummary = Static<typeof DraftSummary>

/** Result of a run, as stored in its draft. */
export interface DraftResult {
  assets: readonly DraftAsset[]
  assetHash: string
  warnings: readonly string[]
  scene: { provider: string; family?: string }
  layout: string
  seed: number
  provenanceReceiptId?: string
}

/** Error of a failed run. */
export interface DraftError {
  code: string
  message: string
  field?: string
}
