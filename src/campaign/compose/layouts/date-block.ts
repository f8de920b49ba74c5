import type { Box } from '../../images/raster.ts'
import { within } from '../boxes.ts'
import type { Rgb } from '../color.ts'
import { cssOf } from '../inks.ts'
import type { Drawn, Stage } from './layout.ts'
import { isDate } from './numbers.ts'
import { around } from './place-logo.ts'
import { placeText } from './stage.ts'

/**
 * A block with a date: days large in the headline's face, month and place under them. Undefined without a date.
 * @param place left, bottom and width, as fractions of width and height
 * @param margin of ground around it, in pixels, where it stands on a pattern that may have its colour
 */
export async function drawDate(
  stage: Stage,
  { left, bottom, width }: { left: number; bottom: number; width: number },
  margin = 0,
): Promise<Drawn | undefined> {
  const { grid, inks, parts, face } = stage
  const height = (0.66 * width * grid.width) / grid.height
  const box = stage.box([left, bottom - height, width, height])
  const text = parts.badge ?? ''
  const days = /\d{1,2}(?:\s?[–-]\s?\d{1,2})?(?:st|nd|rd|th|\.)?/.exec(text)?.[0]
  if (days === undefined || !isDate(text)) return undefined
  const [big, small] = text.includes('月') ? [text, ''] : [days, text.replace(days, '').trim()]
  const padding = 0.08 * box.width
  const widthMax = box.width - 2 * padding
  const main = await stage.set(
    big,
    { cut: face === 'serif' ? 'serif-700' : 'sans-800', trackingEm: -0.02, leadingEm: 0.95 },
    {
      part: 'badge',
      sizes: [0.265, 0.22, 0.16, 0.12].map((share) => share * box.width),
      widthMax,
      linesMax: 2,
    },
  )
  const note =
    small === ''
      ? undefined
      : await stage.set(
          small,
          { cut: 'sans-600', trackingEm: 0, leadingEm: 1.25 },
          { part: 'badge', sizes: [0.1 * box.width, 0.085 * box.width], widthMax, linesMax: 2 },
        )
  const gap = note === undefined ? 0 : 0.04 * box.width
  const top = box.top + (box.height - main.height - gap - (note?.height ?? 0)) / 2
  const column = { ...box, left: box.left + padding, width: widthMax }
  const place = {
    column,
    align: stage.isMirrored ? 'right' : 'left',
    color: inks.badge.text,
    on: inks.badge.fill,
  } as const
  const texts = [placeText('badge', main, { ...place, top })]
  if (note !== undefined) texts.push(placeText('badge', note, { ...place, top: top + main.height + gap }))
  const rect = ({ left, top, width, height }: Box, fill: Rgb) =>
    `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${cssOf(fill)}"/>`
  const frame = within(grid, around(box, margin))
  return { mark: rect(frame, inks.ground) + rect(box, inks.badge.fill), texts, box: frame }
}
