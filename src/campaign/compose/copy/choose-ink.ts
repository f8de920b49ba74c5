import type { Box, Raster } from '../../images/raster.ts'
import { contrastMin, luminanceOf, luminanceRange, parseHex, worstContrast } from './contrast.ts'
import { drawBackdrop } from './draw-backdrop.ts'

export interface Ink {
  /** `#rrggbb`. */
  color: string
  /** Least contrast with nine tenths of the pixels under any line, 1 to 21. */
  contrast: number
  /** RGBA, of the size of the box; absent where the background alone lets the copy be read. */
  backdrop?: Raster
  warnings: string[]
}

const neutrals = ['#fafafa', '#141414']

/**
 * Chooses the colour of copy, and a backdrop where no colour has a contrast of 4.5 with the background.
 * @param canvas RGB
 * @param box that a backdrop fills
 * @param lines the boxes of the lines, inside of `box`
 * @param color a hex colour, or `auto` for the one of the palette, near-white and near-black with the most contrast
 */
export async function chooseInk(
  canvas: Raster,
  box: Box,
  lines: readonly Box[],
  { color, palette, radiusPx }: { color: string; palette: readonly string[]; radiusPx: number },
): Promise<Ink> {
  const ranges = lines.map((line) => luminanceRange(canvas, line))
  const contrastOf = (candidate: string) => worstContrast(luminanceOf(parseHex(candidate)), ranges)
  const isAuto = color === 'auto'
  const best = (isAuto ? [...neutrals, ...palette] : [color]).reduce((most, candidate) =>
    contrastOf(candidate) > contrastOf(most) ? candidate : most,
  )
  const contrast = contrastOf(best)
  if (contrast >= contrastMin) return { color: best, contrast, warnings: [] }

  const backdrop = await drawBackdrop(canvas, box, lines, radiusPx, isAuto ? neutrals : [color])
  return {
    color: backdrop.color,
    contrast: backdrop.contrast,
    backdrop: backdrop.pixels,
    warnings: isAuto
      ? []
      : [
          `The copy's colour ${color} has a contrast of ${contrast.toFixed(1)} here and needs ${contrastMin}: it stands on a backdrop`,
        ],
  }
}
