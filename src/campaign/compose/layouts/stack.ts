import type { Box } from '../../images/raster.ts'
import type { SetText } from '../copy/set-text.ts'
import { offerItem } from './badges.ts'
import { type Button, drawButton } from './button.ts'
import type { Align, Drawn, PlacedText, StackItem, Stage } from './layout.ts'
import type { Sheet } from './sheet.ts'
import { leftIn, placeText } from './stage.ts'

/** Parts whose size does not depend on the headline's. */
export interface FixedParts {
  eyebrow: SetText | undefined
  /** A capsule. */
  badge?: SetText | undefined
  /** A row under the headline. */
  offer?: SetText[] | undefined
  subline?: SetText | undefined
  /** Over a field at the lower edge. */
  legal?: SetText | undefined
  /** By the layout itself. */
  drawnBadge?: Drawn | undefined
}

/** The type block from top to bottom; absent parts have no item. */
export function stackOf(
  stage: Stage,
  { eyebrow, badge, offer, headline, subline, legal }: FixedParts & { headline: SetText | undefined },
  button?: Button,
): StackItem[] {
  const { grid, inks, on } = stage
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
      const ink = on === undefined ? inks.headline : color
      const placed = placeText(part, set, { ...place, top, color: ink, on })
      return { texts: [placed], box: placed.box }
    },
  })
  if (badge !== undefined && eyebrow === undefined) items.push(pillOf(stage, badge))
  if (eyebrow !== undefined) items.push(text('eyebrow', eyebrow, inks.accentText, grid.step(1)))
  if (headline !== undefined) items.push(text('headline', headline, inks.headline, grid.step(1)))
  // Under an eyebrow it would be a second one.
  if (badge !== undefined && eyebrow !== undefined) items.push({ ...pillOf(stage, badge), gap: grid.step(1) })
  if (offer !== undefined) items.push({ gap: gapBefore(grid.step(1)), ...offerItem(stage, offer) })
  if (subline !== undefined) items.push(text('subline', subline, inks.text, grid.step(1.5)))
  if (button !== undefined) items.push({ gap: gapBefore(grid.step(2.4)), ...capsule(stage, button) })
  if (legal !== undefined) items.push(text('legal', legal, inks.text, grid.step(1.5)))
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
    sheet.add(draw(top + gap, { column, align }))
    return top + gap + height
  }, from)
}

/** A badge in the stack: a capsule, which no button is. */
function pillOf(stage: Stage, text: SetText): StackItem {
  const line = text.lines[0]?.height ?? 0
  const [width, height] = [Math.round(text.width + 1.1 * line), Math.round(text.height + 0.5 * line)]
  const look = { part: 'badge', colors: stage.inks.badge, radius: height / 2 } as const
  return { gap: 0, ...capsule(stage, { width, height, text }, look) }
}

/** A button, or a badge like one, where the column is aligned. */
const capsule = (
  stage: Stage,
  button: Button,
  look?: Parameters<typeof drawButton>[3],
): Omit<StackItem, 'gap'> => ({
  height: button.height,
  draw: (top, { column, align }) =>
    drawButton(stage, button, { left: leftIn(column, button.width, align), top }, look),
})
