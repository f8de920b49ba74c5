import type { Box, Raster } from '../images/raster.ts'
import { grown, scaledBox, wholePixels, within } from './boxes.ts'
import { type LuminanceRange, luminanceOf, luminanceRange, type Rgb, worstContrast } from './color.ts'
import { textContrastMin } from './inks.ts'
import type { Arrangement } from './layouts/layout.ts'
import { paintGround } from './layouts/paint-ground.ts'
import { oncePerKey } from './once-per-key.ts'
import { flattened, type PictureSource, picturePlaceOf } from './picture-source.ts'

/** What is behind a box of one arrangement, with the picture graded by a gamma. */
export type SceneRange = (box: Box, gamma: number) => LuminanceRange

/** @param shapes SVG elements on the picture */
export type SceneMeasure = (arrangement: Arrangement, shapes: string) => Promise<SceneRange | undefined>

const scale = 1 / 6

/** Measures scenes by renderings at a sixth of their size, each rendered once. */
export function createSceneMeasure(source: PictureSource | undefined): SceneMeasure {
  const rendered = oncePerKey<string, Promise<Raster>>()
  return async (arrangement, shapes) => {
    const place = picturePlaceOf(arrangement)
    if (place === undefined || source === undefined) return undefined
    const key = JSON.stringify(source.subjectIn === undefined ? { ...place, covered: [], marks: [] } : place)
    const scene = await rendered(key, () => source.draw(place, scale).then(flattened))
    const pixels = shapes === '' ? scene : await withShapes(scene, shapes)
    return (box, gamma) =>
      graded(luminanceRange(pixels, within(pixels, wholePixels(scaledBox(box, scale)))), gamma)
  }
}

async function withShapes(scene: Raster, shapes: string): Promise<Raster> {
  const { width, height } = scene
  const picture = { pixels: scene, box: { left: 0, top: 0, width, height }, mask: undefined }
  return await paintGround({
    ...{ size: { width, height }, color: [0, 0, 0] as const, picture },
    shapes: `<g transform="scale(${scale})">${shapes}</g>`,
  })
}

/** Pictures may be graded so far. */
const gammas = [1, 0.88, 1.14, 0.78, 1.28, 0.72, 1.4]

/** The grading nearest to none that makes all copy legible, or the most legible one. */
export function bestGamma(texts: readonly TextOnScene[]): number {
  const rated = gammas.map((gamma) => ({ gamma, contrast: leastContrast(texts, gamma) }))
  const enough = rated.find(({ contrast }) => contrast >= textContrastMin + 0.3)
  return (enough ?? rated.reduce((a, b) => (b.contrast > a.contrast ? b : a))).gamma
}

/** How well the scene carries the copy on it, 0 to 1: calm and of enough contrast under all of it. */
export function onScene(texts: readonly TextOnScene[], gamma: number): number {
  const contrast = leastContrast(texts, gamma) / textContrastMin
  const spreads = texts.map(({ range }) => {
    const { low, high } = range(gamma)
    return lightness(high) - lightness(low)
  })
  const calm = Math.max(0.05, Math.min(1, 1 - (Math.max(0, ...spreads) - calmSpread) / calmSpread))
  return calm * (contrast >= 1 ? 1 : 0.1 * contrast)
}

/** Lightness may differ so much under copy before it disturbs, in L* of CIELAB. */
const calmSpread = 14

const lightness = (luminance: number) =>
  luminance > 0.008856 ? 116 * Math.cbrt(luminance) - 16 : 903.3 * luminance

const leastContrast = (texts: readonly TextOnScene[], gamma: number) =>
  Math.min(21, ...texts.map(({ color, range }) => worstContrast(luminanceOf(color), range(gamma))))

/** A text that stands on the picture, and what is behind it with three tenths of its size around it. */
export interface TextOnScene {
  color: Rgb
  range(gamma: number): LuminanceRange
}

export const textsOn = ({ texts }: Arrangement, scene: SceneRange): TextOnScene[] =>
  texts
    .filter(({ on }) => on === undefined)
    .map(({ box, color, lines }) => {
      const wide = grown(box, 0.3 * (lines[0]?.sizePx ?? 0))
      return { color, range: (gamma) => scene(wide, gamma) }
    })

/** A grading is a power of the encoded values; luminance follows it nearly. */
function graded({ low, high }: LuminanceRange, gamma: number): LuminanceRange {
  return { low: low ** gamma, high: high ** gamma }
}
