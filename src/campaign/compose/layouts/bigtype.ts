import type { Layout } from './layout.ts'

export const bigtype: Layout = {
  name: 'bigtype',
  description: 'Large type with a small picture in an arch',
  picture: 'box',
  grounds: ['paper', 'tint'],
  tones: ['bold', 'playful'],
  face: 'any',
  headline: { serif: 'serif-900', sans: 'sans-900', leadingEm: 0.94, trackingEm: -0.028, linesMax: 2 },
  align: 'start',
  logo: 'bottom-left',
  frames: {
    square: {
      picture: [0.59, 0.435, 0.345, 0.5],
      type: [0.065, 0.05, 0.87, 0],
      from: 'top',
      sublineWidth: 0.46,
      legalWidth: 0.46,
      step: 8.5,
      button: 'above-logo',
    },
    landscape: {
      picture: [0.66, 0.09, 0.29, 0.82],
      type: [0.047, 0.08, 0.57, 0],
      from: 'top',
      step: 8,
      button: 'above-logo',
    },
    portrait: {
      picture: [0.53, 0.42, 0.4, 0.52],
      type: [0.072, 0.05, 0.86, 0],
      from: 'top',
      sublineWidth: 0.4,
      legalWidth: 0.4,
      step: 8.6,
      button: 'above-logo',
    },
  },
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
