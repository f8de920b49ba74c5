import sharp from 'sharp'
import type { Box, Raster } from '../../images/raster.ts'
import { overlapOf } from '../boxes.ts'
import { foregroundOf } from '../subject/find-object.ts'
import { findSubject, type Subject, subjectAt } from '../subject/find-subject.ts'
import { findThings } from '../subject/object-network.ts'
import { type IntegralImage, integrate, sumWithin } from './integral-image.ts'

/** The box of a picture on a canvas; its boxes are in pixels from its left and top. */
export interface PicturePlace {
  width: number
  height: number
  /** Where the subject belongs. */
  zone: Box | undefined
  /** What stands on the picture or hides it. */
  covered: readonly Box[]
  /** Badges and buttons among it. */
  marks?: readonly Box[]
}

/** The part of a picture that is shown in a place. */
export interface Crop {
  /** In fractions of the picture. */
  window: Box
  subject: SubjectInCrop | undefined
}

/** What of the subject cannot be seen, 0 to 1. */
export interface SubjectInCrop {
  isSure: boolean
  hasFaces: boolean
  /** Of the subject, outside of the window. */
  cut: number
  /** Of the subject, behind copy, logo and shapes; of persons with their bodies, behind badges and buttons. */
  covered: number
  /** Of the worst face: outside of the window, and behind copy, logo and shapes. */
  faceCut: number
  faceCovered: number
}

/** Parts of the largest window that are tried, so that a subject in the middle can stand elsewhere, in steps each way. */
const zooms = [
  { zoom: 1, steps: 24 },
  { zoom: 0.87, steps: 8 },
  { zoom: 0.76, steps: 8 },
] as const

/**
 * The window that shows the subject whole, in its zone and free of what covers the picture.
 * @param picture its size in pixels
 * @param focus where in the picture the subject is, as fractions; else what was found is the subject
 */
export function chooseCrop(
  maps: PictureMaps,
  picture: { width: number; height: number },
  place: PicturePlace,
  focus?: { x: number; y: number },
): Crop {
  const subject = focus === undefined ? maps.subject : subjectAt(maps.subject, focus)
  const aspect = (place.width / place.height) * (picture.height / picture.width)
  const [acrossMax, downMax] = aspect >= 1 ? [1, 1 / aspect] : [aspect, 1]
  let best: { score: number; crop: Crop } | undefined
  for (const { zoom, steps } of zooms) {
    const [width, height] = [acrossMax * zoom, downMax * zoom]
    const enlarged = Math.max(1, place.width / (width * picture.width))
    const cost = 0.9 * (1 - zoom) + (zoom < 1 ? 0.6 * (enlarged - 1) : 0)
    for (const left of starts(1 - width, steps)) {
      for (const top of starts(1 - height, steps)) {
        const window = { left, top, width, height }
        const inCrop = subject && viewOf(subject, window, place)
        const score = rate(maps, subject, { window, subject: inCrop }, place) - cost
        if (best === undefined || score > best.score) best = { score, crop: { window, subject: inCrop } }
      }
    }
  }
  return best?.crop ?? { window: { left: 0, top: 0, width: acrossMax, height: downMax }, subject: undefined }
}

/** An object without its upper edge looks cut off, one without its base does not. */
const topCutCost = 3
/** Above it, of its height. */
const airShare = 0.15

function starts(room: number, steps: number): number[] {
  if (room < 1e-6) return [0]
  return Array.from({ length: steps + 1 }, (_, step) => (room * step) / steps)
}

function rate(
  { saliency, focal }: PictureMaps,
  subject: Subject | undefined,
  { window, subject: view }: Crop,
  { width, height, zone }: PicturePlace,
): number {
  const known =
    subject !== undefined && (subject.isSure || subject.faces.length > 0) ? subject.box : undefined
  const middle = known === undefined ? focal : middleOf(known)
  const wanted = zone === undefined ? { x: 0.5, y: 0.5 } : middleOf(zone, width, height)
  const x = (middle.x - window.left) / window.width - wanted.x
  const y = (middle.y - window.top) / window.height - wanted.y
  const kept = 0.5 * shareIn(saliency, window) - cutSaliency(saliency, window) - 0.9 * Math.hypot(x, y)
  if (view === undefined) return kept
  const { cut, covered, faceCut, faceCovered } = view
  const box = known ?? window
  const air = Math.min(airShare * box.height, box.top)
  const topCut = Math.max(0, window.top + air - box.top) / box.height
  return kept - 2.5 * cut - topCutCost * topCut - 2 * covered - 6 * (faceCut + faceCovered)
}

const middleOf = ({ left, top, width, height }: Box, across = 1, down = 1) => ({
  x: (left + width / 2) / across,
  y: (top + height / 2) / down,
})

