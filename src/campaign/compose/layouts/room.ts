import type { Box } from '../../images/raster.ts'
import { type Button, setButton } from './button.ts'
import type { Align, Arrangement, Layout, PlacedText, Stage } from './layout.ts'
import type { Frame } from './layout-data.ts'
import { placeLogo } from './place-logo.ts'
import { logoClearance, logoSize, placeText } from './stage.ts'

/** The column of the type and what stands at the bottom. */
export interface Room {
  column: Box
  align: Align
  /** The row at the bottom. */
  row: { top: number; bottom: number }
  logo: Arrangement['logo']
  button: Button | undefined
  /** Of row and logo at the bottom. */
  bottomTop: number
  /** Of a button above the logo. */
  buttonTop: number
  legal: PlacedText | undefined
}

/** @throws Misfit */
export async function roomOf(stage: Stage, layout: Layout, frame: Frame): Promise<Room> {
  const { grid } = stage
  const whole = stage.box(frame.type)
  const align = stage.align ?? (layout.align === 'center' ? 'center' : stage.isMirrored ? 'right' : 'left')
  const legal = await placeLegal(stage, layout, frame, { column: whole, align })
  const { logo: mark } = stage
  const clear =
    mark !== undefined && layout.logo.startsWith('bottom') ? logoClearance(grid, logoSize(grid, mark)) : 0
  const bottom =
    legal === undefined ? grid.height - grid.margin : legal.box.top - Math.max(grid.step(1), clear + 1)
  const row = { top: bottom - grid.row, bottom }
  const button = await setButton(stage, Math.max(whole.width, 0.4 * grid.width))
  const logo = placeLogo(stage, layout, frame, row)
  const isLow = logo?.anchor.startsWith('bottom') === true
  const bottomTop = isLow ? Math.min(row.top, logo.clearBox.top) : row.top
  const buttonTop = logo === undefined ? row.top : bottomTop - grid.step(1.2) - grid.row
  const column = belowLogo(whole, layout, logo)
  return { column, align, row, logo, button, bottomTop, buttonTop, legal }
}

/** A column under a logo on the axis begins below it. */
function belowLogo(column: Box, { logo: slot }: Layout, logo: Arrangement['logo']): Box {
  if (slot !== 'top' || logo?.anchor !== 'top') return column
  const top = Math.max(column.top, logo.clearBox.top + logo.clearBox.height)
  return { ...column, top, height: Math.max(0, column.height - (top - column.top)) }
}

/** Legal notes stand at the margin below the type, in its column. */
async function placeLegal(
  stage: Stage,
  layout: Layout,
  frame: Frame,
  { column, align }: Pick<Room, 'column' | 'align'>,
): Promise<PlacedText | undefined> {
  const { grid, parts, inks, isMirrored } = stage
  if (parts.legal === undefined) return undefined
  const width = frame.legalWidth === undefined ? column.width : frame.legalWidth * grid.width
  const text = await stage.setPart('legal', { widthMax: width })
  const left = isMirrored ? column.left + column.width - width : column.left
  return placeText('legal', text, {
    column: { left, top: 0, width, height: 0 },
    top: grid.height - grid.margin - text.height,
    align,
    color: inks.text,
    on: layout.picture === 'full' ? undefined : inks.ground,
  })
}

export function buttonPlace(
  stage: Stage,
  frame: Frame,
  { column, row, logo, buttonTop }: Room,
  button: Button,
): { left: number; top: number } {
  const { grid, isMirrored } = stage
  if (frame.button === 'above-logo')
    return { left: isMirrored ? column.left + column.width - button.width : column.left, top: buttonTop }
  if (frame.button === 'beside-logo')
    return { left: isMirrored ? column.left : column.left + column.width - button.width, top: row.top }
  const [start, end] = [grid.margin, grid.width - grid.margin - button.width]
  const place =
    frame.button === 'row-center' ? 'center' : (frame.button === 'row-end') !== isMirrored ? 'end' : 'start'
  const axis = (frame.axis ?? 0.5) * grid.width
  const left = place === 'center' ? axis - button.width / 2 : place === 'end' ? end : start
  // A logo on the same side of the row stands under the button.
  const isShared =
    logo !== undefined &&
    logo.box.top > grid.height / 2 &&
    left < logo.clearBox.left + logo.clearBox.width &&
    left + button.width > logo.clearBox.left
  return { left, top: isShared ? logo.clearBox.top - grid.row : row.top }
}
