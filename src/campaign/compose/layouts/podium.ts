import type { Layout } from './layout.ts'

export const podium: Layout = {
  name: 'stage',
  description: 'A product on a stage, with the type above or beside it',
  picture: 'full',
  grounds: ['paper', 'deep'],
  tones: ['premium', 'playful'],
  face: 'any',
  headline: { serif: 'serif-700', sans: 'sans-800', linesMax: 2 },
  align: 'center',
  logo: 'bottom-right',
  frames: {
    square: {
      picture: [0, 0, 1, 1],
      subject: [0.2, 0.39, 0.6, 0.43],
      type: [0.065, 0.065, 0.87, 0.32],
      from: 'top',
      step: 5.8,
      button: 'row-start',
    },
    landscape: {
      picture: [0, 0, 1, 1],
      subject: [0.1, 0.15, 0.48, 0.72],
      type: [0.6, 0.09, 0.353, 0],
      from: 'top',
      step: 5.4,
      button: 'stack',
      axis: 0.7765,
      logoX: 0.6,
    },
    portrait: {
      picture: [0, 0, 1, 1],
      subject: [0.14, 0.44, 0.72, 0.44],
      type: [0.072, 0.065, 0.856, 0.34],
      from: 'top',
      step: 6.3,
      button: 'row-start',
    },
  },
  suits: ({ family, hasPicture, headlineWords, words, hasBadge }) =>
    hasPicture && family === 'studio' && !hasBadge && headlineWords <= 6 && words <= 20 ? 1.5 : 0,
}
