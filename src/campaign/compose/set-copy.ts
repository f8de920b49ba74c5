import type { Box, Raster } from '../images/raster.ts'
import type { Composition } from './composition.ts'
import { CopyTooLong } from './copy/copy-too-long.ts'
import { type CopyRequest, drawCopy } from './copy/draw-copy.ts'
import { inflate } from './copy/free-boxes.ts'
import { copyPaddingShare } from './copy/typography.ts'
import { unitOf, wholeBox } from './overlays/layout.ts'

/** Draws the copy clear of the logo, in the overlay's box where it has one. */
export async function setCopy(composition: Composition): Promise<Composition> {
  const { fonts, request, scene, background, layout, copyRoom, logo } = composition
  const logoBoxes = logo === undefined ? [] : [logo.clearBox]
  const { copyBox, copyAlign } = layout
  const align = request.copy.align === 'auto' ? copyAlign : undefined
  const inside = copyBox ?? inflate(wholeBox(background), -(layout.marginMinPx ?? 0))
  const asked: CopyRequest = {
    canvas: background,
    calm: copyRoom,
    focal: scene.focal,
    avoid: [...logoBoxes, ...outside(inside, background)],
    copy: {
      ...request.copy,
      // The overlay's box is at the requested copy position.
      ...(copyBox !== undefined && { position: 'auto' }),
      ...(align !== undefined && { align }),
    },
    palette: request.palette,
  }
  const warnings = [...composition.warnings]
  const drawn = await drawCopy(fonts, asked).catch((error) => {
    if (copyBox === undefined || !(error instanceof CopyTooLong)) throw error
    warnings.push(`The copy is too long for the ${request.overlayMode} and was set beside it`)
    return drawCopy(fonts, { ...asked, avoid: logoBoxes, copy: request.copy })
  })
  if (drawn === undefined) {
    if (layout.shapeBox !== undefined)
      warnings.push(`The ${request.overlayMode} is empty as there is no copy`)
    return { ...composition, warnings }
  }
  const { pixels, box, lines, fontSizePx, color } = drawn
  warnings.push(...drawn.warnings)
  return { ...composition, copy: { pixels, box, lines, fontSizePx, color }, warnings }
}

/** What surrounds a box, as four strips; the room that copy keeps for a backdrop may lie outside. */
function outside(box: Box, canvas: Raster): Box[] {
  const { left, top, width, height } = inflate(box, Math.ceil(copyPaddingShare * unitOf(canvas)))
  const [right, bottom] = [left + width, top + height]
  return [
    { left: 0, top: 0, width: left, height: canvas.height },
    { left: right, top: 0, width: canvas.width - right, height: canvas.height },
    { left: 0, top: 0, width: canvas.width, height: top },
    { left: 0, top: bottom, width: canvas.width, height: canvas.height - bottom },
  ].filter((strip) => strip.width > 0 && strip.height > 0)
}
