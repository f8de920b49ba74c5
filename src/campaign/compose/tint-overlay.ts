import type { Box, Raster } from '../images/raster.ts'
import type { Composition } from './composition.ts'
import type { Placement } from './controls.ts'
import { overlays } from './overlays/overlays.ts'

/** Paints the overlay over a copy of the scene. It makes room at the requested copy position, else in the calm box. */
export function tintOverlay(composition: Composition): Composition {
  const { scene, request, inks } = composition
  const { pixels, focal } = scene
  const { position } = request.copy
  const calm = position === 'auto' ? scene.calm : regionAt(position, pixels)
  if (request.overlayMode === 'none') return { ...composition, copyRoom: calm }
  const background = { ...pixels, data: new Uint8Array(pixels.data) }
  const layout = overlays[request.overlayMode](background, { focal, calm, inks })
  return { ...composition, background, canvas: background, layout, copyRoom: layout.copyBox ?? calm }
}

/** The part of the canvas that belongs to an anchor. */
function regionAt(position: Exclude<Placement, 'auto'>, canvas: Raster): Box {
  const width = Math.round(canvas.width * 0.6)
  const height = Math.round(canvas.height * 0.4)
  const right = canvas.width - width
  const bottom = canvas.height - height
  return {
    left: position.endsWith('left') ? 0 : position.endsWith('right') ? right : Math.round(right / 2),
    top: position.startsWith('top') ? 0 : position.startsWith('bottom') ? bottom : Math.round(bottom / 2),
    width,
    height,
  }
}
