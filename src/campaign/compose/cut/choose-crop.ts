import type { Box } from '../../images/raster.ts'
import { type CalmRegion, findCalmRegion } from './find-calm-region.ts'
import { type IntegralImage, sumWithin } from './integral-image.ts'
import type { PictureMaps } from './measure-scene.ts'

const positions = 24

/**
 * The largest window of an aspect that keeps what stands out, cuts through none of it and has a calm region.
 * @param aspect width by height
 */
export function chooseCrop(maps: PictureMaps, aspect: number): { window: Box; calm: CalmRegion } {
  const isWider = aspect >= maps.width / maps.height
  const width = isWider ? maps.width : Math.max(1, Math.round(maps.height * aspect))
  const height = isWider ? Math.max(1, Math.round(maps.width / aspect)) : maps.height
  const [roomX, roomY] = [maps.width - width, maps.height - height]
  const steps = Math.min(positions, roomX + roomY)
  let best = { score: Number.NEGATIVE_INFINITY, window: { left: 0, top: 0, width, height }, calm: noRegion }
  for (let step = 0; step <= steps; step += 1) {
    const share = steps === 0 ? 0.5 : step / steps
    const window = { left: Math.round(roomX * share), top: Math.round(roomY * share), width, height }
    const calm = findCalmRegion(maps, window)
    const kept = 0.4 * shareIn(maps.saliency, window) + 0.6 * shareIn(maps.peaks, window)
    const score =
      0.8 * kept +
      Math.min(0.5, 3.2 * calm.score) -
      2 * cutSaliency(maps, window) -
      0.08 * Math.abs(share - 0.5)
    if (score > best.score) best = { score, window, calm }
  }
  return best
}

const noRegion: CalmRegion = { box: { left: 0, top: 0, width: 0, height: 0 }, score: 0 }

function shareIn(map: IntegralImage, { left, top, width, height }: Box): number {
  const all = sumWithin(map, 0, 0, map.width, map.height)
  return all === 0 ? 1 : sumWithin(map, left, top, left + width, top + height) / all
}

/** Mean saliency along the two edges that cut the picture. */
function cutSaliency({ saliency }: PictureMaps, { left, top, width, height }: Box): number {
  const [right, bottom] = [left + width, top + height]
  const isAcross = width < saliency.width
  const along = isAcross ? height : width
  const strip = (at: number) =>
    isAcross
      ? sumWithin(saliency, at - 1, top, at + 2, bottom)
      : sumWithin(saliency, left, at - 1, right, at + 2)
  return isAcross
    ? (strip(left) + strip(right - 1)) / (6 * along)
    : (strip(top) + strip(bottom - 1)) / (6 * along)
}
