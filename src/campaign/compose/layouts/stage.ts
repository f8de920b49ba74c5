import type { Box } from '../../images/raster.ts'
import type { Rgb } from '../color.ts'
import { weightOf } from '../copy/load-fonts.ts'
import { widthEm } from '../copy/measure-paragraph.ts'
import type { PartName } from '../copy/parts.ts'
import { leastPx, roles } from '../copy/roles.ts'
import type { MeasuredText, SetText, TextStyle, Typesetter } from '../copy/set-text.ts'
import type { Grid } from '../grid.ts'
import { type Align, type LogoSlot, Misfit, type PlacedText, type Stage, type StageLogo } from './layout.ts'

/** From this weight on, numbers and signs are display type like the headline. */
const displayWeight = 700

const useOf = (part: PartName, { cut }: TextStyle) =>
  part === 'headline' || weightOf(cut) >= displayWeight ? 'headline' : 'body'

/** Longer ones are spaced less. */
const longEyebrowChars = 24
const longEyebrowTrackingEm = 0.06

export function createStage(
  typesetter: Typesetter,
  options: Omit<Stage, 'on' | 'set' | 'setPart' | 'box'>,
): Stage {
  const { layout, grid, parts, inks, facts, isMirrored } = options
  const set: Stage['set'] = async (text, style, { part, sizes, widthMax, linesMax }) => {
    const measured = await typesetter.measure(text, { ...style, use: useOf(part, style) })
    for (const sizePx of sizes) {
      const done = typesetter.set(measured, { sizePx, widthMax, linesMax })
      if (done !== undefined) return done
    }
    throw new Misfit(part, excessOf(text, measured, sizes.at(-1) ?? 1, { widthMax, linesMax }))
  }
  return {
    ...options,
    on: layout.picture === 'full' ? undefined : inks.ground,
    set,
    setPart: (part, fit) => {
      const { step, linesMax, ...role } = roles[part]
      const isLong = part === 'eyebrow' && (parts.eyebrow?.length ?? 0) > longEyebrowChars
      const style: TextStyle = {
        ...role,
        ...(isLong && { trackingEm: longEyebrowTrackingEm }),
        ...(part === 'subline' && { facts }),
      }
      const least = leastPx(part, grid)
      const wanted = Math.max(least, grid.step(fit.step ?? step))
      const sizes = fit.sizes ?? [wanted, (wanted + least) / 2, least]
      return set(parts[part] ?? '', style, { part, linesMax, ...fit, sizes })
    },
    box: ([x, y, width, height]) => {
      const left = isMirrored ? 1 - x - width : x
      const top = Math.round(y * grid.height)
      return {
        left: Math.round(left * grid.width),
        top,
        width: Math.round(width * grid.width),
        height: Math.round((y + height) * grid.height) - top,
      }
    },
  }
}

/** About how many letters a text has too many for its room, or its longest word for a line. */
function excessOf(
  text: string,
  { paragraphs }: MeasuredText,
  sizePx: number,
  { widthMax, linesMax }: { widthMax: number; linesMax: number },
): number {
  const widthPx =
    paragraphs.reduce((sum, { text, advanceEm }) => sum + (advanceEm[text.length] ?? 0), 0) * sizePx
  const share = Math.max(0, 1 - (0.9 * widthMax * linesMax) / Math.max(1, widthPx))
  const words = paragraphs.flatMap((paragraph) =>
    paragraph.opportunities.map(({ end }, index) => {
      const start = paragraph.opportunities[index - 1]?.next ?? 0
      const wordPx = widthEm(paragraph, start, end, 0) * sizePx
      return wordPx <= widthMax ? 0 : (end - start) * (1 - widthMax / wordPx)
    }),
  )
  return Math.max(1, Math.ceil(text.length * share), ...words.map(Math.ceil))
}

/** Where something in a column begins. */
export const leftIn = ({ left, width }: Box, inner: number, align: Align) =>
  left + (width - inner) * { left: 0, center: 0.5, right: 1 }[align]

/** Places set lines in a column. @param on what is behind them, undefined on a picture */
export function placeText(
  part: PartName,
  { lines, width, height }: SetText,
  {
    column,
    top,
    align,
    color,
    on,
  }: { column: Box; top: number; align: Align; color: Rgb; on: Rgb | undefined },
): PlacedText {
  const placed = lines.map((line) => ({
    ...line,
    left: leftIn(column, line.width, align),
    top: top + line.top,
    baseline: top + line.baseline,
  }))
  const box = {
    left: Math.floor(leftIn(column, width, align)),
    top: Math.floor(top),
    width: Math.ceil(width),
    height: Math.ceil(height),
  }
  return { part, lines: placed, color, box, on }
}

/**
 * The mark's size: as the request says, else 1.5 % of the canvas by area, within a least and a greatest height and half
 * the width.
 */
export function logoSize(
  grid: Grid,
  { aspect, controls }: StageLogo,
  widthMax = grid.width,
): { width: number; height: number } {
  const { width, height, unit } = grid
  const tall = Math.min(17 * unit, Math.max(2.8 * unit, Math.sqrt((0.015 * width * height) / aspect)))
  const wide =
    controls.scale === 'auto' ? Math.min(tall * aspect, 0.5 * width, widthMax) : controls.scale * width
  const whole = Math.max(1, Math.min(Math.round(wide), Math.floor(height * aspect)))
  return { width: whole, height: Math.max(1, Math.round(whole / aspect)) }
}

/** Space around a mark that stays free. */
export function logoClearance({ unit }: Grid, { width, height }: { width: number; height: number }): number {
  return Math.round(Math.max((width > 2 * height ? 0.5 : 0.25) * height, 1.5 * unit))
}

export function mirrored(slot: LogoSlot): LogoSlot {
  if (slot.endsWith('left')) return slot.startsWith('top') ? 'top-right' : 'bottom-right'
  if (slot.endsWith('right')) return slot.startsWith('top') ? 'top-left' : 'bottom-left'
  return slot
}
