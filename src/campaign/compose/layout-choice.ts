import type { LogoMaster } from '../logos/logo-at-size.ts'
import type { Controls, FullCopy, LayoutName, Tone } from './controls.ts'
import type { FormatId, Sizes } from './formats.ts'
import type { GroundKind } from './inks.ts'
import type { Face } from './layouts/layout.ts'

/** What all assets of a campaign have in common. */
export interface LayoutChoice {
  layout: LayoutName
  ground: GroundKind
  /** Hex colours of the brand: the palette, or the colours of the logo. */
  palette: readonly string[]
  /** How the picture is graded as a whole under copy: below 1 lighter, above 1 darker. */
  gamma: number
  face: Face
  /** Index of the logo variant. */
  logo: number
  /** Luminances of its tones. */
  logoTones: readonly number[]
  /** Emoji of what the campaign is about, which the layout draws. */
  pictograms: readonly string[]
  /** Shapes are few and quiet. */
  isSober: boolean
  tone?: Tone | undefined
  warnings: readonly string[]
}

/** What layouts and assets are made of. */
export interface CopyRequest {
  copy: FullCopy
  controls: Required<Controls>
  sizes?: Sizes
  /** Variants of one mark; the first is preferred. */
  logos: readonly LogoMaster[]
  seed: number
}

export interface LayoutRequest extends CopyRequest {
  palette: readonly string[]
  formats: readonly FormatId[]
  hasPicture: boolean
  /** The request has a picture, so that layouts without one come last. */
  isPictureGiven?: boolean
  /** The brief asks for the scene, which is then shown in place of what is sold. */
  isSceneAsked?: boolean
  tone: Tone | undefined
  /** The brief in the caller's words. */
  about: string
  /** The family of a procedural scene. */
  family: string | undefined
  /** A name that the request gives. */
  layout: LayoutName | undefined
  /** How many layouts to choose; one if absent. */
  variants?: number
}
