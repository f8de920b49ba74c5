import { createRandom } from '../../numeric/math.ts'
import type { SetText } from '../copy/set-text.ts'
import type { Grid } from '../grid.ts'
import { cssOf } from '../inks.ts'
import { bestHeadline, eyebrowOf } from './arrange-frame.ts'
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
import { startSheet } from './sheet.ts'
import { drawStack, stackOf } from './stack.ts'
import { amountCut, placeText } from './stage.ts'
import { mosaicOf } from './tiles.ts'

/** Height that a body leaves to the headline above it, in sizes of the headline. */
const headlineRoom = 1.4
const bodyStyle = { cut: 'sans-400', trackingEm: -0.006, leadingEm: 1.46, amountCut } as const

/** From this length on, a text beside its headline takes half of the width. */
const longChars = 280
/** Columns of a smaller part of the width leave room beside them. */
const asideMax = 0.5
/** Up to this length the headline has more of the room. */
const shortChars = 170
const narrowHeadline: Frame = {
  type: [0.047, 0.115, 0.37, 0],
  from: 'top',
  step: 5.4,
  button: 'row-end',
}

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

/** A headline over its text, or beside it where the frame leaves the room. @throws Misfit */
async function arrangeText(stage: Stage, layout: Layout): Promise<Arrangement> {
  const { grid, parts, inks } = stage
  if (parts.subline === undefined) throw new Misfit('subline')
  const usual = layout.frames[grid.format]
  const isAside = usual.type[2] < asideMax
  const isLong = parts.subline.length > longChars
  const isShort = parts.subline.length <= shortChars
  const frame = isAside && isLong ? narrowHeadline : { ...usual, step: usual.step + (isShort ? 0.9 : 0) }
  const room = await roomOf(stage, layout, frame)
  const place = isAside ? stage.box(isLong ? [0.45, 0.13, 0.503, 0] : [0.56, 0.13, 0.393, 0]) : room.column
  const eyebrow = await eyebrowOf(stage, room.column.width)
  const rule = Math.max(2, Math.round(grid.unit / 5))
  const gap = grid.step(2)
  const bottom = (isAside ? room.row.top : room.bottomTop) - 0.7 * grid.margin
  const top = isAside ? place.top : place.top + headlineRoom * grid.step(frame.step)
  const bodies = await bodiesOf(stage, parts.subline, {
    sizes: grid.format === 'landscape' ? [3, 2.7, 2.4, 2.15, 1.9] : [3.1, 2.8, 2.5, 2.2],
    widthMax: place.width,
    heightMax: bottom - top - rule - gap,
  })
  const arrange = (body: SetText) =>
    bestHeadline(stage, layout, { frame, width: room.column.width }, (headline, stepsLost) => {
      const sheet = startSheet(stage, layout, frame, room)
      const top = drawStack(sheet, stackOf(stage, { eyebrow, headline }), room)
      const start = isAside && !isShort ? place.top : bottom - body.height - gap - rule
      if (!isAside && start < top + grid.step(2)) throw new Misfit('subline')
      if (start + rule + gap + body.height > bottom + 1) throw new Misfit('subline')
      const text = placeText('subline', body, {
        column: place,
        top: start + rule + gap,
        align: room.align,
        color: inks.text,
        on: inks.ground,
      })
      const mark = `<rect x="${place.left}" y="${Math.round(start)}" width="${place.width}" height="${rule}" fill="${cssOf(inks.accent)}"/>`
      sheet.add({ text, mark, box: { ...place, top: Math.round(start), height: rule + gap + body.height } })
      sheet.addButton()
      return sheet.close({ stepsLost, breakCost: headline?.cost ?? 0 })
    })
  let misfit: Misfit | undefined
  for (const body of bodies) {
    const arranged = await orMisfit(arrange(body))
    if (!(arranged instanceof Misfit)) return arranged
    misfit = arranged
  }
  throw misfit ?? new Misfit('subline')
}

/** A body in the steps of the scale that have room, those with good lines first, the largest of them before the others. @throws Misfit */
async function bodiesOf(
  stage: Stage,
  text: string,
  { sizes, widthMax, heightMax }: { sizes: readonly number[]; widthMax: number; heightMax: number },
): Promise<SetText[]> {
  const bodies = await Promise.all(
    sizes.map((step) => {
      const sizePx = stage.grid.step(step)
      const linesMax = Math.max(1, Math.floor(heightMax / (bodyStyle.leadingEm * sizePx)))
      return orMisfit(stage.set(text, bodyStyle, { part: 'subline', sizes: [sizePx], widthMax, linesMax }))
    }),
  )
  const fitting = bodies.flatMap((body) => (body instanceof Misfit ? [] : [body]))
  const misfit = bodies.at(-1)
  if (fitting.length === 0 && misfit instanceof Misfit) throw misfit
  return fitting.toSorted((one, other) => Number(one.cost >= costGood) - Number(other.cost >= costGood))
}

/** Line breaks that cost less are worth the size. */
const costGood = 0.8
