import type { Box } from '../../images/raster.ts'
import { type AreaRequest, type CopyArea, copyAreas } from './copy-areas.ts'
import { CopyTooLong } from './copy-too-long.ts'
import { type FittedCopy, fitCopy, type MeasuredCopy, type SizeLimits } from './fit-copy.ts'
import type { Fonts } from './load-fonts.ts'

export interface PlacedCopy {
  fitted: FittedCopy
  area: CopyArea
  /** The lines without their padding, in pixels of the canvas; not rounded. */
  block: Box
}

/** Below this share of the requested size, other areas are tried too. */
const roomyShare = 0.75

/**
 * Fits copy into the best free area for its position.
 * @throws CopyTooLong
 */
export function placeCopy(
  fonts: Fonts,
  copy: MeasuredCopy,
  request: AreaRequest,
  sizes: SizeLimits,
): PlacedCopy {
  const { asked, others } = copyAreas(request)
  const isRoomy = ({ fitted }: Candidate) => fitted.sizePx >= roomyShare * sizes.sizeMaxPx
  const first = fitInto(fonts, copy, asked, sizes)
  const candidates = first.some(isRoomy) ? first : [...first, ...fitInto(fonts, copy, others, sizes)]
  const [best, ...rest] = candidates
  if (best === undefined) {
    const chars = copy.paragraphs.reduce((sum, { text }) => sum + text.length, 0)
    throw new CopyTooLong(chars, sizes.sizeMinPx, request.canvas)
  }
  const score = ({ fitted, area }: Candidate) => fitted.sizePx * area.weight
  const { fitted, area } = rest.reduce((top, other) => (score(other) > score(top) ? other : top), best)
  const { box, column, row } = area
  return {
    fitted,
    area,
    block: {
      left: box.left + ((box.width - fitted.width) * (column + 1)) / 2,
      top: box.top + ((box.height - fitted.height) * (row + 1)) / 2,
      width: fitted.width,
      height: fitted.height,
    },
  }
}

interface Candidate {
  area: CopyArea
  fitted: FittedCopy
}

function fitInto(
  fonts: Fonts,
  copy: MeasuredCopy,
  areas: readonly CopyArea[],
  sizes: SizeLimits,
): Candidate[] {
  return areas.flatMap((area) => {
    const fitted = fitCopy(fonts, copy, area.box, sizes)
    return fitted === undefined ? [] : [{ area, fitted }]
  })
}
