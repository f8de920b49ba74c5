import type { Rgb } from '../color.ts'
import type { Grid } from '../grid.ts'
import { cssOf } from '../inks.ts'
import type { LayoutDrawing } from './layout.ts'

/** The picture in an arch. */
export const bigtype: LayoutDrawing = {
  mask: ({ left, top, width, height }) => {
    const radius = width / 2
    return `M${left} ${top + height}V${top + radius}A${radius} ${radius} 0 0 1 ${left + width} ${top + radius}V${top + height}Z`
  },
}

/** How much of the ground covers the picture along the last 38 % of it: slowly at both ends, where an edge would be seen. */
const fade = [
  [0, 0],
  [0.12, 0.03],
  [0.26, 0.14],
  [0.42, 0.38],
  [0.56, 0.6],
  [0.72, 0.82],
  [0.86, 0.96],
  [1, 1],
] as const

/** A gradient of the ground between two places: from nothing to a part of it, along the fade or against it. */
function fadeOf(ground: Rgb, [from, to]: readonly [number, number], isAcross: boolean, most = 1): string {
  const stops = fade.map(
    ([at, opacity]) =>
      `<stop offset="${at}" stop-color="${cssOf(ground)}" stop-opacity="${most * opacity}"/>`,
  )
  const axis = isAcross ? `x1="${from}" x2="${to}" y1="0" y2="0"` : `x1="0" x2="0" y1="${from}" y2="${to}"`
  return `<linearGradient id="fade" gradientUnits="userSpaceOnUse" ${axis}>${stops.join('')}</linearGradient>`
}

/** How much of the ground is over the picture under copy, and the length of the fade beside it, as a part of the canvas. */
const veil = { opacity: 0.84, length: 0.3, air: 0.03 }

export const cover: LayoutDrawing = {
  // Where the ground is half of what is seen.
  veils: ({ format, width, height }, copy) => {
    const half = veil.air + veil.length / 2
    return format === 'landscape'
      ? { left: 0, top: 0, width: copy.left + copy.width + half * width, height }
      : { left: 0, top: copy.top - half * height, width, height: height - copy.top + half * height }
  },
  shapes: ({ format, width, height, bleed }, { ground }, _, { copy }) => {
    if (copy === undefined) return ''
    const isAside = format === 'landscape'
    const [side, end] = isAside ? [width, copy.left + copy.width] : [height, copy.top]
    const full = end + (isAside ? 1 : -1) * veil.air * side
    const none = full + (isAside ? 1 : -1) * veil.length * side
    const gradient = fadeOf(ground, [none, full], isAside, veil.opacity)
    return `<defs>${gradient}</defs><rect y="${-bleed.top}" width="${width}" height="${height + bleed.top + bleed.bottom}" fill="url(#fade)"/>`
  },
}

export const edge: LayoutDrawing = {
  shapes: ({ format, width, height }, { ground }) => {
    const isAside = format === 'landscape'
    const end = { square: 0.56 * height, landscape: 0.6 * width, portrait: 0.6 * height }[format]
    const [start, length] = [0.62 * end, Math.ceil(0.38 * end) + 2]
    const box = isAside
      ? `x="${start}" y="0" width="${length}" height="${height}"`
      : `x="0" y="${start}" width="${width}" height="${length}"`
    return `<defs>${fadeOf(ground, [start, start + length], isAside)}</defs><rect ${box} fill="url(#fade)"/>`
  },
}

export const cut: LayoutDrawing = {
  shapes: (grid, inks) => {
    const { ground, accent, second } = inks
    const { width, height, format, bleed } = grid
    // The row at the bottom stands where the picture has sunk into the ground.
    const sinks = format === 'landscape' ? 0.58 : 0.64
    const color = cssOf(ground)
    const [from, to] = [cssOf(accent), cssOf(second)]
    const low = `<rect x="0" y="${sinks * height}" width="${width}" height="${(1 - sinks) * height + 1}" fill="url(#low)"/><rect x="0" y="${height}" width="${width}" height="${bleed.bottom}" fill="${color}"/>`
    return `<defs><linearGradient id="low" x2="0" y2="1"><stop offset="0" stop-color="${color}" stop-opacity="0"/><stop offset="0.42" stop-color="${color}" stop-opacity="0.88"/><stop offset="0.54" stop-color="${color}"/></linearGradient><linearGradient id="line"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>${low}<path d="${slant(grid, 0.011)}" fill="url(#line)"/><path d="${slant(grid, 0)}" fill="${color}"/>`
  },
}

/** The ground above or beside the slanted edge, moved by a fraction of the canvas. */
function slant({ format, width, height, bleed }: Grid, by: number): string {
  if (format === 'landscape')
    return `M0 0H${(0.57 + by * 0.7) * width}L${(0.44 + by * 0.7) * width} ${height}H0Z`
  const left = format === 'square' ? 0.53 : 0.51
  return `M0 ${-bleed.top}H${width}V${(0.39 + by) * height}L0 ${(left + by) * height}Z`
}
