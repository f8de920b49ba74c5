import type { Box, Raster } from '../images/raster.ts'
import { scaledBox, wholePixels, within } from './boxes.ts'
import { type LuminanceRange, luminanceOf, luminanceRange, type Rgb, worstContrast } from './color.ts'
import { textContrastMin } from './inks.ts'
import type { Arrangement } from './layouts/layout.ts'
import { flattened, type PictureSource, picturePlaceOf } from './picture-source.ts'

/** What is behind copy and logo of one arrangement, with the picture graded by a gamma. */
export interface SceneUnderCopy {
  range(box: Box, gamma: number): LuminanceRange
}

export type SceneMeasure = (arrangement: Arrangement) => Promise<SceneUnderCopy | undefined>

const scale = 1 / 6

/** Measures scenes by renderings at a sixth of their size, each rendered once. */
export function createSceneMeasure(source: PictureSource | undefined): SceneMeasure {
  const rendered = new Map<string, Promise<Raster>>()
  return async (arrangement) => {
    if (arrangement.picture === undefined || source === undefined) return undefined
    const place = picturePlaceOf(arrangement, arrangement.picture)
    const key = JSON.stringify(source.subjectIn === undefined ? { ...place, covered: [] } : place)
    const small = rendered.get(key) ?? source.draw(place, scale).then(flattened)
    rendered.set(key, small)
    const pixels = await small
    return {
      range: (box, gamma) =>
        graded(luminanceRange(pixels, within(pixels, wholePixels(scaledBox(box, scale)))), gamma),
    }
  }
}

/** Pictures may be graded so far. */
const gammas = [1, 0.88, 1.14, 0.78, 1.28, 0.72, 1.4]

/** The grading nearest to none that makes all copy legible, or the most legible one. */
export function bestGamma(
  arranged: readonly Arrangement[],
  scenes: readonly (SceneUnderCopy | undefined)[],
): number {
  if (scenes.length === 0) return 1
  const rated = gammas.map((gamma) => ({ gamma, contrast: leastContrast(arranged, scenes, gamma) }))
  const enough = rated.find(({ contrast }) => contrast >= textContrastMin + 0.3)
  return (enough ?? rated.reduce((a, b) => (b.contrast > a.contrast ? b : a))).gamma
}

/** How well the scene carries the copy on it, 0 to 1: calm and of enough contrast under all of it. */
export function onScene(
  arranged: readonly Arrangement[],
  scenes: readonly (SceneUnderCopy | undefined)[],
  gamma: number,
): number {
  if (scenes.length === 0) return 1
  const contrast = leastContrast(arranged, scenes, gamma) / textContrastMin
  const spread = Math.max(
    0,
    ...copyOn(arranged, scenes).map(({ box, scene }) => {
      const { low, high } = scene.range(box, gamma)
      return lightness(high) - lightness(low)
    }),
  )
  const calm = Math.max(0.05, Math.min(1, 1 - (spread - calmSpread) / calmSpread))
  return calm * (contrast >= 1 ? 1 : 0.1 * contrast)
}

/** Lightness may differ so much under copy before it disturbs, in L* of CIELAB. */
const calmSpread = 14

const lightness = (luminance: number) =>
  luminance > 0.008856 ? 116 * Math.cbrt(luminance) - 16 : 903.3 * luminance

function leastContrast(
  arranged: readonly Arrangement[],
  scenes: readonly (SceneUnderCopy | undefined)[],
  gamma: number,
): number {
  return Math.min(
    21,
    ...copyOn(arranged, scenes).map(({ box, color, scene }) =>
      worstContrast(luminanceOf(color), [scene.range(box, gamma)]),
    ),
  )
}

/** Texts that stand on the picture, with three tenths of their size around them. */
function copyOn(
  arranged: readonly Arrangement[],
  scenes: readonly (SceneUnderCopy | undefined)[],
): { box: Box; color: Rgb; scene: SceneUnderCopy }[] {
  return arranged.flatMap(({ texts }, index) => {
    const scene = scenes[index]
    if (scene === undefined) return []
    return texts
      .filter(({ on }) => on === undefined)
      .map(({ box, color, lines }) => {
        const gap = 0.3 * (lines[0]?.sizePx ?? 0)
        const { left, top, width, height } = box
        const wide = { left: left - gap, top: top - gap, width: width + 2 * gap, height: height + 2 * gap }
        return { box: wide, color, scene }
      })
  })
}

/** A grading is a power of the encoded values; luminance follows it nearly. */
function graded({ low, high }: LuminanceRange, gamma: number): LuminanceRange {
  return { low: low ** gamma, high: high ** gamma }
}
