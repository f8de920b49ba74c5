import type { Grid } from '../grid.ts'
import { cssOf } from '../inks.ts'
import { drawBlock, drawCircle } from './badges.ts'
import { type Layout, layoutData, type Rect } from './layout.ts'

export const panel: Layout = {
  name: 'panel',
  ...layoutData.panel,
  suits: ({ hasPicture }) => (hasPicture ? 0.8 : 0),
}

export const halves: Layout = {
  name: 'halves',
  ...layoutData.halves,
  // The column of the square has no room for long words.
  suits: ({ hasPicture, headlineWords, longestWord }) =>
    hasPicture && headlineWords <= 8 && longestWord <= 13 ? 0.95 : 0,
}

export const calm: Layout = {
  name: 'calm',
  ...layoutData.calm,
  suits: ({ hasPicture, headlineWords, words }) =>
    hasPicture && headlineWords <= 5 && words <= 18 ? 1.15 : 0,
}

export const framed: Layout = {
  name: 'framed',
  ...layoutData.framed,
  // Without a place for a badge, which becomes a label.
  suits: ({ hasPicture, hasButton, hasBadge, headlineWords, words }) => {
    if (!hasPicture || headlineWords > 7 || words > 26) return 0
    const isShort = !hasButton && headlineWords <= 5 && words <= 20
    return (isShort ? 1.1 : 0.9) * (hasBadge ? 0.8 : 1)
  },
}

export const poster: Layout = {
  name: 'poster',
  ...layoutData.poster,
  suits: ({ hasPicture, headlineWords, words }) =>
    hasPicture && headlineWords <= 7 && words <= 20 ? 1.05 : 0,
}

export const podium: Layout = {
  name: 'stage',
  ...layoutData.stage,
  suits: ({ family, hasPicture, headlineWords, words, hasBadge }) =>
    hasPicture && family === 'studio' && !hasBadge && headlineWords <= 6 && words <= 20 ? 1.5 : 0,
}

export const bigtype: Layout = {
  name: 'bigtype',
  ...layoutData.bigtype,
  suits: ({ hasPicture, headlineWords, words, family }) => {
    if (!hasPicture || headlineWords < 2 || headlineWords > 5 || words > 16) return 0
    // The arch shows a detail, which is little of a photo.
    return family === undefined ? 0.75 : 1.05
  },
  // The corners outside of the arch.
  hides: ({ format }) => {
    const [left, top, width] = bigtype.frames[format].picture ?? [0, 0, 0]
    const corner = 0.15 * width
    return [
      [left, top, corner, corner],
      [left + width - corner, top, corner, corner],
    ]
  },
  mask: (_, { left, top, width, height }) => {
    const radius = width / 2
    return `M${left} ${top + height}V${top + radius}A${radius} ${radius} 0 0 1 ${left + width} ${top + radius}V${top + height}Z`
  },
}

/** Left, top and diameter of the circle, as fractions of the canvas's width. */
const circles = {
  square: [0.715, 0.276, 0.22],
  landscape: [0.3236, 0.047, 0.158],
  portrait: [0.678, 0.4125, 0.25],
} as const

export const badge: Layout = {
  name: 'badge',
  ...layoutData.badge,
  suits: ({ hasPicture, hasBadge, hasDate }) => (hasPicture && hasBadge ? (hasDate ? 1.2 : 1.5) : 0),
  badge: (stage) => drawCircle(stage, circles[stage.grid.format]),
}

/** The date block. */
const blocks = {
  square: [0.635, 0.242, 0.3, 0.198],
  landscape: [0.733, 0.7225, 0.22, 0.2775],
  portrait: [0.598, 0.311, 0.33, 0.174],
} as const

export const event: Layout = {
  name: 'event',
  ...layoutData.event,
  suits: ({ hasPicture, hasBadge, hasDate }) => (hasPicture && hasBadge && hasDate ? 1.8 : 0),
  badge: (stage) => drawBlock(stage, blocks[stage.grid.format]),
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

export const edge: Layout = {
  name: 'edge',
  ...layoutData.edge,
  // From about half of its way on the ground covers more than half of the picture.
  hides: ({ format }) => [
    ({ square: [0, 0.46, 1, 0.1], landscape: [0.49, 0, 0.11, 1], portrait: [0, 0.49, 1, 0.11] } as const)[
      format
    ],
  ],
  suits: ({ hasPicture, headlineWords }) => (hasPicture && headlineWords <= 8 ? 0.95 : 0),
  shapes: ({ format, width, height }, { ground }) => {
    const stops = fade.map(
      ([at, opacity]) => `<stop offset="${at}" stop-color="${cssOf(ground)}" stop-opacity="${opacity}"/>`,
    )
    const isAside = format === 'landscape'
    const end = { square: 0.56 * height, landscape: 0.6 * width, portrait: 0.6 * height }[format]
    const [start, length] = [0.62 * end, Math.ceil(0.38 * end) + 2]
    const box = isAside
      ? `x="${start}" y="0" width="${length}" height="${height}"`
      : `x="0" y="${start}" width="${width}" height="${length}"`
    return `<defs><linearGradient id="fade" ${isAside ? 'x2="1" y2="0"' : 'x2="0" y2="1"'}>${stops.join('')}</linearGradient></defs><rect ${box} fill="url(#fade)"/>`
  },
}

export const cut: Layout = {
  name: 'cut',
  ...layoutData.cut,
  hides: (grid) => {
    const strips = [0, 0.25, 0.5, 0.75].map((from) => stripOf(grid, from))
    return [...strips, [0, grid.format === 'landscape' ? 0.68 : 0.73, 1, 0.32]]
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
    const low = `<rect x="0" y="${sinks * height}" width="${width}" height="${(1 - sinks) * height + 1}" fill="url(#low)"/><rect x="0" y="${height}" width="${width}" height="${bleed.bottom}" fill="${color}"/>`
    return `<defs><linearGradient id="low" x2="0" y2="1"><stop offset="0" stop-color="${color}" stop-opacity="0"/><stop offset="0.42" stop-color="${color}" stop-opacity="0.88"/><stop offset="0.54" stop-color="${color}"/></linearGradient><linearGradient id="line"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>${low}<path d="${slant(grid, 0.011)}" fill="url(#line)"/><path d="${slant(grid, 0)}" fill="${color}"/>`
  },
}

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
