import { oklchOf } from '../../numeric/color.ts'
import { fillOn, hexOf, type Inks } from '../inks.ts'
import { arrangeFrame } from './arrange-frame.ts'
import { bledBox, rectOf } from './badges.ts'
import { type LayoutDrawing, Misfit } from './layout.ts'
import { amountOf } from './numbers.ts'

export const numeral: LayoutDrawing = {
  badge: ({ inks }, place) => ({ place, colors: fillOf(inks), isSign: true }),
  shapes: (grid, inks, _, { field }) =>
    field === undefined ? '' : rectOf(bledBox(grid, field), fillOf(inks).fill),
  arrange: async (stage) => {
    const { parts } = stage
    if (parts.badge !== undefined) return await arrangeFrame(stage)
    const found = amountOf(parts.headline ?? '')
    if (found === undefined) throw new Misfit('headline')
    const { number: badge, rest, isLeading } = found
    if (!isLeading) return await arrangeFrame({ ...stage, parts: { ...parts, badge } })
    // Between the sign and the words that go on from it.
    if (parts.eyebrow !== undefined) throw new Misfit('eyebrow')
    return await arrangeFrame({ ...stage, parts: { ...parts, badge, headline: rest } })
  },
}

/** A field of another colour under the sign; on a ground full of colour, the ground itself. */
function fillOf({ ground, headline, accent, badge, deep, paper, accentLarge }: Inks): Inks['badge'] {
  const [behind, sign] = [oklchOf(hexOf(ground)), oklchOf(hexOf(accentLarge))]
  // A shade of the ground's own colour is dull.
  const isShade = Math.abs(((behind.h - sign.h + 540) % 360) - 180) < neighbourHues
  if (behind.l < lightGround) return { fill: ground, text: isShade ? headline : accentLarge }
  return fillOn(ground, [accent, badge.fill], [deep, paper])
}

const neighbourHues = 30
/** Lightness of grounds with little colour. */
const lightGround = 0.85
