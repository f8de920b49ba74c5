import type { Layout } from './layout.ts'

export const panel: Layout = {
  name: 'panel',
  description: 'A panel in a brand colour beside the picture',
  picture: 'box',
  grounds: ['paper', 'deep', 'brand', 'tint', 'white'],
  tones: ['calm', 'bold', 'playful', 'premium'],
  face: 'any',
  headline: { serif: 'serif-700', sans: 'sans-800', linesMax: 3 },
  align: 'start',
  logo: 'bottom-left',
  frames: {
    square: {
      picture: [0, 0, 1, 0.46],
      subject: [0.15, 0.07, 0.7, 0.32],
      type: [0.065, 0.51, 0.87, 0],
      roomier: [
        {
          picture: [0, 0, 1, 0.37],
          subject: [0.15, 0.05, 0.7, 0.27],
          type: [0.065, 0.42, 0.87, 0],
        },
        // A strip, with all five parts and a high logo.
        { picture: [0, 0, 1, 0.29], subject: [0.15, 0.04, 0.7, 0.21], type: [0.065, 0.335, 0.87, 0] },
      ],
      from: 'top',
      step: 5.6,
      button: 'row-end',
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
      picture: [0, 0, 1, 0.46],
      subject: [0.15, 0.07, 0.7, 0.32],
      type: [0.072, 0.51, 0.86, 0],
      roomier: [
        {
          picture: [0, 0, 1, 0.37],
          subject: [0.15, 0.05, 0.7, 0.27],
          type: [0.072, 0.42, 0.86, 0],
        },
        // A strip, with all five parts and a high logo.
        { picture: [0, 0, 1, 0.29], subject: [0.15, 0.04, 0.7, 0.21], type: [0.072, 0.335, 0.86, 0] },
      ],
      from: 'top',
      step: 6,
      button: 'row-end',
    },
  },
  suits: ({ hasPicture }) => (hasPicture ? 0.8 : 0),
}
