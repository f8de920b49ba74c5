import type { Raster } from '../../images/raster.ts'
import { saliencyOf } from '../subject/find-object.ts'
import { findSubject, type Subject } from '../subject/find-subject.ts'
import { type IntegralImage, integrate } from './integral-image.ts'

/** What is found once in a picture and serves every format. */
export interface PictureMaps {
  /** How much a point stands out, of a thumbnail. */
  saliency: IntegralImage
  /** Where the eye goes without a subject, as fractions of the picture. */
  focal: { x: number; y: number }
  /** Persons, or an object that stands out. */
  subject: Subject | undefined
}

/** Pixels of the thumbnail that faces are looked for in. */
const thumbnailArea = 36_000
const thumbnailSideMax = 480
/** Longest side of the one that saliency is found in. */
const saliencySide = 110

/** @param picture RGB, or RGBA that is laid on white */
export function measureScene(picture: Raster): PictureMaps {
  const { width, height } = picture
  const scale = Math.min(
    Math.sqrt(thumbnailArea / (width * height)),
    thumbnailSideMax / Math.max(width, height),
  )
  const small = thumbnail(picture, Math.min(1, scale))
  const map = thumbnail(small, Math.min(1, saliencySide / Math.max(small.width, small.height)))
  const saliency = saliencyOf(map.data, map.width, map.height)
  return {
    saliency: integrate(saliency.values, map.width, map.height),
    focal: focalOf(saliency.values, map.width, map.height),
    subject: findSubject(small, saliency),
  }
}

/** The middle of what stands out, weighted by its square. */
function focalOf(values: Float32Array, width: number, height: number): { x: number; y: number } {
  let [weight, x, y] = [0, 0, 0]
  for (const [at, value] of values.entries()) {
    weight += value ** 2
    x += value ** 2 * ((at % width) + 0.5)
    y += value ** 2 * (Math.floor(at / width) + 0.5)
  }
  return weight === 0 ? { x: 0.5, y: 0.5 } : { x: x / weight / width, y: y / weight / height }
}

/** At most so many pixels across and down are read for one of the thumbnail. */
const samplesAcross = 4

/** Means of the cells of a grid over the picture, as RGB. */
function thumbnail(picture: Raster, scale: number): Raster {
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  const { channels, data: from } = picture
  const across = Math.min(samplesAcross, Math.max(1, Math.floor(picture.width / width)))
  const down = Math.min(samplesAcross, Math.max(1, Math.floor(picture.height / height)))
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let r = 0
      let g = 0
      let b = 0
      for (let j = 0; j < down; j += 1) {
        const row = Math.floor(((y + (j + 0.5) / down) * picture.height) / height) * picture.width
        for (let i = 0; i < across; i += 1) {
          const at = (row + Math.floor(((x + (i + 0.5) / across) * picture.width) / width)) * channels
          const alpha = channels === 4 ? (from[at + 3] as number) / 255 : 1
          const white = 255 * (1 - alpha)
          r += white + alpha * (from[at] as number)
          g += white + alpha * (from[at + 1] as number)
          b += white + alpha * (from[at + 2] as number)
        }
      }
      const to = (y * width + x) * 3
      data[to] = r / (across * down) + 0.5
      data[to + 1] = g / (across * down) + 0.5
      data[to + 2] = b / (across * down) + 0.5
    }
  }
  return { width, height, channels: 3, data }
}
