import { drawDate } from './date-block.ts'
import type { Layout } from './layout.ts'

/** Left, bottom and width of the date block, as fractions of width and height. */
const blocks = {
  square: { left: 0.635, bottom: 0.44, width: 0.3 },
  landscape: { left: 0.733, bottom: 1, width: 0.22 },
  portrait: { left: 0.598, bottom: 0.485, width: 0.33 },
} as const

export const event: Layout = {
  name: 'event',
  description: 'A date in a block on the edge of the picture',
  picture: 'box',
  grounds: ['deep', 'brand', 'paper', 'white'],
  tones: ['calm', 'bold', 'premium'],
  face: 'any',
  headline: { serif: 'serif-700', sans: 'sans-800', linesMax: 3 },
  align: 'start',
  logo: 'bottom-left',
  frames: {
    square: {
      picture: [0, 0, 1, 0.44],
      subject: [0.05, 0.05, 0.55, 0.34],
      type: [0.065, 0.5, 0.87, 0],
      from: 'top',
      step: 6.2,
      button: 'row-end',
    },
    landscape: {
      picture: [0.56, 0, 0.44, 1],
      subject: [0.6, 0.1, 0.35, 0.55],
      type: [0.047, 0.09, 0.48, 0],
      from: 'top',
      step: 5.8,
      button: 'stack',
    },
    portrait: {
      picture: [0, 0, 1, 0.485],
      subject: [0.05, 0.05, 0.5, 0.38],
      type: [0.072, 0.54, 0.86, 0],
      from: 'top',
      step: 6.4,
      button: 'row-end',
    },
  },
  suits: ({ hasPicture, hasBadge, hasDate }) => (hasPicture && hasBadge && hasDate ? 1.8 : 0),
  badge: (stage) => drawDate(stage, blocks[stage.grid.format]),
}
