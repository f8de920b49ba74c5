import { oklchOf } from '../../numeric/color.ts'
import { fillOn, hexOf, type Inks } from '../inks.ts'
import { isGeneric } from '../pictograms/find-pictograms.ts'
import { arrangeFrame } from './arrange-frame.ts'
import { bledBox, drawBlock, rectOf } from './badges.ts'
import { type Layout, layoutData, Misfit } from './layout.ts'
import { isPrice, leadingAmount, splitBadge, trailingAmount } from './numbers.ts'

export const numeral: Layout = {
  name: 'numeral',
  ...layoutData.numeral,
  suits: ({ sign, listLength, isQuote, hasPicture, hasDate, words, pictograms }) => {
    const figure = sign === undefined ? undefined : (splitBadge(sign)?.main ?? sign)
    if (
      figure === undefined ||
      figure.length < 2 ||
      figure.length > 12 ||
      listLength > 1 ||
      isQuote ||
      words > 40
    )
      return 0
    if (hasPicture) return 0.5
    if (hasDate) return 1.1
    // What something costs is seldom the message, and its picture says more.
    if (isPrice(figure)) return isGeneric(pictograms[0]) ? 1 : 0.4
    return figure.length <= 5 ? 1.9 : 1.4
  },
  badge: (stage, [left, from, width, height]) => {
    const { grid, inks } = stage
    // A story shows the field alone where platforms have their controls.
    const top = Math.max(from, grid.safe.top / grid.height)
    const place = [left, top, width, from + height - top] as const
    return drawBlock({ ...stage, inks: { ...inks, badge: fillOf(inks) } }, place, true)
  },
  shapes: (grid, inks, _, { field }) =>
    field === undefined ? '' : rectOf(bledBox(grid, field), fillOf(inks).fill),
  arrange: async (stage, layout) => {
    const { parts } = stage
    if (parts.badge !== undefined) return await arrangeFrame(stage, layout)
    const found = signOf(parts.headline ?? '')
    if (found === undefined) throw new Misfit('headline')
    // Between the sign and the words that go on from it.
    if (found.headline !== parts.headline && parts.eyebrow !== undefined) throw new Misfit('eyebrow')
    return await arrangeFrame({ ...stage, parts: { ...parts, ...found } }, layout)
  },
}

/** A field of another colour under the sign; on a ground full of colour, the ground itself. */
function fillOf({ ground, accent, badge, deep, paper, accentLarge }: Inks): Inks['badge'] {
  if (oklchOf(hexOf(ground)).l < lightGround) return { fill: ground, text: accentLarge }
  return fillOn(ground, [accent, badge.fill], [deep, paper])
}

/** Lightness of grounds with little colour. */
const lightGround = 0.85

/** The amount that a headline begins with, taken out of it, or the one that it ends with, which its words need. */
function signOf(headline: string): { badge: string; headline: string } | undefined {
  const first = leadingAmount(headline)
  if (first !== undefined) return { badge: first.number, headline: first.rest }
  const last = trailingAmount(headline)
  return last && { badge: last.number, headline }
}
