import type { Box } from '../images/raster.ts'
import type { LogoMaster } from '../logos/logo-master.ts'
import type { LayoutChoice } from './choose-layout.ts'
import type { Controls, FullCopy } from './controls.ts'
import type { PartName } from './copy/parts.ts'
import type { FormatId, Sizes } from './formats.ts'

export interface AssetRequest {
  format: FormatId
  sizes?: Sizes
  choice: LayoutChoice
  controls: Required<Controls>
  copy: FullCopy
  /** Hex colours of the brand; may be empty. */
  palette: readonly string[]
  /** Variants of one mark. */
  logos: readonly LogoMaster[]
  seed: number
  /** IPTC digital source type URI, written to the file's XMP. */
  digitalSourceType: string
}

export interface Asset {
  format: FormatId
  layout: string
  width: number
  height: number
  png: Uint8Array
  /** WebP, its longer side 640 pixels. */
  preview: Uint8Array
  /** Of `png`, in hexadecimal. */
  byteSha256: string
  /** Of the decoded RGB rows, in hexadecimal. */
  pixelSha256: string
  logo: PlacedLogo | undefined
  copy: readonly PlacedPart[]
  proof: PixelProof
  warnings: readonly string[]
}

export interface PlacedLogo {
  box: Box
  /** The box with the space around it that stays free. */
  clearBox: Box
  placement: string
  /** Least contrast ratio of any tone of its edge with what is behind it. */
  contrast: number
}

export interface PlacedPart {
  part: PartName
  box: Box
  lines: readonly string[]
  fontSizePx: number
  color: string
  /** With nine tenths of what is behind it, 1 to 21. */
  contrast: number
}

/** Pixel counts of the comparison with its parts; see `comparePixels`. */
export interface PixelProof {
  /** Pixels that no layer covers, outside their boxes or fully transparent, and that differ from the background. */
  outsideChanged: number
  /** Pixels where the top layer is opaque and that differ from it. */
  opaqueChanged: number
  /**
   * The greatest difference of a channel from source-over, computed here in floating point, over all other pixels; less
   * one where layers overlap, as each is rounded.
   */
  stepMax: number
}
