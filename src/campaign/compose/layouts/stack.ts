import type { Box } from '../../images/raster.ts'
import type { SetText } from '../copy/set-text.ts'
import { cssOf } from '../inks.ts'
import { type Button, drawButton } from './button.ts'
import type { Align, Drawn, PlacedText, Stage } from './layout.ts'
import type { Sheet } from './sheet.ts'
import { placeText } from './stage.ts'

/** Parts whose size does not depend on the headline's. */
export interface FixedParts {
  eyebrow: SetText | undefined
  badge?: SetText | undefined
  subline?: SetText | undefined
  /** By the layout itself. */
  drawnBadge?: Drawn | undefined
}

/** One item of a type block. */
export interface StackItem {
  gap: number
  height: number
  draw(
    top: number,
    place: { column: Box; align: Align; on: PlacedText['on'] },
  ): { text: PlacedText; mark?: string; box: Box }
}

/** The type block from top to bottom; absent parts have no item. */
export function stackOf(
  stage: Stage,
  { eyebrow, badge, headline, subline }: FixedParts & { headline: SetText | undefined },
  button?: Button,
): StackItem[] {
  const { grid, inks } = stage
  const items: StackItem[] = []
  const gapBefore = (gap: number) => (items.length === 0 ? 0 : gap)
  const text = (
    part: PlacedText['part'],
    set: SetText,
    color: PlacedText['color'],
    gap: number,
  ): StackItem => ({
    gap: gapBefore(gap),
    height: set.height,
    draw: (top, place) => {
      // On a picture there is one ink: that which was measured against it.
      const ink = place.on === undefined ? inks.headline : color
      const placed = placeText(part, set, { ...place, top, color: ink })
      return { text: placed, box: placed.box }
    },
  })
  if (badge !== undefined) items.push(pillOf(stage, badge))
  if (eyebrow !== undefined) items.push(text('eyebrow', eyebrow, inks.accentText, grid.step(1)))
  if (headline !== undefined) items.push(text('headline', headline, inks.headline, grid.step(1)))
  if (subline !== undefined) items.push(text('subline', subline, inks.text, grid.step(1.5)))
  if (button !== undefined)
    items.push({
      gap: gapBefore(grid.step(2.4)),
      height: button.height,
      draw: (top, { column, align }) => {
        const share = { left: 0, center: 0.5, right: 1 }[align]
        const { mark, box, text } = drawButton(stage, button, {
          left: column.left + (column.width - button.width) * share,
          top,
        })
        return { mark, box, text }
      },
    })
  return items
}

/** Draws a type block from the top of its column on. @returns its lower edge */
export function drawStack(
  sheet: Sheet,
  items: readonly StackItem[],
  { column, align }: { column: Box; align: Align },
  from = column.top,
): number {
  return items.reduce((top, { gap, height, draw }) => {
    sheet.add(draw(top + gap, { column, align, on: sheet.on }))
    return top + gap + height
  }, from)
}

/** A badge in the stack: a capsule, which no button is. */
function pillOf({ inks }: Stage, set: SetText): StackItem {
  const line = set.lines[0]?.height ?? 0
  const [padX, padY] = [0.55 * line, 0.25 * line]
  const [width, height] = [Math.round(set.width + 2 * padX), Math.round(set.height + 2 * padY)]
  return {
    gap: 0,
    height,
    draw: (top, { column, align }) => {
      const share = { left: 0, center: 0.5, right: 1 }[align]
      const left = Math.round(column.left + (column.width - width) * share)
      const box = { left, top: Math.round(top), width, height }
      const mark = `<rect x="${left}" y="${box.top}" width="${width}" height="${height}" rx="${height / 2}" fill="${cssOf(inks.badge.fill)}"/>`
      const text = placeText('badge', set, {
        column: box,
        top: box.top + padY,
        align: 'center',
        color: inks.badge.text,
        on: inks.badge.fill,
      })
      return { text, mark, box }
    },
  }
}
