import type { Box } from '../../images/raster.ts'
import { findFocalPoint } from './find-focal-point.ts'
import { type IntegralImage, sumWithin } from './integral-image.ts'
import type { PictureMaps } from './measure-scene.ts'

const positions = 24

/**
 * The largest window of an aspect that keeps what stands out and cuts through none of it.
 * @param aspect width by height
 * @param target where in the window the subject belongs, as fractions
 * @param focus where in the picture the subject is, as fractions; else it is looked for
 */
export function chooseCrop(
  maps: PictureMaps,
  aspect: number,
  { target, focus }: { target?: Point | undefined; focus?: Point | undefined } = {},
): Box {
  const whole = { left: 0, top: 0, width: maps.width, height: maps.height }
  const subject = focus ?? findFocalPoint(maps, whole)
  const isWider = aspect >= maps.width / maps.height
  const width = isWider ? maps.width : Math.max(1, Math.round(maps.height * aspect))
  const height = isWider ? Math.max(1, Math.round(maps.width / aspect)) : maps.height
  const [roomX, roomY] = [maps.width - width, maps.height - height]
  const steps = Math.min(positions, roomX + roomY)
  let best = { score: Number.NEGATIVE_INFINITY, window: { left: 0, top: 0, width, height } }
  for (let step = 0; step <= steps; step += 1) {
    const share = steps === 0 ? 0.5 : step / steps
    const window = { left: Math.round(roomX * share), top: Math.round(roomY * share), width, height }
    const kept = 0.4 * shareIn(maps.saliency, window) + 0.6 * shareIn(maps.peaks, window)
    const at = {
      x: (subject.x * maps.width - window.left) / width,
      y: (subject.y * maps.height - window.top) / height,
    }
    const { x, y } = target ?? { x: 0.5, y: 0.5 }
    const score = kept - 2 * cutSaliency(maps, window) - 0.9 * Math.hypot(at.x - x, at.y - y)
    if (score > best.score) best = { score, window }
  }
  return best.window
}

interface Point {
  x: number
  y: number
}

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
