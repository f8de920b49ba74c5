import { type Static, Type } from '@sinclair/typebox'
import { OneOf } from '../../kernel/http/schema-parts.ts'
import { Text } from '../../kernel/http/text-schemas.ts'

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

export const copyStyles = ['bold', 'regular', 'serif'] as const
export const copyAligns = ['auto', 'left', 'center', 'right'] as const

export const contentCharsMax = 500

export const HexColor = Type.String({
  pattern: '^#[0-9a-fA-F]{6}$',
  description: 'An sRGB colour as #rrggbb.',
  examples: ['#1f6f54'],
})

export const Placement = OneOf(['auto', ...anchors], {
  description: 'A corner, an edge, the centre, or `auto`: where clear space, contrast and calm are best.',
})
export type Placement = Static<typeof Placement>

/** How the logo is placed; every member is optional in requests and kits, see `defaultControls`. */
export const Controls = Type.Object(
  {
    placement: Type.Optional(Placement),
    scale: Type.Optional(
      Type.Number({
        minimum: 0.02,
        maximum: 1,
        description: 'Logo width as a fraction of the canvas width.',
      }),
    ),
    x: Type.Optional(
      Type.Number({
        minimum: -1,
        maximum: 1,
        description: 'Shift to the right, as a fraction of the canvas width.',
      }),
    ),
    y: Type.Optional(
      Type.Number({
        minimum: -1,
        maximum: 1,
        description: 'Shift down, as a fraction of the canvas height.',
      }),
    ),
    margin: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 0.25,
        description: 'Distance to the edges of the canvas, as a fraction of its shorter side.',
      }),
    ),
    color: Type.Optional(
      Type.Union([Type.Literal('original'), HexColor], {
        description: '`original`, or a tint for logos of one colour.',
      }),
    ),
    opacity: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  },
  { additionalProperties: false },
)
export type Controls = Static<typeof Controls>

/** The copy on the image; every member is optional in requests and kits, see `defaultCopy`. */
export const CopyControls = Type.Object(
  {
    content: Type.Optional(
      Text({
        maxLength: contentCharsMax,
        description:
          'What is set, line breaks included; plain text, never markup. What follows an empty line is set smaller. Empty: no copy.',
      }),
    ),
    position: Type.Optional(Placement),
    fontSize: Type.Optional(
      Type.Union([Type.Literal('auto'), Type.Number({ minimum: 12, maximum: 300 })], {
        description: 'Pixels on a canvas 1080 pixels wide; smaller where the copy would not fit.',
      }),
    ),
    color: Type.Optional(Type.Union([Type.Literal('auto'), HexColor])),
    style: Type.Optional(OneOf(copyStyles)),
    align: Type.Optional(OneOf(copyAligns)),
  },
  { additionalProperties: false },
)
export type CopyControls = Static<typeof CopyControls>

export const defaultControls = {
  placement: 'auto',
  scale: 0.18,
  x: 0,
  y: 0,
  margin: 0.05,
  color: 'original',
  opacity: 1,
} as const satisfies Required<Controls>

export const defaultCopy = {
  content: '',
  position: 'auto',
  fontSize: 'auto',
  color: 'auto',
  style: 'bold',
  align: 'auto',
} as const satisfies Required<CopyControls>
