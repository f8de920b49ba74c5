import type { Raster } from '../images/raster.ts'
import { decodeSrgb } from '../scene/procedural/core/color.ts'
import { backLogo } from './back-logo.ts'
import type { Composition } from './composition.ts'
import { type LogoSpot, logoSpots } from './logo-spots.ts'
import { type Backdrop, contrastMin, type MarkTone, measureBackdrop } from './measure-backdrop.ts'
import { backdropQuality, qualityMin, scoreSpot } from './score-spot.ts'
import { sizeLogo } from './size-logo.ts'

/** Chooses the logo's position by the background's pixels; adds a backing where contrast is low and placement is `auto`. */
export async function placeLogo(composition: Composition): Promise<Composition> {
  const { request, background, layout } = composition
  if (request.logo === undefined) return composition
  const { controls } = request
  const { pixels, warnings } = await sizeLogo(request.logo, controls, background)
  const tone = { luminance: luminanceOfLogo(pixels), opacity: controls.opacity }
  const spots = logoSpots(pixels, controls, background, layout.marginMinPx ?? 0)
  const [best, next] = rankSpots(spots, tone, composition)
  if (best === undefined) return composition
  const { spot, backdrop } = best
  if (spot.isMoved) warnings.push('The logo was moved to stay inside the canvas')

  const isAuto = controls.placement === 'auto'
  const isPoor = backdrop.contrast < contrastMin || backdropQuality(backdrop) < qualityMin
  const backed = isAuto && isPoor ? backLogo(background, spot.clearBox, tone, composition) : undefined
  const { contrast } = backed?.backdrop ?? backdrop
  if (contrast < contrastMin)
    warnings.push(
      `The logo's contrast at ${spot.anchor} is ${ratio(contrast)}, below ${ratio(contrastMin)}: choose auto, another placement, a tint or more opacity`,
    )
  const choice = isAuto ? chosen(best, next, spots.length) : `placed at ${spot.anchor} as asked`
  const legibility =
    backed === undefined
      ? `contrast ${ratio(contrast)}`
      : `a ${backed.kind} under it lifts the contrast from ${ratio(backdrop.contrast)} to ${ratio(contrast)}`
  return {
    ...composition,
    ...(backed && { background: backed.background, canvas: backed.background }),
    logo: {
      pixels,
      box: spot.box,
      clearBox: spot.clearBox,
      placement: spot.anchor,
      contrast,
      reason: `${choice}; ${legibility}`,
    },
    warnings: [...composition.warnings, ...warnings],
  }
}

interface RankedSpot {
  spot: LogoSpot
  backdrop: Backdrop
  score: number
}

/** Best first; ties in the order of the anchors. */
function rankSpots(
  spots: readonly LogoSpot[],
  tone: MarkTone,
  { request, background, scene, layout, copyRoom }: Composition,
): RankedSpot[] {
  const hasCopy = request.copy.content.trim() !== ''
  const focal = { x: scene.focal.x * background.width, y: scene.focal.y * background.height }
  const around = { focal, copyRoom: hasCopy ? copyRoom : undefined, shapeBox: layout.shapeBox }
  const measured = spots.map((spot) => {
    const backdrop = measureBackdrop(background, spot.clearBox, tone)
    return { spot, backdrop, quality: backdropQuality(backdrop) }
  })
  const rank = (floor: number) =>
    measured
      .map(({ spot, backdrop, quality }) => ({
        spot,
        backdrop,
        score: scoreSpot(spot, floor + quality, around),
      }))
      .sort((a, b) => b.score - a.score)
  const ranked = rank(0)
  // If no position is good, the logo gets a backing, and the background counts less than the position.
  const isPoor = (ranked[0]?.score ?? 0) < scoreMin
  return isPoor ? rank(qualityMin) : ranked
}

/** Minimum score of a good position. */
const scoreMin = 0.15

function chosen({ spot, score }: RankedSpot, next: RankedSpot | undefined, count: number): string {
  const second = next && `, next is ${next.spot.anchor} with ${next.score.toFixed(2)}`
  return `${spot.anchor} is the clearest of ${count} places with a score of ${score.toFixed(2)}${second ?? ''}`
}

const ratio = (contrast: number) => `${contrast.toFixed(1)}:1`

/** Mean relative luminance of the visible pixels, weighted by alpha. */
function luminanceOfLogo({ width, height, data }: Raster): number {
  // About ten thousand samples suffice; an odd step does not stay in one column.
  const step = 4 * (Math.floor((width * height) / 40_000) | 1)
  let [sum, weight] = [0, 0]
  for (let at = 0; at < data.length; at += step) {
    const alpha = data[at + 3] ?? 0
    sum +=
      alpha *
      (0.2126 * decodeSrgb(data[at] ?? 0) +
        0.7152 * decodeSrgb(data[at + 1] ?? 0) +
        0.0722 * decodeSrgb(data[at + 2] ?? 0))
    weight += alpha
  }
  return weight === 0 ? 0 : sum / weight
}
