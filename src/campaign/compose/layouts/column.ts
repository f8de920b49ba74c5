import { createRandom } from '../../numeric/math.ts'
import type { SetText } from '../copy/set-text.ts'
import type { ByFormat, Grid } from '../grid.ts'
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
  arrange: (stage, layout) => arrangeText(stage, layout, 0),
}

export const frieze: Layout = {
  name: 'frieze',
  ...layoutData.frieze,
  suits: (brief) => textSuits(brief) * (brief.pictograms.length > 0 ? 1.8 : 1.6),
  pictogramsMax: 3,
  shapes: (grid, inks, seed, { pictograms }) =>
    mosaicOf(friezeOf(grid), inks, createRandom(seed, 'frieze'), pictograms),
  arrange: (stage, layout) => {
    const { rows, side, top } = friezeOf(stage.grid)
    return arrangeText(stage, layout, rows * side + top - stage.grid.step(1.1))
  },
}

const friezeColumns: ByFormat<number> = { square: 7, landscape: 13, portrait: 5 }

/** One row of tiles, and more where a story runs on above its safe area. */
function friezeOf({ format, width, bleed }: Grid) {
  const columns = friezeColumns[format]
  const side = width / columns
  return { columns, side, rows: 1 + Math.floor(bleed.top / side), left: 0, top: -bleed.top }
}

function textSuits({ sublineWords, listLength, isQuote, hasPicture, hasBadge }: Brief): number {
  if (sublineWords < (hasPicture ? 26 : 9) || listLength > 1 || isQuote || hasBadge) return 0
  return hasPicture ? 0.9 : sublineWords < 20 ? 0.45 : 2
}

/** @param below how far the type moves down, in pixels @throws Misfit */
async function arrangeText(stage: Stage, layout: Layout, below: number): Promise<Arrangement> {
  const { grid, parts, inks } = stage
  const down = (frame: Frame): Frame => {
    const [left, top, width, height] = frame.type
    return { ...frame, type: [left, top + below / grid.height, width, height] }
  }
  if (parts.subline === undefined) throw new Misfit('subline')
  const aside = 0.13 + below / grid.height
  const isAside = grid.format === 'landscape'
  const isLong = parts.subline.length > longChars
  const usual = layout.frames[grid.format]
  const isShort = parts.subline.length <= shortChars
  const frame = down(
    isAside && isLong ? narrowHeadline : { ...usual, step: usual.step + (isShort ? 0.9 : 0) },
  )
  const room = await roomOf(stage, layout, frame)
  const place = isAside ? stage.box(isLong ? [0.45, aside, 0.503, 0] : [0.56, aside, 0.393, 0]) : room.column
  const eyebrow = await eyebrowOf(stage, room.column.width)
  const rule = Math.max(2, Math.round(grid.unit / 5))
  const gap = grid.step(2)
  const bottom = (isAside ? room.row.top : room.bottomTop) - 0.7 * grid.margin
  const top = isAside ? place.top : place.top + headlineRoom * grid.step(frame.step)
  const body = await setBody(stage, parts.subline, {
    sizes: isAside ? [3, 2.7, 2.4, 2.15, 1.9] : [3.4, 3.1, 2.8, 2.5, 2.2],
    widthMax: place.width,
    heightMax: bottom - top - rule - gap,
  })
  return await bestHeadline(stage, layout, { frame, width: room.column.width }, (headline, stepsLost) => {
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
}

/** Sets a body in the largest of some steps of the scale that has room and good lines. @throws Misfit */
async function setBody(
  stage: Stage,
  text: string,
  { sizes, widthMax, heightMax }: { sizes: readonly number[]; widthMax: number; heightMax: number },
): Promise<SetText> {
  let misfit: Misfit | undefined
  let best: SetText | undefined
  for (const step of sizes) {
    const sizePx = stage.grid.step(step)
    const linesMax = Math.max(1, Math.floor(heightMax / (bodyStyle.leadingEm * sizePx)))
    const fit = { part: 'subline' as const, sizes: [sizePx], widthMax, linesMax }
    const body = await orMisfit(stage.set(text, bodyStyle, fit))
    if (body instanceof Misfit) misfit = body
    else if (body.cost < costGood) return body
    else if (best === undefined || body.cost < best.cost) best = body
  }
  if (best !== undefined) return best
  throw misfit ?? new Misfit('subline')
}

/** Line breaks that cost less are worth the size. */
const costGood = 0.8
