import type { Layout } from './layout.ts'

export const framed: Layout = {
  name: 'framed',
  description: 'A picture in a frame of paper, with few words under it',
  picture: 'box',
  grounds: ['paper', 'tint', 'deep', 'white'],
  tones: ['calm', 'premium'],
  face: 'any',
  headline: { serif: 'serif-700', sans: 'sans-800', linesMax: 2 },
  align: 'start',
  logo: 'bottom-left',
  frames: {
    square: {
      picture: [0.065, 0.065, 0.87, 0.52],
      subject: [0.2, 0.12, 0.6, 0.42],
      type: [0.065, 0.635, 0.87, 0],
      from: 'top',
      step: 6.6,
      sublineStep: 2.1,
      sublineAt: 'row-end',
      button: 'row-end',
    },
    landscape: {
      picture: [0.48, 0.09, 0.473, 0.82],
      subject: [0.55, 0.2, 0.34, 0.6],
      type: [0.047, 0.09, 0.385, 0],
      from: 'top',
      step: 6.6,
      button: 'stack',
    },
    portrait: {
      picture: [0.072, 0.058, 0.856, 0.57],
      subject: [0.2, 0.1, 0.6, 0.46],
      type: [0.072, 0.672, 0.856, 0],
      from: 'top',
      step: 6.9,
      sublineStep: 2.1,
      sublineAt: 'row-end',
      button: 'row-end',
    },
  },
  suits: ({ hasPicture, hasButton, headlineWords, words }) =>
    hasPicture && !hasButton && headlineWords <= 5 && words <= 20 ? 1.1 : 0,
}
