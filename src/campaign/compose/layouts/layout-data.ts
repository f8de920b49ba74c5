import { type Static, Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { OneOf } from '../../../kernel/http/schema-parts.ts'
import { type LayoutName, layoutNames, tones } from '../controls.ts'
import files from '../copy/font-files.json' with { type: 'json' }
import type { Cut } from '../copy/load-fonts.ts'
import { groundKinds } from '../inks.ts'
import document from './layouts.json' with { type: 'json' }

/** Fractions of the canvas: left, top, width and height. */
const Rect = t.Readonly(t.Tuple([t.Number(), t.Number(), t.Number(), t.Number()]))
export type Rect = Readonly<Static<typeof Rect>>

/** The corner or edge of the logo, the same in all formats of a campaign. */
const LogoSlot = OneOf(['top-left', 'top-right', 'bottom-left', 'bottom-right', 'top', 'bottom'])
export type LogoSlot = Static<typeof LogoSlot>

const Regions = {
  /** Where the picture is; absent in layouts without one. */
  picture: t.Optional(Rect),
  /** Where the subject of the picture belongs. */
  subject: t.Optional(Rect),
  /** The column of the type block. A height of 0 lets it grow to the row at the bottom. */
  type: Rect,
}

/** Where the parts of a layout stand on one canvas. */
const Frame = t.Object(
  {
    ...Regions,
    /** The edge of the column that the block keeps to. */
    from: OneOf(['top', 'bottom']),
    /** Preferred size of the headline, as a step of the scale. */
    step: t.Number(),
    sublineStep: t.Optional(t.Number()),
    /** The column is narrow, so that eyebrow and subline may take twice their lines. */
    isNarrow: t.Optional(t.Boolean()),
    /** Widths of subline and legal note, as fractions of the canvas, if not the column's. */
    sublineWidth: t.Optional(t.Number()),
    legalWidth: t.Optional(t.Number()),
    /** At the end of the row at the bottom instead of under the headline. */
    sublineAt: t.Optional(t.Literal('row-end')),
    /**
     * Under the text, on the row at the bottom, or above a logo at the bottom, from where it goes to the logo's side if the
     * copy needs the room.
     */
    button: OneOf(['stack', 'row-start', 'row-end', 'row-center', 'above-logo', 'beside-logo']),
    /** Where a logo on this side of the canvas begins, as a fraction of the width, if not on the margin. */
    logoX: t.Optional(t.Number()),
    /** Smaller pictures and larger columns, the first that does is taken for copy that has no room otherwise. */
    roomier: t.Optional(t.Array(t.Object(Regions, { additionalProperties: false }))),
    /** Where a logo on the axis stands, as a fraction of the width. */
    axis: t.Optional(t.Number()),
  },
  { additionalProperties: false },
)
export type Frame = Static<typeof Frame>

const Frames = t.Object({ square: Frame, landscape: Frame, portrait: Frame })
const CutName = t.Unsafe<Cut>(t.Union(Object.keys(files.latin).map((cut) => t.Literal(cut))))
const Grounds = t.Array(OneOf(groundKinds))

/** What a layout is, apart from what it draws and measures. */
const LayoutData = t.Object(
  {
    /** One sentence for people who choose a layout. */
    description: t.String(),
    /** `box`: in a region of its own; `full`: under everything. */
    picture: OneOf(['box', 'full', 'none']),
    /** In order of preference; the first that carries logo and text is taken. */
    grounds: Grounds,
    /** Grounds for logos that none of the others carries; most other layouts look better then. */
    spareGrounds: t.Optional(Grounds),
    tones: t.Array(OneOf(tones)),
    face: OneOf(['serif', 'sans', 'any']),
    headline: t.Object({
      serif: CutName,
      sans: CutName,
      trackingEm: t.Optional(t.Number()),
      leadingEm: t.Optional(t.Number()),
      isCapitals: t.Optional(t.Boolean()),
      linesMax: t.Number(),
    }),
    align: OneOf(['start', 'center']),
    logo: LogoSlot,
    frames: Frames,
    /** In place of the frames for copy with a button. */
    buttonFrames: t.Optional(Frames),
    sublineCut: t.Optional(CutName),
    /** Type stands where the picture's box ends under the ground. */
    isTypeOnPicture: t.Optional(t.Boolean()),
  },
  { additionalProperties: false },
)
export type LayoutData = Static<typeof LayoutData>

const names = t.Union(layoutNames.map((name) => t.Literal(name)))
const LayoutTable = t.Unsafe<Record<LayoutName, LayoutData>>(t.Record(names, LayoutData))

export const layoutData = Value.Parse(LayoutTable, document)
