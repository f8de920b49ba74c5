import type { Box, Raster, SceneImage } from '../../raster.ts'
import type { Inks } from '../inks.ts'

export interface OverlayContext {
  focal: SceneImage['focal']
  calm: Box
  inks: Inks
}

/** What an overlay means for what is placed on it. */
export interface OverlayLayout {
  /** Where copy belongs instead of the scene's calm box. */
  copyBox?: Box
  /** What it hides of the scene for copy; the logo rather stays off it. */
  shapeBox?: Box
  /** How copy is aligned there unless it was asked for. */
  copyAlign?: 'center'
  /** The picture inside a frame. */
  openBox?: Box
  /** Logo and copy keep at least this distance to the edges of the canvas. */
  marginMinPx?: number
}

/** Paints over the RGB canvas, in place. The same pixels and context give the same result. */
export type Overlay = (canvas: Raster, context: OverlayContext) => OverlayLayout
