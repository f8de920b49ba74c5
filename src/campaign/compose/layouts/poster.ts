import type { Layout } from './layout.ts'

export const poster: Layout = {
  name: 'poster',
  description: 'Centred type over a subject that stands alone',
  picture: 'full',
  grounds: ['deep', 'paper'],
  tones: ['premium', 'calm'],
  face: 'any',
  headline: { serif: 'serif-700', sans: 'sans-800', linesMax: 2 },
  align: 'center',
  logo: 'top',
  frames: {
    square: {
      picture: [0, 0, 1, 1],
      subject: [0.13, 0.52, 0.74, 0.31],
      type: [0.1, 0.2, 0.8, 0.32],
      from: 'top',
      step: 5.8,
      button: 'row-center',
    },
    landscape: {
      picture: [0, 0, 1, 1],
      subject: [0.46, 0.33, 0.49, 0.5],
      type: [0.04, 0.34, 0.42, 0],
      from: 'top',
      step: 5.2,
      button: 'stack',
      axis: 0.25,
    },
    portrait: {
      picture: [0, 0, 1, 1],
      subject: [0.06, 0.52, 0.88, 0.31],
      type: [0.08, 0.19, 0.84, 0.32],
      from: 'top',
      step: 6.6,
      button: 'row-center',
    },
  },
  suits: ({ hasPicture, headlineWords, words }) =>
    hasPicture && headlineWords <= 7 && words <= 20 ? 1.05 : 0,
}
