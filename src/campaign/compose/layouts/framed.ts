import type { ByFormat } from '../grid.ts'
import { arrangeFrame } from './arrange-frame.ts'
import type { Frame, Layout } from './layout.ts'

const frames: ByFormat<Frame> = {
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
}

/** The subline under the headline, as the button is at the end of the row, and a lower picture where they need the room. */
const withButton: ByFormat<Frame> = {
  square: {
    picture: [0.065, 0.065, 0.87, 0.5],
    subject: [0.2, 0.12, 0.6, 0.4],
    type: [0.065, 0.605, 0.87, 0],
    roomier: [
      {
        picture: [0.065, 0.065, 0.87, 0.42],
        subject: [0.2, 0.1, 0.6, 0.34],
        type: [0.065, 0.525, 0.87, 0],
      },
    ],
    from: 'top',
    step: 5.6,
    sublineStep: 2.1,
    button: 'row-end',
  },
  landscape: { ...frames.landscape, step: 5.8 },
  portrait: {
    picture: [0.072, 0.058, 0.856, 0.54],
    subject: [0.2, 0.1, 0.6, 0.42],
    type: [0.072, 0.635, 0.856, 0],
    roomier: [
      {
        picture: [0.072, 0.058, 0.856, 0.46],
        subject: [0.2, 0.1, 0.6, 0.36],
        type: [0.072, 0.555, 0.856, 0],
      },
    ],
    from: 'top',
    step: 6,
    sublineStep: 2.1,
    button: 'row-end',
  },
}

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
  frames,
  // Without a place for a badge, which becomes a label.
  suits: ({ hasPicture, hasButton, hasBadge, headlineWords, words }) => {
    if (!hasPicture || headlineWords > 7 || words > 26) return 0
    const isShort = !hasButton && headlineWords <= 5 && words <= 20
    return (isShort ? 1.1 : 0.9) * (hasBadge ? 0.8 : 1)
  },
  // The button takes the place beside the headline that the subline has without it.
  arrange: (stage, layout) =>
    arrangeFrame(stage, stage.parts.cta === undefined ? layout : { ...layout, frames: withButton }),
}
