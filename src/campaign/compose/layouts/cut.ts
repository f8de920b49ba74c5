import { luminanceOf } from '../copy/contrast.ts'
import type { Grid } from '../grid.ts'
import { cssOf, type Inks } from '../inks.ts'
import { arrangeFrame } from './arrange-frame.ts'
import { type Layout, Misfit, type Rect } from './layout.ts'

export const cut: Layout = {
  name: 'cut',
  description: 'A slanted edge between the ground and a wide picture',
  picture: 'box',
  grounds: ['deep', 'brand', 'paper', 'tint'],
  tones: ['bold'],
  face: 'sans',
  headline: { serif: 'serif-700', sans: 'sans-800', linesMax: 2 },
  align: 'start',
  logo: 'bottom-right',
  frames: {
    square: {
      picture: [0, 0.3, 1, 0.7],
      subject: [0.2, 0.5, 0.75, 0.25],
      type: [0.065, 0.065, 0.87, 0.34],
      from: 'top',
      step: 6.7,
      button: 'row-start',
    },
    landscape: {
      picture: [0.4, 0, 0.6, 1],
      subject: [0.6, 0.2, 0.35, 0.5],
      type: [0.047, 0.09, 0.42, 0],
      from: 'top',
      step: 5.9,
      button: 'row-start',
    },
    portrait: {
      picture: [0, 0.3, 1, 0.7],
      subject: [0.2, 0.5, 0.75, 0.25],
      type: [0.072, 0.058, 0.86, 0.32],
      from: 'top',
      step: 7,
      button: 'row-start',
    },
  },
  isTypeOnPicture: true,
  hides: (grid) => {
    const strips = [0, 0.25, 0.5, 0.75].map((from) => stripOf(grid, from))
    return [...strips, [0, grid.format === 'landscape' ? 0.68 : 0.73, 1, 0.32]]
  },
  // A logo as high as that would stand on the lower edge of the picture.
  arrange: async (stage, layout) => {
    if (isLight(stage.inks) && (stage.logo?.aspect ?? 1) < 1) throw new Misfit('headline')
    return await arrangeFrame(stage, layout)
  },
  // Things on a stage would be small in the part that is left of the picture.
  suits: ({ hasPicture, headlineWords, words, family }) =>
    hasPicture && headlineWords <= 7 && words <= 26 ? (family === 'studio' ? 0.6 : 0.9) : 0,
  shapes: (grid, inks) => {
    const { ground, accent, second } = inks
    const { width, height, format, bleed } = grid
    // The row at the bottom stands where the picture has sunk into the ground.
    const sinks = format === 'landscape' ? 0.58 : 0.64
    const color = cssOf(ground)
    const [from, to] = [cssOf(accent), cssOf(second)]
    // A light ground would be a veil over the picture, so that it ends above the row.
    const start = isLight(inks) ? sinks + 0.46 * (1 - sinks) : sinks
    const low = `<rect x="0" y="${start * height}" width="${width}" height="${(1 - start) * height + 1}" fill="${isLight(inks) ? color : 'url(#low)'}"/><rect x="0" y="${height}" width="${width}" height="${bleed.bottom}" fill="${color}"/>`
    return `<defs><linearGradient id="low" x2="0" y2="1"><stop offset="0" stop-color="${color}" stop-opacity="0"/><stop offset="0.42" stop-color="${color}" stop-opacity="0.88"/><stop offset="0.54" stop-color="${color}"/></linearGradient><linearGradient id="line"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>${low}<path d="${slant(grid, 0.011)}" fill="url(#line)"/><path d="${slant(grid, 0)}" fill="${color}"/>`
  },
}

const isLight = ({ ground }: Inks) => luminanceOf(ground) > 0.4

/** A quarter of the ground above or beside the slanted edge. */
function stripOf({ format }: Grid, from: number): Rect {
  if (format === 'landscape') return [0, from, 0.58 - 0.13 * from, 0.25]
  const left = format === 'square' ? 0.54 : 0.52
  return [from, 0, 0.25, left - (left - 0.4) * from]
}

/** The ground above or beside the slanted edge, moved by a fraction of the canvas. */
function slant({ format, width, height, bleed }: Grid, by: number): string {
  if (format === 'landscape')
    return `M0 0H${(0.57 + by * 0.7) * width}L${(0.44 + by * 0.7) * width} ${height}H0Z`
  const left = format === 'square' ? 0.53 : 0.51
  return `M0 ${-bleed.top}H${width}V${(0.39 + by) * height}L0 ${(left + by) * height}Z`
}
