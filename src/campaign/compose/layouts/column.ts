import { createRandom } from '../../numeric/math.ts'
import type { Grid } from '../grid.ts'
import { cssOf } from '../inks.ts'
import { arrangeHeadline } from './arrange-frame.ts'
import { rectOf } from './badges.ts'
import {
  type Arrangement,
  type Brief,
  type Frame,
  type Layout,
  layoutData,
  Misfit,
  orMisfit,
  type Stage,
} from './layout.ts'
import { roomOf } from './room.ts'
import { amountCut, placeText } from './stage.ts'
import { mosaicOf } from './tiles.ts'

/** Height that a body leaves to the headline above it, in sizes of the headline. */
const headlineRoom = 1.4
const bodyStyle = { cut: 'sans-400', trackingEm: -0.006, leadingEm: 1.46, amountCut } as const

/** Up to this length the headline has more of the room. */
const shortChars = 170
/** Columns of a smaller part of the width leave room for the text beside the headline. */
const besideMax = 0.5
/** Between headline and text. */
const besideGap = 0.04

export const column: Layout = {
  name: 'column',
  ...layoutData.column,
  suits: textSuits,
  shapes: ({ width, bleed, step }, { accent }) =>
    `<rect y="${-bleed.top}" width="${width}" height="${Math.round(step(1.1))}" fill="${cssOf(accent)}"/>`,
  arrange: arrangeText,
}

export const frieze: Layout = {
  name: 'frieze',
  ...layoutData.frieze,
  suits: (brief) => textSuits(brief) * (brief.pictograms.length > 0 ? 1.8 : 1.6),
  pictogramsMax: 3,
  // No tile has the colour of the ground.
  shapes: (grid, { pattern, ...inks }, seed, { pictograms }) =>
    mosaicOf(
      friezeOf(grid),
      { ...inks, pattern: pattern.length > 2 ? pattern.slice(1) : pattern },
      createRandom(seed, 'frieze'),
      pictograms,
    ),
  arrange: arrangeText,
}

/** Large tiles: a row over the type, with more of them where a story runs on above it, or a column beside it. */
function friezeOf({ format, width, height, bleed }: Grid) {
  if (format === 'landscape')
    return { columns: 1, side: height / 2, rows: 2, left: width - height / 2, top: 0 }
  const columns = format === 'square' ? 5 : 4
  const side = width / columns
  return { columns, side, rows: 1 + Math.floor(bleed.top / side), left: 0, top: -bleed.top }
}

function textSuits({ sublineWords, listLength, isQuote, hasPicture, hasBadge }: Brief): number {
  if (sublineWords < (hasPicture ? 26 : 9) || listLength > 1 || isQuote || hasBadge) return 0
  return hasPicture ? 0.9 : sublineWords < 20 ? 0.45 : 2
}

/** The text in the largest size whose lines are good, in the first of the frames that has room. @throws Misfit */
async function arrangeText(stage: Stage, layout: Layout): Promise<Arrangement> {
  const { grid, parts } = stage
  const frame = layout.frames[grid.format]
  const isShort = (parts.subline?.length ?? 0) <= shortChars
  const usual = { ...frame, step: frame.step + (isShort ? 0.9 : 0) }
  let misfit: Misfit | undefined
  for (const one of [usual, ...(frame.roomier ?? []).map((room) => ({ ...frame, ...room }))]) {
    let best: Arrangement | undefined
    for (const step of grid.format === 'landscape' ? [3, 2.7, 2.4, 2.15, 1.9] : [3.1, 2.8, 2.5, 2.2]) {
      const arranged = await orMisfit(withText(stage, layout, one, grid.step(step)))
      if (arranged instanceof Misfit) misfit = arranged
      else if (best === undefined || arranged.breakCost < best.breakCost - costGood) best = arranged
    }
    if (best !== undefined) return best
  }
  throw misfit ?? new Misfit('subline')
}

/** A headline over its text, or beside it where the frame leaves the room. @throws Misfit */
async function withText(stage: Stage, layout: Layout, frame: Frame, sizePx: number): Promise<Arrangement> {
  const { grid, parts, inks } = stage
  if (parts.subline === undefined) throw new Misfit('subline')
  const room = await roomOf(stage, layout, frame)
  const [x, , width] = frame.type
  const isAside = width < besideMax
  const start = x + width + besideGap
  const place = isAside ? stage.box([start, 0.13, 1 - x - start, 0]) : room.column
  const rule = Math.max(2, Math.round(grid.unit / 5))
  const gap = grid.step(2)
  const bottom = (isAside ? room.row.top : room.bottomTop) - 0.7 * grid.margin
  const above = isAside ? 0 : headlineRoom * grid.step(frame.step)
  const linesMax = Math.floor((bottom - place.top - above - rule - gap) / (bodyStyle.leadingEm * sizePx))
  const fit = { part: 'subline' as const, sizes: [sizePx], widthMax: place.width, linesMax }
  const body = await stage.set(parts.subline, bodyStyle, fit)
  const height = rule + gap + body.height
  const arranged = await arrangeHeadline(stage, layout, frame, room, (sheet, headlineEnd) => {
    const isShort = body.lines.length <= shortLines
    const top = Math.round(isAside && !isShort ? place.top : bottom - height)
    const isTight = !isAside && top < headlineEnd + grid.step(2) - 1
    if (isTight || top + height > bottom + 1) throw new Misfit('subline')
    const { align } = room
    const at = { column: place, top: top + rule + gap, align, color: inks.text, on: inks.ground }
    const box = { ...place, top, height: rule }
    const text = placeText('subline', body, at)
    sheet.add({ text, mark: rectOf(box, inks.accent), box: { ...box, height } })
  })
  return { ...arranged, breakCost: arranged.breakCost + bodyCostShare * body.cost }
}

/** Beside the headline, a text of no more lines stands at the bottom. */
const shortLines = 5
/** What line breaks of the text weigh beside those of the headline. */
const bodyCostShare = 0.3
/** A smaller text must spare so much. */
const costGood = 0.25
