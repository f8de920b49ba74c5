import type { Box, Raster } from '../images/raster.ts'
import type { PartName } from './copy/parts.ts'
import type { FormatId } from './formats.ts'
import type { CopyRequest, LayoutChoice } from './layout-choice.ts'
import type { Arrangement } from './layouts/layout.ts'
import type { PictureSource } from './picture-source.ts'

export interface AssetRequest extends CopyRequest {
  format: FormatId
  choice: LayoutChoice
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

interface PlacedLogo {
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

/** Pixels composited onto the background at integer positions. */
export interface Layer {
  /** RGBA, of the size of `box`. */
  pixels: Raster
  /** Inside the canvas. */
  box: Box
}

type LogoLayer = Layer & { placed: PlacedLogo }
interface CopyLayers {
  layers: readonly Layer[]
  parts: readonly PlacedPart[]
}

interface EncodedAsset {
  png: Uint8Array
  preview: Uint8Array
}

/** State of an asset; each step of the pipeline returns the next one. */
export interface Composition {
  readonly request: AssetRequest
  readonly picture: PictureSource | undefined
  readonly arrangement: Arrangement
  /** RGB: ground, picture and shapes; marks are composited on it. */
  readonly background: Raster
  readonly logo: LogoLayer | undefined
  readonly copy: CopyLayers | undefined
  /** RGB: the background with its marks. */
  readonly canvas: Raster
  readonly encoded: EncodedAsset | undefined
  readonly proof: (PixelProof & Pick<Asset, 'pixelSha256'>) | undefined
  readonly warnings: readonly string[]
}

export type Step = (composition: Composition) => Composition | Promise<Composition>

/** In painting order: the logo is on top. */
export function layersOf({ copy, logo }: Pick<Composition, 'copy' | 'logo'>): Layer[] {
  return [...(copy?.layers ?? []), ...(logo === undefined ? [] : [logo])]
}
