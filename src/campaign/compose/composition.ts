import type { Box, Raster, SceneImage } from '../images/raster.ts'
import type { Asset, AssetRequest, PixelProof, PlacedCopy, PlacedLogo } from './asset.ts'
import type { Fonts } from './copy/load-fonts.ts'
import type { Inks } from './inks.ts'
import type { OverlayLayout } from './overlays/overlay.ts'

/** Pixels composited onto the background at integer positions. */
export interface Layer {
  /** RGBA, of the size of `box`. */
  pixels: Raster
  /** Inside the canvas. */
  box: Box
}

export type LogoLayer = Layer & PlacedLogo
export type CopyLayer = Layer & PlacedCopy

export interface EncodedAsset {
  png: Uint8Array
  preview: Uint8Array
}

/** State of an asset; each step of the pipeline returns the next one. */
export interface Composition {
  readonly fonts: Fonts
  readonly request: AssetRequest
  readonly scene: SceneImage
  readonly inks: Inks
  readonly layout: OverlayLayout
  /** Where copy belongs: the overlay's box, the requested part of the canvas, or the calm box. */
  readonly copyRoom: Box
  /** RGB: the scene, its overlay and what backs the logo; marks are composited on it. */
  readonly background: Raster
  readonly logo: LogoLayer | undefined
  readonly copy: CopyLayer | undefined
  /** RGB: the background with its marks. */
  readonly canvas: Raster
  readonly encoded: EncodedAsset | undefined
  readonly proof: (PixelProof & Pick<Asset, 'pixelSha256'>) | undefined
  readonly warnings: readonly string[]
}

export type Step = (composition: Composition) => Composition | Promise<Composition>

/** In painting order: the logo is on top. */
export function layersOf({ copy, logo }: Pick<Composition, 'copy' | 'logo'>): Layer[] {
  return [copy, logo].filter((layer) => layer !== undefined)
}
