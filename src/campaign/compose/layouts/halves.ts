import type { Layout } from './layout.ts'
import { panel } from './panel.ts'

const { portrait } = panel.frames

export const halves: Layout = {
  name: 'halves',
  description: 'Copy and a high picture side by side',
  picture: 'box',
  grounds: ['paper', 'deep', 'brand', 'tint', 'white'],
  tones: ['calm', 'bold', 'playful', 'premium'],
  face: 'any',
  headline: { serif: 'serif-700', sans: 'sans-800', linesMax: 4 },
  align: 'start',
  logo: 'bottom-left',
  frames: {
    square: {
      picture: [0.5, 0, 0.5, 1],
      subject: [0.55, 0.2, 0.4, 0.6],
      type: [0.065, 0.065, 0.385, 0],
      from: 'top',
      step: 5.2,
      isNarrow: true,
      button: 'above-logo',
    },
    landscape: panel.frames.landscape,
    portrait: {
      ...portrait,
      picture: [0, 0, 1, 0.54],
      subject: [0.15, 0.07, 0.7, 0.4],
      type: [0.072, 0.585, 0.86, 0],
      roomier: [portrait, ...(portrait.roomier ?? [])],
    },
  },
  // The column of the square has no room for long words.
  suits: ({ hasPicture, headlineWords, longestWord }) =>
    hasPicture && headlineWords <= 8 && longestWord <= 13 ? 0.95 : 0,
}
