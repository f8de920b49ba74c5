import type { Box, Raster } from '../images/raster.ts'
import type { Asset, AssetRequest, PixelProof, PlacedLogo, PlacedPart } from './asset.ts'
import type { Fonts } from './copy/load-fonts.ts'
import type { Grid } from './grid.ts'
import type { Inks } from './inks.ts'
import type { Arrangement, Layout } from './layouts/layout.ts'
import type { PictureSource } from './picture-source.ts'

/** Pixels composited onto the background at integer positions. */
export interface Layer {
  /** RGBA, of the size of `box`. */
  pixels: Raster
  /** Inside the canvas. */
  box: Box
}

export type LogoLayer = Layer & PlacedLogo
export interface CopyLayers {
  layers: readonly Layer[]
  parts: readonly PlacedPart[]
}

export interface EncodedAsset {
  png: Uint8Array
  preview: Uint8Array
}

/** State of an asset; each step of the pipeline returns the next one. */
export interface Composition {
  readonly fonts: Fonts
  readonly request: AssetRequest
  readonly picture: PictureSource | undefined
  readonly grid: Grid
  readonly layout: Layout
  readonly inks: Inks
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
