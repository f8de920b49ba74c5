import { type Static, Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { OneOf } from '../../../kernel/http/schema-parts.ts'
import type { Box } from '../../images/raster.ts'
import type { Rgb } from '../color.ts'
import { type Controls, type LayoutName, type Tone, tones } from '../controls.ts'
import files from '../copy/font-files.json' with { type: 'json' }
import type { Cut } from '../copy/load-fonts.ts'
import type { CopyParts, PartName } from '../copy/parts.ts'
import type { SetLine, SetText, TextStyle } from '../copy/set-text.ts'
import type { Grid } from '../grid.ts'
import { groundKinds, type Inks } from '../inks.ts'
import type { Pictogram } from '../pictograms/pictogram.ts'
import document from './layouts.json' with { type: 'json' }
import { Rules } from './suitability.ts'

export interface Circle {
  x: number
  y: number
  radius: number
}

/** The headline's type; `heavy` is the blackest sans. */
export type Face = 'serif' | 'sans' | 'heavy'

export type Align = 'left' | 'center' | 'right'

/** One canvas with what is to be arranged on it. */
export interface Stage {
  layout: Layout
  /** Of the layout, for this canvas. */
  frame: Frame
  grid: Grid
  parts: CopyParts
  inks: Inks
  /** Behind the copy; undefined where that is the picture. */
  on: Rgb | undefined
  face: Face
  tone: Tone | undefined
  /** Copy from right to left mirrors all places. */
  isMirrored: boolean
  /** Undefined without a logo. */
  logo: StageLogo | undefined
  align: Align | undefined
  /** Largest size of the headline in pixels, if the request limits it. */
  headlineMaxPx: number
  seed: number
  /** How the facts of sublines are set. */
  facts: NonNullable<TextStyle['facts']>
  /** Size of a logo that the request has at the top, as part of the usual one, for the type to begin below it; 0 if it does not. */
  logoShare: number
  /** Sets a text of any style in the largest of `sizes` that fits. @throws Misfit */
  set(text: string, style: TextStyle, fit: TextFit): Promise<SetText>
  /** Sets a part in its role. @throws Misfit */
  setPart(
    part: Exclude<PartName, 'headline'>,
    fit: Partial<TextFit> & { widthMax: number; step?: number },
  ): Promise<SetText>
  /** In pixels, mirrored where the copy runs from right to left. */
  box(rect: Rect): Box
}

export interface StageLogo {
  /** Width by height. */
  aspect: number
  controls: Required<Controls>
}

export interface TextFit {
  part: PartName
  /** In pixels, the largest first. */
  sizes: readonly number[]
  widthMax: number
  linesMax: number
}

/** What shapes depend on beside the brand and the canvas. */
export interface Shown {
  pictograms: readonly Pictogram[]
  isSober: boolean
  hasBadge: boolean
  /** Of the frame. */
  field: Rect | undefined
  /** The box of all texts, in the frame's pixels, of copy from the left. */
  copy: Box | undefined
}

/** One way to arrange a campaign, in all formats. */
export interface Layout extends LayoutData, LayoutDrawing {
  name: LayoutName
}

/** What a layout draws and measures itself. */
export interface LayoutDrawing {
  /** SVG elements on ground and picture, below the copy, in the frame's pixels; they run on into the grid's bleed. */
  shapes?(grid: Grid, inks: Inks, seed: number, shown: Shown): string
  /** What the logo stands on, where that is not the ground. */
  logoOn?(inks: Inks): Rgb
  /** What the row at the bottom stands on, logo and button included, where that is not the ground. */
  rowOn?(inks: Inks): Rgb
  /** Height of that ground, from the lower edge. */
  rowHeight?(grid: Grid): number
  /** Where the badge is a block, if frames have no place for it. `isSign`: it is the message, a price too. */
  badge?(stage: Stage, field: Rect): { place: Rect; colors: Inks['badge']; isSign?: boolean }
  /** Whether the logo, with its clear space, stands inside of the shape that it is on. */
  holdsLogo?(grid: Grid, clearBox: Box): boolean
  /** Whether copy or logo in a box, of copy from the left, is closer than `gap` to shapes that it may not touch. */
  touchesShape?(grid: Grid, box: Box, gap: number, field: Rect | undefined): boolean
  /** What of the picture shapes hide beside the frame's `hidden`, in the frame's pixels, of copy from the left in a box. */
  veils?(grid: Grid, copy: Box): Box
  /** The greatest height of a field over the type that the shapes can fill, of at most one; fractions of the canvas. */
  bandOf?(grid: Grid, most: number): number
  /** The part of the picture's box that is seen, as SVG path data in pixels of the canvas. */
  mask?(picture: Box): string
  /** In place of `arrangeFrame`, for layouts whose copy is the picture. */
  arrange?(stage: Stage): Promise<Arrangement>
}

/** A text, or a shape of the copy with its text. */
export interface Drawn {
  /** SVG elements. */
  mark?: string
  texts: readonly PlacedText[]
  box: Box
}

/** One item of a type block. */
export interface StackItem {
  gap: number
  height: number
  draw(top: number, place: { column: Box; align: Align }): Drawn
}

export interface PlacedLine extends SetLine {
  /** From the left of the canvas; `top` and `baseline` are from its top. */
  left: number
}

export interface PlacedText {
  part: PartName
  lines: readonly PlacedLine[]
  color: Rgb
  box: Box
  /** What is behind it, where that is known; else it stands on the picture. */
  on: Rgb | undefined
}

export interface Mark {
  /** SVG elements inside of `box`. */
  svg: string
  box: Box
}

/** All that is drawn on one canvas, in pixels. */
export interface Arrangement extends Pick<Stage, 'layout' | 'grid' | 'inks' | 'isMirrored'> {
  picture: { box: Box; mask: string | undefined; hidden: readonly Box[] } | undefined
  /** Shapes that belong to the copy, such as the button, below its texts. */
  marks: readonly Mark[]
  texts: readonly PlacedText[]
  logo: { anchor: string; box: Box; clearBox: Box; on: Rgb | undefined } | undefined
  subject: Box | undefined
  field: Rect | undefined
  /** A logo with a fixed placement touches the copy. */
  isLogoOnCopy: boolean
  /** Steps that the headline is below its preferred size, and what its line breaks cost. */
  stepsLost: number
  breakCost: number
}

/** The copy does not fit a layout. */
export class Misfit extends Error {
  readonly part: PartName
  /** About how many letters the part has too many, where that is known. */
  readonly excess: number | undefined

  constructor(part: PartName, excess?: number) {
    super(`${part} does not fit`)
    this.part = part
    this.excess = excess
  }
}

/** What is made, or the misfit that it throws. */
export const orMisfit = <Made>(making: Promise<Made>): Promise<Made | Misfit> =>
  making.catch((error: unknown) => {
    if (error instanceof Misfit) return error
    throw error
  })

/** What the first of several ways makes. @throws Misfit, the last one */
export async function firstThatFits<Made>(ways: ReadonlyArray<() => Promise<Made>>): Promise<Made> {
  let misfit: Misfit | undefined
  for (const way of ways) {
    const done = await orMisfit(way())
    if (!(done instanceof Misfit)) return done
    misfit = done
  }
  throw misfit ?? new Misfit('headline')
}

/** Fractions of the canvas: left, top, width and height. */
const Rect = t.Readonly(t.Tuple([t.Number(), t.Number(), t.Number(), t.Number()]))
export type Region = Static<typeof Rect>
export type Rect = Readonly<Region>

const Circle = t.Readonly(t.Tuple([t.Number(), t.Number(), t.Number()]))

/** A part of a region, by fractions of it. */
export const partOf = ([x, y, width, height]: Rect, [left, top, wide, high]: Rect): Rect => [
  x + left * width,
  y + top * height,
  wide * width,
  high * height,
]

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
  /** Where shapes have their subject, if that depends on the room. */
  field: t.Optional(Rect),
}

