import type { Raster } from '../../images/raster.ts'
import { type Color, decodeSrgb, oklabOf } from '../../scene/procedural/core/color.ts'
import { boxBlur, type IntegralImage, integrate } from './integral-image.ts'

/** What is found once in a picture and serves every format: maps of a thumbnail, as integral images. */
export interface PictureMaps {
  /** Of the thumbnail. */
  width: number
  height: number
  /** How much a point stands out from its surroundings. */
  saliency: IntegralImage
  /** Its fourth power: few points that stand out far. */
  peaks: IntegralImage
}

const thumbnailSide = 200

/** @param picture RGB, or RGBA that is laid on white */
export function measureScene(picture: Raster): PictureMaps {
  const scale = thumbnailSide / Math.max(picture.width, picture.height)
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  const lab = thumbnail(picture, width, height)
  const edges = edgeMap(lab, width, height)
  const saliency = saliencyMap(lab, edges, width, height)
  const map = (values: Float32Array) => integrate(values, width, height)
  return {
    width,
    height,
    saliency: map(saliency),
    peaks: map(saliency.map((value) => value ** 4)),
  }
}

interface LabPlanes {
  l: Float32Array
  a: Float32Array
  b: Float32Array
}

/** At most so many pixels across and down are read for one of the thumbnail. */
const samplesAcross = 4

function thumbnail(picture: Raster, width: number, height: number): LabPlanes {
  const length = width * height
  const planes = { l: new Float32Array(length), a: new Float32Array(length), b: new Float32Array(length) }
  for (let index = 0; index < length; index += 1) {
    const color = oklabOf(meanColor(picture, index % width, Math.floor(index / width), width, height))
    planes.l[index] = color.l
    planes.a[index] = color.a
    planes.b[index] = color.b
  }
  return planes
}

/** The mean in linear light of the part of a picture that is the cell `x`, `y` of a grid of `columns` by `rows`. */
function meanColor(
  { width, height, channels, data }: Raster,
  x: number,
  y: number,
  columns: number,
  rows: number,
): Color {
  const across = Math.min(samplesAcross, Math.max(1, Math.floor(width / columns)))
  const down = Math.min(samplesAcross, Math.max(1, Math.floor(height / rows)))
  const sum = { r: 0, g: 0, b: 0 }
  for (let j = 0; j < down; j += 1) {
    const row = Math.floor(((y + (j + 0.5) / down) * height) / rows) * width
    for (let i = 0; i < across; i += 1) {
      const at = (row + Math.floor(((x + (i + 0.5) / across) * width) / columns)) * channels
      const alpha = channels === 4 ? (data[at + 3] ?? 0) / 255 : 1
      sum.r += 1 + (decodeSrgb(data[at] ?? 0) - 1) * alpha
      sum.g += 1 + (decodeSrgb(data[at + 1] ?? 0) - 1) * alpha
      sum.b += 1 + (decodeSrgb(data[at + 2] ?? 0) - 1) * alpha
    }
  }
  const count = across * down
  return { r: sum.r / count, g: sum.g / count, b: sum.b / count }
}

/** One very sharp edge counts no more than a clear one. */
const edgeMax = 0.25

function edgeMap({ l, a }: LabPlanes, width: number, height: number): Float32Array {
  return Float32Array.from({ length: width * height }, (_, index) => {
    const [x, y] = [index % width, Math.floor(index / width)]
    const [left, right] = [index - (x > 0 ? 1 : 0), index + (x < width - 1 ? 1 : 0)]
    const [above, below] = [index - (y > 0 ? width : 0), index + (y < height - 1 ? width : 0)]
    const across = (l[right] ?? 0) - (l[left] ?? 0)
    const down = (l[below] ?? 0) - (l[above] ?? 0)
    const color = (a[right] ?? 0) - (a[left] ?? 0) + (a[below] ?? 0) - (a[above] ?? 0)
    return Math.min(edgeMax, Math.sqrt(across * across + down * down) + 0.5 * Math.abs(color))
  })
}

/** Distance in OKLab to the mean of the wide surroundings, colour weighted twice, and some of the edges. */
function saliencyMap(lab: LabPlanes, edges: Float32Array, width: number, height: number): Float32Array {
  const differences = [lab.l, lab.a, lab.b].map((plane) => {
    const near = boxBlur(plane, width, height, 2)
    const wide = boxBlur(plane, width, height, Math.round(thumbnailSide / 8))
    return near.map((value, index) => value - (wide[index] ?? 0))
  })
  const [lightness, green, blue] = differences
  return edges.map((edge, index) => {
    const color = 2 * Math.hypot(green?.[index] ?? 0, blue?.[index] ?? 0)
    return Math.hypot(lightness?.[index] ?? 0, color) + 0.6 * edge
  })
}
