import type { Layout } from './layout.ts'

export const calm: Layout = {
  name: 'calm',
  description: 'Type over the calm part of a picture',
  picture: 'full',
  grounds: ['paper', 'deep'],
  tones: ['calm', 'premium'],
  face: 'any',
  headline: { serif: 'serif-700', sans: 'sans-800', linesMax: 2 },
  align: 'start',
  logo: 'top-right',
  frames: {
    square: {
      picture: [0, 0, 1, 1],
      subject: [0, 0.45, 1, 0.4],
      type: [0.065, 0.065, 0.87, 0.38],
      from: 'top',
      step: 6.8,
      button: 'row-start',
    },
    landscape: {
      picture: [0, 0, 1, 1],
      subject: [0.3, 0.48, 0.7, 0.45],
      type: [0.047, 0.09, 0.7, 0.36],
      from: 'top',
      step: 6,
      button: 'row-start',
    },
    portrait: {
      picture: [0, 0, 1, 1],
      subject: [0, 0.48, 1, 0.36],
      type: [0.072, 0.058, 0.86, 0.36],
      from: 'top',
      step: 7,
      button: 'row-start',
    },
  },
  suits: ({ hasPicture, headlineWords, words }) =>
    hasPicture && headlineWords <= 5 && words <= 18 ? 1.15 : 0,
}