/** Where the parts of a layout stand on one canvas. */
const Frame = t.Object(
  {
    ...Regions,
    /** The edge of the column that the block keeps to, or the middle. */
    from: OneOf(['top', 'middle', 'bottom']),
    /** Preferred size of the headline, as a step of the scale. */
    step: t.Number(),
    sublineStep: t.Optional(t.Number()),
    /** The column is narrow, so that eyebrow and subline may take twice their lines. */
    isNarrow: t.Optional(t.Boolean()),
    /** Widths of subline and legal note, as fractions of the canvas, if not the column's. */
    sublineWidth: t.Optional(t.Number()),
    legalWidth: t.Optional(t.Number()),
    /**
     * Under the text, on the row at the bottom, or above a logo at the bottom. It goes from the text, or from above the logo,
     * to the logo's side if the copy needs the room.
     */
    button: OneOf(['stack', 'row-start', 'row-end', 'row-center', 'above-logo', 'beside-logo']),
    /** Where a logo on this side of the canvas begins, as a fraction of the width, if not on the margin. */
    logoX: t.Optional(t.Number()),
    /**
     * Where the badge is more than a label above the headline: a block, or left, top and diameter of a circle as fractions of
     * the width.
     */
    badge: t.Optional(t.Union([Rect, Circle])),
    /** Where mask and shapes hide the picture. */
    hidden: t.Optional(t.Array(Rect)),
    /** Least and greatest height of a picture or field over the type, which has what the copy leaves. */
    band: t.Optional(t.Readonly(t.Tuple([t.Number(), t.Number()]))),
    /** Smaller pictures and larger columns, the first that does is taken for copy that has no room otherwise. */
    roomier: t.Optional(t.Array(t.Object(Regions, { additionalProperties: false }))),
    /** Wider pictures and narrower columns, for a subject that the usual picture cuts. */
    wider: t.Optional(t.Array(t.Object(Regions, { additionalProperties: false }))),
    /** Where a logo on the axis stands, as a fraction of the width. */
    axis: t.Optional(t.Number()),
  },
  { additionalProperties: false },
)
export type Frame = Static<typeof Frame>

/** The field is under the type, at the lower edge. */
export const isUnderType = ({ field, type: [left, top, width] }: Frame) =>
  field !== undefined && field[1] > top && field[0] < left && field[0] + field[2] > left + width

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
    ...Rules,
    /** How many pictograms the shapes show. */
    pictogramsMax: t.Optional(t.Number()),
    /** The shapes are nothing without one. */
    needsPictogram: t.Optional(t.Boolean()),
    /** In order of preference; the first that carries logo and text is taken. */
    grounds: Grounds,
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
    sublineCut: t.Optional(CutName),
    /** Type stands where the picture's box ends under the ground. */
    isTypeOnPicture: t.Optional(t.Boolean()),
  },
  { additionalProperties: false },
)
type LayoutData = Readonly<Static<typeof LayoutData>>

const LayoutTable = t.Unsafe<Record<LayoutName, LayoutData>>(t.Record(t.String(), LayoutData))

export const layoutData = Value.Parse(LayoutTable, document)