function viewOf({ box, whole, faces, isSure }: Subject, window: Box, place: PicturePlace): SubjectInCrop {
  const [x, y] = [place.width / window.width, place.height / window.height]
  const shown = { left: 0, top: 0, width: place.width, height: place.height }
  const view = (part: Box, covers = place.covered) => {
    const placed = {
      left: (part.left - window.left) * x,
      top: (part.top - window.top) * y,
      width: part.width * x,
      height: part.height * y,
    }
    const area = Math.max(1e-6, placed.width * placed.height)
    const hidden = covers.reduce((total, cover) => total + overlapOf(placed, cover), 0)
    return { cut: 1 - overlapOf(placed, shown) / area, covered: Math.min(1, hidden / area) }
  }
  const all = faces.map((face) => view(face))
  return {
    cut: view(whole).cut,
    covered: (isSure && faces.length > 0 ? view(whole, place.marks) : view(isSure ? box : window)).covered,
    isSure,
    hasFaces: faces.length > 0,
    faceCut: Math.max(0, ...all.map(({ cut }) => cut)),
    faceCovered: Math.max(0, ...all.map(({ covered }) => covered)),
  }
}

function shareIn(map: IntegralImage, { left, top, width, height }: Box): number {
  const all = sumWithin(map, 0, 0, map.width, map.height)
  const [x, y] = [(at: number) => Math.round(at * map.width), (at: number) => Math.round(at * map.height)]
  return all === 0 ? 1 : sumWithin(map, x(left), y(top), x(left + width), y(top + height)) / all
}

/** Mean saliency along the edges that cut the picture. */
function cutSaliency(map: IntegralImage, { left, top, width, height }: Box): number {
  const x = (at: number) => Math.round(at * map.width)
  const y = (at: number) => Math.round(at * map.height)
  const [from, to, upper, lower] = [x(left), x(left + width), y(top), y(top + height)]
  const column = (at: number) =>
    sumWithin(map, at - 1, upper, at + 1, lower) / (2 * Math.max(1, lower - upper))
  const row = (at: number) => sumWithin(map, from, at - 1, to, at + 1) / (2 * Math.max(1, to - from))
  const edges = [
    from > 0 ? column(from) : 0,
    to < map.width ? column(to) : 0,
    upper > 0 ? row(upper) : 0,
    lower < map.height ? row(lower) : 0,
  ]
  return edges.reduce((total, edge) => total + edge, 0)
}

/** What is found once in a picture and serves every format. */
export interface PictureMaps {
  /** How much a point stands out, of a thumbnail. */
  saliency: IntegralImage
  /** Where the eye goes without a subject, as fractions of the picture. */
  focal: { x: number; y: number }
  /** Persons, or an object that stands out. */
  subject: Subject | undefined
  /** Mean of all channels, 0 to 1. */
  lightness: number
  /** The hex colour that all of its edge has nearly. */
  plain: `#${string}` | undefined
}

/** Pixels of the thumbnail that faces are looked for in. */
const thumbnailArea = 36_000
const thumbnailSideMax = 480
/** Cells along the longest side of the grid that the foreground is found in. */
const gridSide = 32

/** Pixels along the longest side of the picture that things are looked for in. */
const thingsSide = 256

/** @param picture RGB, or RGBA that is laid on white */
export async function measureScene(picture: Raster): Promise<PictureMaps> {
  const { width, height } = picture
  const scale = Math.min(
    Math.sqrt(thumbnailArea / (width * height)),
    thumbnailSideMax / Math.max(width, height),
  )
  const small = thumbnail(picture, Math.min(1, scale))
  const map = thumbnail(small, Math.min(1, gridSide / Math.max(small.width, small.height)))
  const foreground = foregroundOf(map.data, map.width, map.height)
  const plain = plainOf(map)
  // What stands on a plain ground is seen whole without a name for it.
  const things = plain === undefined ? await findThings(await reduced(picture, thingsSide)) : []
  return {
    saliency: integrate(foreground.saliency, map.width, map.height),
    focal: focalOf(foreground.saliency, map.width, map.height),
    subject: findSubject(small, foreground, things),
    lightness: map.data.reduce((sum, value) => sum + value, 0) / map.data.length / 255,
    plain,
  }
}

/** Smooth, as the network takes noise between pixels for things. */
async function reduced({ data, width, height, channels }: Raster, side: number): Promise<Raster> {
  const reduced = await sharp(data, { raw: { width, height, channels } })
    .flatten({ background: '#ffffff' })
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data: reduced.data, width: reduced.info.width, height: reduced.info.height, channels: 3 }
}

/** Between values of a channel, from 0 to 255, up to which an edge looks like one colour. */
const plainSpread = 36

function plainOf({ width, height, data }: Raster): PictureMaps['plain'] {
  const edge = [0, 1, 2].map((channel) =>
    Array.from(data).filter((_, at) => {
      const [x, y] = [Math.floor(at / 3) % width, Math.floor(at / 3 / width)]
      return at % 3 === channel && (x === 0 || y === 0 || x === width - 1 || y === height - 1)
    }),
  )
  if (edge.some((values) => Math.max(...values) - Math.min(...values) > plainSpread)) return undefined
  const means = edge.map((values) =>
    Math.round(values.reduce((sum, value) => sum + value, 0) / values.length),
  )
  return `#${means.map((mean) => mean.toString(16).padStart(2, '0')).join('')}`
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
