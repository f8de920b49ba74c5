import { type Static, Type } from '@sinclair/typebox'
import { Exactly, OneOf, TextLike } from '../../kernel/http/schema-parts.ts'
import { Text } from '../../kernel/http/text-schemas.ts'
import { ChosenWords } from '../compose/controls.ts'
import { type CopyParts, type PartName, partNames } from '../compose/copy/parts.ts'
import {
  AssetsSha256,
  Brief,
  DraftId,
  FileSha256,
  FormatNames,
  Note,
  PixelSha256,
  PreviewUrl,
  ReceiptId,
  Reviewer,
  SceneFamily,
  SceneProvider,
  UsedKit,
  UsedLayout,
  Warnings,
} from '../field-schemas.ts'
import { AgentAsset, VariantNumber, Variants, variantsMax } from '../requests/request.ts'

export const draftTtlDays = 7
export const noteCharsMax = 2_000
export const pinsMax = 50
export const pinNoteCharsMax = 500

/** Who reviews, as the reviewer says. */
export const ReviewerName = Text({
  minLength: 1,
  maxLength: 80,
  pattern: '\\S',
  description: 'The name of the reviewer, shown with what they did.',
  examples: ['Mira Solano'],
})

/** Other ids are unknown without a query: the database refuses U+0000 in a parameter. */
export function isDraftId(text: string): boolean {
  return /^d_[\w-]{1,60}$/.test(text)
}

const box = { x: Type.Integer(), y: Type.Integer(), width: Type.Integer(), height: Type.Integer() }

/** One asset of a draft, with the hashes that decisions and receipts refer to. */
export const DraftAsset = Type.Intersect(
  [
    AgentAsset,
    Type.Object({
      byteSha256: FileSha256,
      pixelSha256: PixelSha256,
      logoBox: Type.Optional(
        Type.Object(
          { ...box, clearSpace: Type.Integer() },
          {
            description: 'Where the logo is, in pixels of the asset, and how much space around it stays free',
          },
        ),
      ),
      copyBoxes: Type.Optional(
        Type.Array(Type.Object({ part: OneOf(partNames), ...box }), {
          description: 'Where the parts of the copy are, in pixels of the asset',
        }),
      ),
    }),
  ],
  { title: 'DraftAsset' },
)
export type DraftAsset = Static<typeof DraftAsset>

export const DecisionVerb = OneOf(['approve', 'reject', 'request_changes'])

export const AssetHash = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: '`assetHash` of the draft as the reviewer saw it: 64 hexadecimal digits',
})

export const DecisionRequest = Exactly({
  decision: DecisionVerb,
  note: Type.Optional(Text({ maxLength: noteCharsMax })),
  by: Type.Optional(ReviewerName),
  assetHash: AssetHash,
  variant: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: variantsMax,
      description:
        'The chosen variant; approval needs it where the draft has several, and other decisions may say which one they are about.',
    }),
  ),
})

/** One entry of the log of decisions; `hash` covers the entry and, through `previousHash`, all earlier ones. */
export const Decision = Type.Object(
  {
    number: Type.Integer({ minimum: 1 }),
    decision: DecisionVerb,
    note: Type.Union([Note, Type.Null()]),
    by: Type.Optional(TextLike('Ada Marsh', { description: 'Name of the reviewer' })),
    assetHash: AssetsSha256,
    /** The chosen one of several. */
    variant: Type.Optional(VariantNumber),
    decidedAt: Type.String({ format: 'date-time' }),
    previousHash: FileSha256,
    hash: PixelSha256,
  },
  { title: 'Decision' },
)

/** A note on a place of an asset. */
export const Pin = Type.Object(
  {
    number: Type.Integer({ minimum: 1 }),
    format: AgentAsset.properties.format,
    variant: Type.Optional(Type.Integer()),
    x: Type.Number({ description: 'From the left, as a fraction of the width' }),
    y: Type.Number({ description: 'From the top, as a fraction of the height' }),
    note: Note,
    by: Reviewer,
    createdAt: Type.String({ format: 'date-time' }),
  },
  { title: 'Pin' },
)
export type Pin = Static<typeof Pin>

