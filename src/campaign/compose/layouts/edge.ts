import { cssOf } from '../inks.ts'
import type { Layout } from './layout.ts'

/** How much of the ground covers the picture along the last 38 % of it. */
const fade = [
  [0, 0],
  [0.26, 0.22],
  [0.56, 0.6],
  [0.82, 0.91],
  [1, 1],
] as const

export const edge: Layout = {
  name: 'edge',
  description: 'A picture that ends inside a ground of the brand’s darkest colour',
  picture: 'box',
  grounds: ['brand', 'deep'],
  // Over most pictures a light edge is a veil.
  spareGrounds: ['paper'],
  tones: ['calm', 'bold', 'premium'],
  face: 'any',
  headline: { serif: 'serif-700', sans: 'sans-800', linesMax: 3 },
  align: 'start',
  logo: 'bottom-right',
  frames: {
    square: {
      picture: [0, 0, 1, 0.56],
      subject: [0.1, 0.03, 0.8, 0.4],
      type: [0.065, 0.52, 0.87, 0],
      from: 'bottom',
      step: 6,
      button: 'stack',
    },
    landscape: {
      picture: [0, 0, 0.6, 1],
      subject: [0.03, 0.05, 0.42, 0.9],
      type: [0.56, 0.09, 0.393, 0],
      from: 'top',
      step: 5.3,
      button: 'stack',
    },
    portrait: {
      picture: [0, 0, 1, 0.6],
      subject: [0.05, 0.02, 0.7, 0.42],
      type: [0.072, 0.555, 0.86, 0],
      from: 'bottom',
      step: 6.2,
      button: 'stack',
    },
  },
  isTypeOnPicture: true,
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
