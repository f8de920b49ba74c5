import type { Box, Raster, SceneImage } from '../../images/raster.ts'
import type { Inks } from '../inks.ts'

export interface OverlayContext {
  focal: SceneImage['focal']
  calm: Box
  inks: Inks
}

/** Constraints of an overlay on logo and copy. */
export interface OverlayLayout {
  /** Box for copy in place of the scene's calm box. */
  copyBox?: Box
  /** Area that it covers for copy; the logo avoids it. */
  shapeBox?: Box
  /** Default alignment of copy there. */
  copyAlign?: 'center'
  /** The picture inside a frame. */
  openBox?: Box
  /** Logo and copy keep at least this distance to the edges of the canvas. */
  marginMinPx?: number
}

/** Paints over the RGB canvas, in place. The same pixels and context give the same result. */
export type Overlay = (canvas: Raster, context: OverlayContext) => OverlayLayout