/** A request that was sent to the caller's address about the draft. */
export const CallbackState = Type.Object({
  event: Type.String({ examples: ['draft.approved'] }),
  host: TextLike('agency.example', { description: 'Where it was sent to' }),
  state: OneOf(['pending', 'delivered', 'failed']),
  attempts: Type.Integer(),
  problem: Type.Optional(TextLike('answered 503', { description: 'Why the last try failed' })),
  at: Type.String({ format: 'date-time', description: 'Of the last try, or of the event before the first' }),
  nextAt: Type.Optional(Type.String({ format: 'date-time', description: 'Of the next try' })),
})
export type CallbackState = Static<typeof CallbackState>

const partTexts = {
  eyebrow: Type.Optional(TextLike('New')),
  badge: Type.Optional(TextLike('−20 %')),
  headline: Type.Optional(TextLike('Made for slow mornings')),
  subline: Type.Optional(TextLike('Coffee from one valley')),
  cta: Type.Optional(TextLike('Order now')),
  legal: Type.Optional(TextLike('Until 31 August')),
} satisfies Record<PartName, unknown>

const reviewed = {
  draftId: DraftId,
  revision: Type.Integer({ minimum: 1 }),
  run: OneOf(['processing', 'completed', 'failed']),
  review: OneOf(['pending', 'approved', 'changes_requested', 'rejected', 'expired']),
  brief: Brief,
  brandKit: Type.Union([UsedKit, Type.Null()]),
  assets: Type.Array(DraftAsset),
  /** SHA-256 over the pixel hashes of the assets in order. */
  assetHash: Type.Optional(AssetsSha256),
  warnings: Warnings,
  scene: Type.Optional(Type.Object({ provider: SceneProvider, family: Type.Optional(SceneFamily) })),
  seed: Type.Optional(Type.Integer()),
  layout: Type.Optional(UsedLayout),
  tone: Type.Optional(TextLike('calm')),
  /** The parts of the copy, without those that are not shown. */
  copy: Type.Optional(Type.Object(partTexts)),
  /** The words of the brief that a language model chose for it. */
  chosenCopy: Type.Optional(Type.Array(ChosenWords)),
  placement: Type.Optional(TextLike('auto', { description: 'Where the logo was asked for' })),
  reviewer: Type.Optional(TextLike('Ada Marsh', { description: 'The reviewer who made this revision' })),
  variants: Type.Optional(Variants),
  /** Of an approved draft with several variants. */
  approvedVariant: Type.Optional(VariantNumber),
  createdAt: Type.String({ format: 'date-time' }),
  expiresAt: Type.String({ format: 'date-time' }),
  decisions: Type.Array(Decision),
  pins: Type.Array(Pin),
  callbacks: Type.Optional(Type.Array(CallbackState)),
  provenanceReceiptId: Type.Optional(ReceiptId),
  error: Type.Optional(
    Type.Object({
      code: TextLike('canceled'),
      message: TextLike('Canceled by its caller'),
      field: Type.Optional(TextLike('parameters.prompt')),
    }),
  ),
}

/** A run and its review, as read with its token or by its owner. */
export const Draft = Type.Object(
  {
    ...reviewed,
    /** The draft that this one revises, until it expires. */
    previous: Type.Optional(Type.Object(reviewed, { title: 'ReviewedDraft' })),
    /** The draft that revises this one. */
    revisedBy: Type.Optional(DraftId),
    /** The reviewer who made that revision; the token of this draft reads it. */
    revisedByReviewer: Type.Optional(Reviewer),
  },
  { title: 'Draft' },
)
export type Draft = Static<typeof Draft>

/** A draft in a list. */
export const DraftSummary = Type.Object({
  draftId: DraftId,
  revision: Type.Integer({ minimum: 1 }),
  run: reviewed.run,
  review: reviewed.review,
  brief: Brief,
  brandKit: reviewed.brandKit,
  previewUrl: Type.Optional(PreviewUrl),
  formats: FormatNames,
  revisedBy: Type.Optional(DraftId),
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
  /** Where there are several. */
  variants?: Static<typeof Variants>
  tone?: string
  copy: CopyParts
  chosenCopy?: ChosenWords[]
  placement: string
  seed: number
  provenanceReceiptId?: string
}

/** Error of a failed run. */
export type DraftError = NonNullable<Draft['error']>
