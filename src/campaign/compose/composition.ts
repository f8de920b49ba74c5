import type { Box, Raster, SceneImage } from '../raster.ts'
import type { PixelProof } from './compare-pixels.ts'
import type { Asset, AssetRequest } from './compose.ts'
import type { Fonts } from './copy/load-fonts.ts'
import type { Inks } from './inks.ts'
import type { OverlayLayout } from './overlays/overlay.ts'

/** Pixels that lie on the background at whole-number positions. */
export interface Layer {
  /** RGBA, of the size of `box`. */
  pixels: Raster
  /** Inside the canvas. */
  box: Box
}

export interface LogoLayer extends Layer {
  /** The box with the space around it that stays free. */
  clearBox: Box
  placement: string
  /** Contrast ratio with what is behind it. */
  contrast: number
  reason: string
}

export interface CopyLayer extends Layer {
  lines: readonly string[]
  fontSizePx: number
  color: string
}

export interface EncodedAsset {
  png: Uint8Array
  preview: Uint8Array
}

/** An asset in the making: each step of the pipeline returns the next state. */
export interface Composition {
  readonly fonts: Fonts
  readonly request: AssetRequest
  readonly scene: SceneImage
  readonly inks: Inks
  readonly layout: OverlayLayout
  /** Where copy belongs: the overlay's box, the part of the canvas that was asked for, or the calm box. */
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

/** In painting order: the logo lies on top. */
export function layersOf({ copy, logo }: Pick<Composition, 'copy' | 'logo'>): Layer[] {
  return [copy, logo].filter((layer) => layer !== undefined)
}
