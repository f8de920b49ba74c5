import type { Raster } from '../images/raster.ts'
import { isUpscaled, logoAtSize } from '../logos/logo-at-size.ts'
import type { LogoMaster } from '../logos/logo-master.ts'
import type { Controls } from './controls.ts'

/**
 * Renders a logo as wide as its scale says, or as large as the canvas lets it be. The opacity is in its alpha; with an
 * opacity of 1 the pixels are those of `logoAtSize`.
 */
export async function sizeLogo(
  master: LogoMaster,
  { scale, color, opacity }: Required<Controls>,
  canvas: Raster,
): Promise<{ pixels: Raster; warnings: string[] }> {
  const warnings: string[] = []
  const wanted = Math.max(1, Math.round(scale * canvas.width))
  const width = Math.min(wanted, largestWidth(master, canvas))
  if (width < wanted)
    warnings.push(`The logo was made smaller, ${width} instead of ${wanted} pixels wide, to fit the canvas`)
  if (isUpscaled(master, width))
    warnings.push(
      `The logo of ${master.width} by ${master.height} pixels was enlarged to a width of ${width} and may look soft: upload an SVG or a larger image`,
    )
  const canTint = color === 'original' || master.isOneColor
  if (!canTint) warnings.push('The logo keeps its own colours: only a logo of one colour can be tinted')
  const pixels = await logoAtSize(master, width, canTint ? color : 'original')
  return { pixels: opacity === 1 ? pixels : withOpacity(pixels, opacity), warnings }
}

/** The height is rounded, and is not above the canvas's. */
function largestWidth({ width, height }: LogoMaster, canvas: Raster): number {
  const byHeight = Math.floor((canvas.height * width) / height)
  return Math.max(1, Math.min(canvas.width, byHeight))
}

function withOpacity(pixels: Raster, opacity: number): Raster {
  const data = new Uint8Array(pixels.data)
  for (let at = 3; at < data.length; at += 4) data[at] = Math.round((data[at] ?? 0) * opacity)
  return { ...pixels, data }
}
