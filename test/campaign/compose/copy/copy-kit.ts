import { type CopyControls, defaultCopy } from '../../../../src/campaign/compose/controls.ts'
import type { CopyRequest } from '../../../../src/campaign/compose/copy/draw-copy.ts'
import type { Raster } from '../../../../src/campaign/images/raster.ts'
import type { Random } from '../../../../src/campaign/scene/procedural/core/random.ts'
import { drawRaster } from '../kit.ts'

/** A slope between two random colours with noise on it. */
export function randomCanvas({ next, range }: Random, width: number, height: number): Raster {
  const color = () => [next() * 255, next() * 255, next() * 255] as const
  const [from, to] = [color(), color()]
  const [slopeX, slopeY] = [range(-0.5, 0.5), range(-0.5, 0.5)]
  const noise = range(0, 120)
  return drawRaster(width, height, (x, y) => {
    const slope = slopeX * (x / width - 0.5) * 2 + slopeY * (y / height - 0.5) * 2
    const share = Math.min(1, Math.max(0, 0.5 + slope))
    const grain = range(-0.5, 0.5) * noise
    const channel = (a: number, b: number) => Math.min(255, Math.max(0, a + (b - a) * share + grain))
    return [channel(from[0], to[0]), channel(from[1], to[1]), channel(from[2], to[2])]
  })
}

export const whiteCanvas = drawRaster(1080, 1080, () => [255, 255, 255])

/** A request for one copy on a white square whose upper half is calm. */
export function requestFor(
  copy: CopyControls,
  overrides: Partial<Omit<CopyRequest, 'copy'>> = {},
): CopyRequest {
  return {
    canvas: whiteCanvas,
    calm: { left: 0, top: 0, width: 1080, height: 540 },
    focal: { x: 0.5, y: 0.8 },
    avoid: [],
    palette: [],
    ...overrides,
    copy: { ...defaultCopy, ...copy },
  }
}
