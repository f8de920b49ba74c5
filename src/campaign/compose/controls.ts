import { type Static, Type } from '@sinclair/typebox'
import { OneOf, TextLike } from '../../kernel/http/schema-parts.ts'
import { Text } from '../../kernel/http/text-schemas.ts'
import { partNames } from './copy/parts.ts'
import layoutTable from './layouts/layouts.json' with { type: 'json' }

export const anchors = [
  'top-left',
  'top',
  'top-right',
  'left',
  'center',
  'right',
  'bottom-left',
  'bottom',
  'bottom-right',
] as const

export const overlayModes = [
  'none',
  'scrim',
  'band',
  'frame',
  'badge',
  'split',
  'vignette',
  'duotone',
  'gradient',
  'card',
] as const
export type OverlayMode = (typeof overlayModes)[number]

export type LayoutName = keyof typeof layoutTable
/** Layouts of a campaign, in the order in which equals are taken. */
export const layoutNames = Object.keys(layoutTable) as readonly LayoutName[]

/** The layout that each preset stands for. */
export const presetLayouts: Readonly<Record<OverlayMode, LayoutName | undefined>> = {
  none: undefined,
  scrim: 'edge',
  band: 'panel',
  frame: 'framed',
  badge: 'badge',
  split: 'halves',
  vignette: 'poster',
  duotone: 'quote',
  gradient: 'edge',
  card: 'panel',
}

export const tones = ['calm', 'bold', 'playful', 'premium'] as const
export type Tone = (typeof tones)[number]

export const copyStyles = ['auto', 'bold', 'regular', 'serif'] as const
export const copyAligns = ['auto', 'left', 'center', 'right'] as const

export const contentCharsMax = 500

export const HexColor = Type.String({
  pattern: '^#[0-9a-fA-F]{6}$',
  description: 'An sRGB colour as #rrggbb.',
  examples: ['#1f6f54'],
})

export const Placement = OneOf(['auto', ...anchors], {
  description: 'A corner, an edge, the centre, or `auto`: where the layout has it.',
})
export type Placement = Static<typeof Placement>

const orAuto = (range: { minimum: number; maximum: number }, description: string) =>
  Type.Optional(Type.Union([Type.Literal('auto'), Type.Number(range)], { description }))

const Shift = (description: string) => Type.Optional(Type.Number({ minimum: -1, maximum: 1, description }))

/** How the logo is placed; every member is optional in requests and kits, see `defaultControls`. */
export const Controls = Type.Object(
  {
    placement: Type.Optional(Placement),
    scale: orAuto(
      { minimum: 0.02, maximum: 1 },
      'Logo width as a fraction of the canvas width; `auto` gives it 1.5 % of the area.',
    ),
    x: Shift('Shift to the right, as a fraction of the canvas width.'),
    y: Shift('Shift down, as a fraction of the canvas height.'),
    margin: orAuto(
      { minimum: 0, maximum: 0.25 },
      'Distance to the edges of the canvas, as a fraction of its shorter side; `auto` is the margin of the layout.',
    ),
    color: Type.Optional(
      Type.Union([Type.Literal('original'), HexColor], {
        description: '`original`, or a tint for logos of one colour.',
      }),
    ),
    opacity: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  },
  { title: 'CampaignControls', additionalProperties: false },
)
export type Controls = Static<typeof Controls>

/** The subject of a picture. */
export const Focus = Type.Object(
  { x: Type.Number({ minimum: 0, maximum: 1 }), y: Type.Number({ minimum: 0, maximum: 1 }) },
  {
    additionalProperties: false,
    description:
      'The subject of the base image, as fractions of its width and height; else faces and objects are looked for.',
  },
)
export type Focus = Static<typeof Focus>

const PartText = (maxLength: number, description: string, example: string) =>
  Type.Optional(Text({ maxLength, description, examples: [example] }))

/** The copy on the image; every member is optional in requests and kits, see `defaultCopy`. */
export const CopyControls = Type.Object(
  {
    eyebrow: PartText(120, 'A short line above the headline.', 'New'),
    headline: PartText(contentCharsMax, 'The largest text; line breaks are kept.', 'Made for slow mornings'),
    subline: PartText(
      contentCharsMax,
      'What explains the headline; long texts are set as a column.',
      'Coffee from one valley',
    ),
    cta: PartText(80, 'The words of the button.', 'Order now'),
    badge: PartText(80, 'A price, a percentage or a date that stands out.', '−20 %'),
    legal: PartText(contentCharsMax, 'A note in small type at the lower edge.', 'Until 31 August'),
    content: Type.Optional(
      Text({
        maxLength: contentCharsMax,
        description:
          'Plain text, never markup: the headline, and after an empty line the subline, where `headline` and `subline` are absent.',
        examples: ['Made for slow mornings'],
      }),
    ),
    position: Type.Optional(
      OneOf(['auto', ...anchors], {
        description: 'Where the copy stands; layouts that have it there are preferred. `auto`: anywhere.',
      }),
    ),
    fontSize: orAuto(
      { minimum: 12, maximum: 300 },
      'Pixels on a canvas 1080 pixels wide; smaller where the copy would not fit.',
    ),
    color: Type.Optional(Type.Union([Type.Literal('auto'), HexColor])),
    style: Type.Optional(OneOf(copyStyles)),
    align: Type.Optional(OneOf(copyAligns)),
  },
  { title: 'Copy', additionalProperties: false },
)
export type CopyControls = Static<typeof CopyControls>

/** Words of a brief that a language model chose as a part of the copy, or as one of the pieces of a subline. */
export const ChosenWords = Type.Object({
  part: OneOf(partNames),
  text: TextLike('Made for slow mornings', { minLength: 2, maxLength: 300 }),
})
export type ChosenWords = Static<typeof ChosenWords>

export const LayoutName = OneOf(layoutNames, {
  description: 'The layout of all assets; else the one that fits copy and picture best is chosen.',
})

export const ToneName = OneOf(tones, { description: 'Steers layout and type.' })

/** A copy with its defaults; parts may be absent. */
export type FullCopy = CopyControls &
  Required<Pick<CopyControls, 'content' | 'position' | 'fontSize' | 'color' | 'style' | 'align'>>

export const defaultControls = {
  placement: 'auto',
  scale: 'auto',
  x: 0,
  y: 0,
  margin: 'auto',
  color: 'original',
  opacity: 1,
} as const satisfies Required<Controls>

export const defaultCopy = {
  content: '',
  position: 'auto',
  fontSize: 'auto',
  color: 'auto',
  style: 'auto',
  align: 'auto',
} as const satisfies FullCopy
