import type { Box } from '../../images/raster.ts'
import type { Rgb } from '../color.ts'
import type { Controls, LayoutName, Tone } from '../controls.ts'
import type { CopyParts, PartName } from '../copy/parts.ts'
import type { SetLine, SetText, TextStyle } from '../copy/set-text.ts'
import type { Grid } from '../grid.ts'
import type { Inks } from '../inks.ts'
import type { LayoutData, Rect } from './layout-data.ts'

export interface Circle {
  x: number
  y: number
  radius: number
}

export interface Ellipse {
  x: number
  y: number
  radiusX: number
  radiusY: number
}

/** What copy and picture of a campaign are like, for the choice of a layout. */
export interface Brief {
  hasPicture: boolean
  hasBadge: boolean
  hasButton: boolean
  hasLegal: boolean
  isQuote: boolean
  /** The badge is a date. */
  hasDate: boolean
  /** The amount that the copy is about: its badge, or the first words of its headline. */
  sign: string | undefined
  listLength: number
  headlineWords: number
  /** Of the longest word of the headline. */
  longestWord: number
  sublineWords: number
  words: number
  tone: Tone | undefined
  topics: ReadonlySet<string>
  /** The procedural family of the picture. */
  family: string | undefined
}

export type Align = 'left' | 'center' | 'right'

/** One canvas with what is to be arranged on it. */
export interface Stage {
  grid: Grid
  parts: CopyParts
  inks: Inks
  face: 'serif' | 'sans'
  /** Copy from right to left mirrors all places. */
  isMirrored: boolean
  /** Undefined without a logo. */
  logo: StageLogo | undefined
  align: Align | undefined
  /** Largest size of the headline in pixels, if the request limits it. */
  headlineMaxPx: number
  seed: number
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

/** One way to arrange a campaign, in all formats. */
export interface Layout extends LayoutData {
  name: LayoutName
  /** 0 where the layout is out of the question, 1 where it serves, 1.5 where the copy calls for it. */
  suits(brief: Brief): number
  /** SVG elements on ground and picture, below the copy, in the frame's pixels; they run on into the grid's bleed. */
  shapes?(grid: Grid, inks: Inks, seed: number): string
  /** What the logo stands on, where that is not the ground. */
  logoOn?(inks: Inks): Rgb
  /** What the row at the bottom stands on, logo and button included, where that is not the ground. */
  rowOn?(inks: Inks): Rgb
  /** Height of that ground, from the lower edge. */
  rowHeight?(grid: Grid): number
  /** Draws the badge where it is more than a label above the headline; undefined for one that it cannot draw. */
  badge?(stage: Stage): Promise<Drawn | undefined>
  /** Where the logo must stay, with its clear space. */
  logoRoom?(grid: Grid): Ellipse
  /** Shapes that neither copy nor logo may touch. */
  keepOut?(grid: Grid, seed: number): readonly Circle[]
  /** Whether copy or logo in a box, of copy from the left, is closer than `gap` to other shapes. */
  touchesShape?(grid: Grid, box: Box, gap: number): boolean
  /** Where mask and shapes hide the picture, as fractions of the canvas. */
  hides?(grid: Grid): readonly Rect[]
  /** The part of the picture's box that is seen, as SVG path data in pixels of the canvas. */
  mask?(grid: Grid, picture: Box): string
  /** In place of `arrangeFrame`, for layouts whose copy is the picture. */
  arrange?(stage: Stage, layout: Layout): Promise<Arrangement>
}

/** A shape of the copy with its text. */
export interface Drawn {
  mark: string
  texts: readonly PlacedText[]
  box: Box
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
export interface Arrangement {
  picture: { box: Box; mask: string | undefined; hidden: readonly Box[] } | undefined
  /** Shapes that belong to the copy, such as the button, below its texts. */
  marks: readonly Mark[]
  texts: readonly PlacedText[]
  logo: { anchor: string; box: Box; clearBox: Box; on: Rgb | undefined } | undefined
  subject: Box | undefined
  /** Shapes of the layout are mirrored too. */
  isMirrored: boolean
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
