import { type Static, Type } from '@sinclair/typebox'
import { Exactly, OneOf, TextLike } from '../../kernel/http/schema-parts.ts'
import { Text } from '../../kernel/http/text-schemas.ts'
import { Controls, CopyControls, Focus, LayoutName, ToneName } from '../compose/controls.ts'
import { formatIds, sizes } from '../compose/formats.ts'
import {
  AssetUrl,
  DraftId,
  PreviewUrl,
  ReceiptId,
  SceneFamily,
  SceneProvider,
  UsedKit,
  UsedLayout,
  Warnings,
} from '../field-schemas.ts'
import { FormatList, OverlayModeName, promptCharsMax, urlCharsMax } from './kit.ts'

export const idempotencyKeyPattern = /^[\x21-\x7e]{1,255}$/
export const commandCharsMax = 10_000
export const variantsMax = 4

const ImageUrl = (what: string) =>
  TextLike('https://example.com/picture.png', {
    minLength: 1,
    maxLength: urlCharsMax,
    description: `Public HTTP(S) image URL ${what}.`,
  })

export const SizeList = Type.Object(
  {
    square: Type.Optional(OneOf(sizes.square)),
    landscape: Type.Optional(OneOf(sizes.landscape)),
    portrait: Type.Optional(OneOf(sizes.portrait)),
  },
  {
    additionalProperties: false,
    description:
      'Other sizes of formats than the usual ones. In 1080x1920, for stories, no copy, logo or button stands in the upper 14 % and the lower 20 %.',
  },
)

/** Parameters beside or instead of a brief; a member may be omitted where the brief or the kit has it. */
export const Parameters = Type.Object(
  {
    brandKitId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 80,
        description: 'A saved kit id, or a version pin `<kit_id>@<version>`.',
        examples: ['demo-launch', 'demo-launch@1'],
      }),
    ),
    logoUrl: Type.Optional(ImageUrl('of the exact brand mark; overrides the logo of the kit')),
    baseImageUrl: Type.Optional(ImageUrl('to use as the scene')),
    productUrl: Type.Optional(
      ImageUrl(
        'of a product without its background (PNG or WebP with alpha), to set on a podium, a surface or fabric; not together with `baseImageUrl`',
      ),
    ),
    focus: Type.Optional(Focus),
    prompt: Type.Optional(
      Text({
        maxLength: promptCharsMax,
        examples: ['Calm sea at dawn'],
        description: 'What the scene shows, in place of the words of the command.',
      }),
    ),
    overlayMode: Type.Optional(OverlayModeName),
    layout: Type.Optional(LayoutName),
    tone: Type.Optional(ToneName),
    text: Type.Optional(CopyControls),
    controls: Type.Optional(Controls),
    formats: Type.Optional(FormatList),
    sizes: Type.Optional(SizeList),
    variants: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: variantsMax,
        description:
          'How many layouts of the scene to make, each in all formats; the reviewer chooses one. Each counts as a run of the plan.',
      }),
    ),
    revises: Type.Optional(
      TextLike('d_Ixb3TLgXBP2Dne97', {
        minLength: 1,
        maxLength: 80,
        description: 'The id of a draft of yours with changes requested: the run becomes its next revision.',
      }),
    ),
    callbackUrl: Type.Optional(
      TextLike('https://agency.example/hooks/cairn', {
        minLength: 1,
        maxLength: urlCharsMax,
        description:
          'Public HTTP(S) URL that each decision of the reviewer is posted to, signed as Standard Webhooks say, until it answers 2xx.',
      }),
    ),
    seed: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 4_294_967_295,
        description:
          'Another seed gives another scene for the same brief; the same one gives the same pixels.',
      }),
    ),
  },
  { title: 'CampaignParameters', additionalProperties: false },
)
export type Parameters = Static<typeof Parameters>

export const AgentRequest = Exactly({
  command: Type.Optional(
    Text({
      maxLength: commandCharsMax,
      description: 'The campaign brief in plain words. Optional where `parameters` is sent.',
      examples: ['Summer launch over a calm sea at dawn, "Made for mornings", story and square'],
    }),
  ),
  parameters: Type.Optional(Parameters),
})
export type AgentRequest = Static<typeof AgentRequest>

export const VariantNumber = Type.Integer({ minimum: 1, maximum: variantsMax })

/** The variants of a run, where it has several. */
export const Variants = Type.Array(Type.Object({ variant: VariantNumber, layout: UsedLayout }))

export const AgentAsset = Type.Object(
  {
    format: OneOf(formatIds),
    /** Where the run has several. */
    variant: Type.Optional(VariantNumber),
    /** Absent in drafts of earlier versions. */
    layout: Type.Optional(UsedLayout),
    width: Type.Integer(),
    height: Type.Integer(),
    safeArea: Type.Optional(
      Type.Object(
        { x: Type.Integer(), y: Type.Integer(), width: Type.Integer(), height: Type.Integer() },
        {
          description:
            'Of stories, in pixels: outside of it platforms show controls of their own, and no copy, logo or button stands there.',
        },
      ),
    ),
    resultUrl: AssetUrl,
    previewUrl: PreviewUrl,
  },
  { title: 'CampaignAsset' },
)

/** Response of a run that completed or is in progress. */
export const AgentResponse = Type.Object(
  {
    status: OneOf(['completed', 'processing']),
    resultUrl: Type.Optional(AssetUrl),
    previewUrl: Type.Optional(PreviewUrl),
    assets: Type.Optional(Type.Array(AgentAsset)),
    draftId: DraftId,
    studioReviewUrl: TextLike(
      'https://cairn.example/studio/drafts/d_Ixb3TLgXBP2Dne97#Cueqo-kvWxVs85CV3YfGle2cdtMjflt5hthmliRkvxo',
      { format: 'uri' },
    ),
    provenanceReceiptId: Type.Optional(ReceiptId),
    callbackSecret: Type.Optional(
      TextLike('whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD', {
        description:
          'Where `callbackUrl` was sent: what the caller’s callbacks are signed with, the same for all.',
      }),
    ),
    warnings: Type.Optional(Warnings),
    brandKit: Type.Optional(UsedKit),
    seed: Type.Optional(Type.Integer()),
    layout: Type.Optional(
      TextLike('framed', { description: 'The layout of all assets, or of the first variant.' }),
    ),
    variants: Type.Optional(Variants),
    scene: Type.Optional(
      Type.Object(
        { provider: SceneProvider, family: Type.Optional(SceneFamily) },
        {
          description:
            'What made the scene: `procedural`, `image-model`, `base-image`, or `product` for a cut-out on a procedural stage.',
        },
      ),
    ),
  },
  { title: 'CampaignRun' },
)
export type AgentResponse = Static<typeof AgentResponse>

/** Response of a failed run. */
export const AgentFailure = Type.Object(
  {
    status: Type.Literal('failed'),
    error: Type.Object({
      code: Type.String({ examples: ['brand_kit_not_found'] }),
      message: TextLike('The scene could not be made'),
      field: Type.Optional(Type.String({ examples: ['parameters.brandKitId'] })),
    }),
    requestId: TextLike('0b7e7dbe-6f53-4b57-9d5e-6f1f3d0e2a11'),
  },
  { title: 'AgentFailure' },
)

/** The capability variants served. */
export const capabilities = {
  '1.5.0': { prefix: '', price: '0.05', network: 'base', usesKit: true },
  '1.3.0': { prefix: '/v1.3', price: '0.01', network: null, usesKit: false },
} as const

/** `usesKit`: a kit is required and a receipt is issued. */
export type Capability = keyof typeof capabilities
