import type { Layout } from './layout.ts'

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
    landscape: {
      picture: [0.545, 0, 0.455, 1],
      subject: [0.613, 0.15, 0.32, 0.7],
      type: [0.047, 0.09, 0.45, 0],
      from: 'top',
      step: 5.7,
      button: 'above-logo',
    },
    portrait: {
      picture: [0, 0, 1, 0.54],
      subject: [0.15, 0.07, 0.7, 0.4],
      type: [0.072, 0.585, 0.86, 0],
      roomier: [
        { picture: [0, 0, 1, 0.46], subject: [0.15, 0.07, 0.7, 0.32], type: [0.072, 0.51, 0.86, 0] },
        { picture: [0, 0, 1, 0.37], subject: [0.15, 0.05, 0.7, 0.27], type: [0.072, 0.42, 0.86, 0] },
        // A strip, with all five parts and a high logo.
        { picture: [0, 0, 1, 0.29], subject: [0.15, 0.04, 0.7, 0.21], type: [0.072, 0.335, 0.86, 0] },
      ],
      from: 'top',
      step: 6,
      button: 'row-end',
    },
  },
  // The column of the square has no room for long words.
  suits: ({ hasPicture, headlineWords, longestWord }) =>
    hasPicture && headlineWords <= 8 && longestWord <= 13 ? 0.95 : 0,
}
