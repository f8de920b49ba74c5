import { type Static, Type } from '@sinclair/typebox'
import { TextLike } from '../../kernel/http/schema-parts.ts'
import { canonicalDigest, sha256Of } from '../../kernel/runtime/canonical-digest.ts'
import { Controls, CopyControls, Focus, ToneName } from '../compose/controls.ts'
import {
  Brief,
  exampleSha256,
  FormatName,
  FormatNames,
  ReceiptId,
  SceneFamily,
  ScenePrompt,
  SceneProvider,
  UsedLayout,
} from '../field-schemas.ts'
import { SizeList } from '../requests/request.ts'

const Sha256 = TextLike(exampleSha256, {
  pattern: '^[0-9a-f]{64}$',
})

/** Other ids are unknown without a query: the database refuses U+0000 in a parameter. */
export function isReceiptId(text: string): boolean {
  return /^r_[\w-]{1,60}$/.test(text)
}

/** Members of a copy that always have a value; its parts may be absent. */
const settings = ['content', 'position', 'fontSize', 'color', 'style', 'align'] as const

const NamedFont = Type.Object({ sha256: Sha256, family: TextLike('Playfair Display') })

/** Inputs of a run: enough to reproduce it. */
export const ReceiptSpec = Type.Object({
  kit: Type.Object({ id: TextLike('demo-launch'), version: Type.Integer(), digest: Sha256 }),
  logoSha256: Type.Union([Sha256, Type.Null()]),
  baseImageSha256: Type.Optional(Sha256),
  productSha256: Type.Optional(Sha256),
  focus: Type.Optional(Focus),
  /** Of the files as uploaded. */
  fonts: Type.Optional(Type.Object({ headline: Type.Optional(NamedFont), body: Type.Optional(NamedFont) })),
  brief: Brief,
  prompt: ScenePrompt,
  seed: Type.Integer(),
  formats: FormatNames,
  /** Of formats that do not have their usual one, such as `1080x1920`. */
  sizes: Type.Optional(SizeList),
  /** How many were asked for, if more than one. */
  variants: Type.Optional(Type.Integer()),
  overlayMode: TextLike('none'),
  layout: Type.Union([UsedLayout, Type.Null()]),
  tone: Type.Union([ToneName, Type.Null()]),
  controls: Type.Required(Controls, { title: 'AppliedControls', additionalProperties: false }),
  text: Type.Composite([Type.Omit(CopyControls, settings), Type.Required(Type.Pick(CopyControls, settings))]),
  engine: Type.Object({
    version: TextLike('0.1.0'),
    scene: SceneProvider,
    family: Type.Union([SceneFamily, Type.Null()]),
    /** What chose parts of `text` from the brief, if not its rules. */
    copy: Type.Optional(Type.Literal('language-model')),
  }),
})
export type ReceiptSpec = Static<typeof ReceiptSpec>

export const ReceiptAsset = Type.Object({
  format: FormatName,
  /** Where the run has several. */
  variant: Type.Optional(Type.Integer()),
  /** Absent in receipts of earlier versions, as are the sides. */
  layout: Type.Optional(UsedLayout),
  width: Type.Optional(Type.Integer()),
  height: Type.Optional(Type.Integer()),
  byteSha256: Sha256,
  pixelSha256: Sha256,
})
export type ReceiptAsset = Static<typeof ReceiptAsset>

export const Receipt = Type.Object(
  {
    receiptId: ReceiptId,
    network: Type.Literal('offchain'),
    /** SHA-256 of `spec` in canonical form. @see RFC 8785 */
    specHash: Sha256,
    /** SHA-256 over the pixel hashes in the order of `assets`. */
    assetHash: Sha256,
    assets: Type.Array(ReceiptAsset),
    spec: ReceiptSpec,
    issuedAt: Type.String({ format: 'date-time' }),
    /** A JWS in compact form over the canonical form of everything else. */
    signature: TextLike('eyJhbGciOiJFZERTQSIsImtpZCI6IjdEcHoifQ.eyJhc3NldEhhc2giOiJmMDZk.c2lnbmF0dXJl'),
  },
  { title: 'Receipt' },
)
export type Receipt = Static<typeof Receipt>

/** How a reviewer approved the draft of a receipt; a receipt is signed before that. */
export const Approval = Type.Object(
  {
    /** The chosen one of several. */
    variant: Type.Optional(Type.Integer()),
    /** Of the receipt and of the draft as the reviewer saw it. */
    assetHash: Sha256,
    decidedAt: Type.String({ format: 'date-time' }),
    decisionHash: Sha256,
  },
  {
    description:
      'The approval of the draft, if there is one: the chosen `variant` of several, and the `hash` of the entry in the log of decisions.',
  },
)
export type Approval = Static<typeof Approval>

export function specHashOf(spec: ReceiptSpec): string {
  return canonicalDigest(spec)
}

/** SHA-256 over the pixel hashes, one after the other. */
export function assetHashOf(assets: readonly Pick<ReceiptAsset, 'pixelSha256'>[]): string {
  return sha256Of(assets.map(({ pixelSha256 }) => pixelSha256).join(''))
}
