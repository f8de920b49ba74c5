import type { Box } from '../../images/raster.ts'
import type { Placement } from '../controls.ts'
import type { Grid } from '../grid.ts'
import { type Button, setButton } from './button.ts'
import {
  type Align,
  type Arrangement,
  type Circle,
  type Ellipse,
  type Frame,
  type Layout,
  Misfit,
  type PlacedText,
  type Stage,
} from './layout.ts'
import { logoClearance, logoSize, mirrored, placeText } from './stage.ts'

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
  const logo = placeLogo(stage, layout, frame, { row, button })
  const isLow = logo?.anchor.startsWith('bottom') === true
  const bottomTop = isLow ? Math.min(row.top, logo.clearBox.top) : row.top
  const buttonTop = logo === undefined ? row.top : bottomTop - grid.step(1.2) - grid.row
  const column = belowLogo(whole, layout, logo)
  const room = { column, align, row, logo, button, bottomTop, buttonTop, legal }
  if (button === undefined || !frame.button.startsWith('row')) return room
  // A logo on the same side pushes the button up.
  return { ...room, bottomTop: Math.min(bottomTop, buttonPlace(stage, frame, room, button).top) }
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

/** Places the logo in the layout's slot, or where the request fixes it. */
function placeLogo(
  stage: Stage,
  layout: Layout,
  frame: Frame,
  { row, button }: Pick<Room, 'row' | 'button'>,
): Arrangement['logo'] {
  const { grid, logo, inks } = stage
  if (logo === undefined) return undefined
  const { controls } = logo
  const slot = stage.isMirrored ? mirrored(layout.logo) : layout.logo
  const anchor: Exclude<Placement, 'auto'> = controls.placement === 'auto' ? slot : controls.placement
  const isFree = controls.placement === 'auto'
  const margin =
    controls.margin === 'auto' ? grid.margin : Math.round(controls.margin * Math.min(grid.width, grid.height))
  const offset = isFree && frame.logoX !== undefined ? Math.round(frame.logoX * grid.width) : margin
  const isBeside = grid.format === 'landscape' || frame.picture?.[3] === 1
  const columnMax = layout.picture === 'box' && isBeside ? frame.type[2] : 1
  const widthMax = Math.min(grid.width - margin - offset, columnMax * grid.width)
  const largest = logoSize(grid, logo, widthMax)
  const mayShrink = isFree && controls.scale === 'auto'
  // Beside a button on its row, unless it would be too small there.
  const isOnButtonRow = mayShrink && anchor.startsWith('bottom-') && /^row-(?:start|end)$/.test(frame.button)
  const beside = widthMax - (button?.width ?? 0) - logoClearance(grid, largest) - 1
  const shrunk = isOnButtonRow ? logoSize(grid, logo, Math.min(widthMax, beside)) : largest
  const wanted = shrunk.height < heightMinUnits * grid.unit ? largest : shrunk
  const inRoom = layout.logoRoom?.(grid)
  if (mayShrink && inRoom !== undefined)
    return { anchor, ...fitRoom(grid, inRoom, wanted), on: layout.logoOn?.(inks) }
  const axis = isFree ? (frame.axis ?? 0.5) * grid.width : grid.width / 2
  const bottom = isFree && controls.margin === 'auto' ? row.bottom : grid.height - margin
  const boxAt = (size: Size): Box => {
    const left = anchor.endsWith('left')
      ? offset
      : anchor.endsWith('right')
        ? grid.width - size.width - (stage.isMirrored ? offset : margin)
        : axis - size.width / 2
    const onRow = isFree && size.height <= grid.row
    const top = anchor.startsWith('top')
      ? margin
      : anchor.startsWith('bottom')
        ? onRow
          ? (row.top + row.bottom - size.height) / 2
          : bottom - size.height
        : (grid.height - size.height) / 2
    return within(grid, {
      left: Math.round(left + controls.x * grid.width),
      top: Math.round(top + controls.y * grid.height),
      ...size,
    })
  }
  const band = layout.rowHeight?.(grid) ?? grid.height
  const fits = (box: Box) =>
    grid.margin + box.height + logoClearance(grid, box) <= band &&
    !keptOut(stage, layout).some((circle) => touches(box, circle, grid.step(0)))
  const box = mayShrink
    ? shrink(grid, wanted, (size) => (fits(boxAt(size)) ? boxAt(size) : undefined))
    : boxAt(wanted)
  const clearBox = around(box, logoClearance(grid, box))
  const on = controls.placement === 'auto' ? (layout.logoOn ?? layout.rowOn)?.(inks) : undefined
  return { anchor, box, clearBox, on: on ?? (layout.picture === 'full' ? undefined : inks.ground) }
}

/** Least height of a mark that is shrunk to a room. */
const heightMinUnits = 2.2

interface Size {
  width: number
  height: number
}

/** The largest mark, at most of the wanted size, that fits. @throws Misfit */
function shrink<Fitting>(grid: Grid, wanted: Size, fit: (size: Size) => Fitting | undefined): Fitting {
  for (let scale = 1; wanted.height * scale >= heightMinUnits * grid.unit; scale *= 0.95) {
    const size = { width: Math.round(wanted.width * scale), height: Math.round(wanted.height * scale) }
    const fitting = fit(size)
    if (fitting !== undefined) return fitting
  }
  throw new Misfit('headline')
}

/** The largest box for a mark on the axis of an ellipse that is cut by the lower edge. @throws Misfit */
function fitRoom(grid: Grid, { x, y, radiusX, radiusY }: Ellipse, wanted: Size): { box: Box; clearBox: Box } {
  return shrink(grid, wanted, (size) => {
    const top = Math.round(grid.height - 0.6 * grid.margin - size.height)
    const box = { left: Math.round(x - size.width / 2), top, ...size }
    const clearBox = around(box, logoClearance(grid, box))
    const reach = Math.hypot(clearBox.width / 2 / radiusX, (y - clearBox.top) / radiusY)
    return reach <= 1 ? { box, clearBox } : undefined
  })
}

/** Shapes of a layout that neither copy nor logo may touch. */
export function keptOut({ grid, isMirrored }: Stage, { keepOut }: Layout): Circle[] {
  const circles = keepOut?.(grid) ?? []
  return circles.map((circle) => (isMirrored ? { ...circle, x: grid.width - circle.x } : circle))
}

export function around({ left, top, width, height }: Box, gap: number): Box {
  return { left: left - gap, top: top - gap, width: width + 2 * gap, height: height + 2 * gap }
}

function within({ width, safe }: Grid, box: Box): Box {
  const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))
  return {
    ...box,
    left: clamp(box.left, 0, width - box.width),
    top: clamp(box.top, safe.top, safe.bottom - box.height),
  }
}

export function overlaps(one: Box, other: Box, gap = 0): boolean {
  return (
    one.left < other.left + other.width + gap &&
    other.left < one.left + one.width + gap &&
    one.top < other.top + other.height + gap &&
    other.top < one.top + one.height + gap
  )
}

export function touches({ left, top, width, height }: Box, { x, y, radius }: Circle, gap: number): boolean {
  const dx = Math.max(left - x, 0, x - left - width)
  const dy = Math.max(top - y, 0, y - top - height)
  return Math.hypot(dx, dy) < radius + gap
}
