import type { Box } from '../../images/raster.ts'
import type { Rgb } from '../color.ts'
import { cssOf } from '../inks.ts'
import { findDate, isDate, splitDate } from './dates.ts'
import type { Drawn, Stage } from './layout.ts'
import { placeText } from './stage.ts'

/**
 * A block with a date: days large in the headline's face, the weekday above them, month and time or place under them. A
 * date with other words is set as it is given. Undefined without a date.
 * @param place left, bottom and width, as fractions of width and height; `aspect` is its height by its width
 */
export async function drawDate(
  stage: Stage,
  { left, bottom, width, aspect = 0.66 }: { left: number; bottom: number; width: number; aspect?: number },
): Promise<Drawn | undefined> {
  const { grid, inks, parts, face } = stage
  const height = (aspect * width * grid.width) / grid.height
  const box = stage.box([left, bottom - height, width, height])
  const text = parts.badge ?? ''
  if (!isDate(text)) return undefined
  const split = splitDate(text)
  const { before, main, after } = split ?? { before: '', main: linesOf(text), after: '' }
  const padding = 0.08 * box.width
  const widthMax = box.width - 2 * padding
  const sizesOf = (shares: readonly number[]) => shares.map((share) => share * box.width)
  const note = (text: string) =>
    stage.set(
      text,
      { cut: 'sans-600', trackingEm: 0, leadingEm: 1.25 },
      { part: 'badge', sizes: sizesOf([0.1, 0.085]), widthMax, linesMax: 2 },
    )
  const shares =
    split === undefined || before !== '' ? [0.19, 0.16, 0.12, 0.1, 0.085] : [0.265, 0.22, 0.16, 0.12]
  const blocks = [
    ...(before === '' ? [] : [await note(before)]),
    await stage.set(
      main,
      { cut: face === 'serif' ? 'serif-700' : 'sans-800', trackingEm: -0.02, leadingEm: 0.95 },
      {
        part: 'badge',
        sizes: sizesOf(shares),
        widthMax,
        linesMax: split !== undefined ? 1 : main.includes('\n') ? 2 : 3,
      },
    ),
    ...(after === '' ? [] : [await note(after)]),
  ]
  const gap = 0.04 * box.width
  const heightOfAll = blocks.reduce((sum, block) => sum + block.height, gap * (blocks.length - 1))
  let top = box.top + (box.height - heightOfAll) / 2
  const column = { ...box, left: box.left + padding, width: widthMax }
  const place = {
    column,
    align: stage.isMirrored ? 'right' : 'left',
    color: inks.badge.text,
    on: inks.badge.fill,
  } as const
  const texts = blocks.map((block) => {
    const placed = placeText('badge', block, { ...place, top })
    top += block.height + gap
    return placed
  })
  return { mark: rectOf(box, inks.badge.fill), texts, box }
}

/** The first and the last day of a period each on a line. */
function linesOf(text: string): string {
  const { lastDayAt } = findDate(text) ?? {}
  return lastDayAt === undefined ? text : `${text.slice(0, lastDayAt)}\n${text.slice(lastDayAt).trim()}`
}

export const rectOf = ({ left, top, width, height }: Box, fill: Rgb) =>
  `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${cssOf(fill)}"/>`
