import type { Box } from '../../images/raster.ts'
import { fromLeft, grown, scaledSize } from '../boxes.ts'
import type { Placement } from '../controls.ts'
import type { Grid } from '../grid.ts'
import { type Button, setButton } from './button.ts'
import { type Align, type Arrangement, isUnderType, Misfit, type PlacedText, type Stage } from './layout.ts'
import { leftIn, logoClearance, logoSize, mirrored, placeText } from './stage.ts'

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
export async function roomOf(stage: Stage): Promise<Room> {
  const { grid, layout, frame } = stage
  const whole = stage.box(frame.type)
  const align = stage.align ?? (layout.align === 'center' ? 'center' : stage.isMirrored ? 'right' : 'left')
  const legal = await placeLegal(stage, { column: whole, align })
  const { logo: mark } = stage
  const clear =
    mark !== undefined && layout.logo.startsWith('bottom') ? logoClearance(grid, logoSize(grid, mark)) : 0
  const bottom =
    legal === undefined ? grid.height - grid.margin : legal.box.top - Math.max(grid.step(1), clear + 1)
  const row = { top: bottom - grid.row, bottom }
  const button = await setButton(stage, Math.max(whole.width, 0.4 * grid.width))
  const logo = placeLogo(stage, { row, button })
  const isLow = logo?.anchor.startsWith('bottom') === true
  const bottomTop = isLow ? Math.min(row.top, logo.clearBox.top) : row.top
  const buttonTop = logo === undefined ? row.top : bottomTop - grid.step(1.2) - grid.row
  const column = belowLogo(stage, whole, logo)
  const room = { column, align, row, logo, button, bottomTop, buttonTop, legal }
  if (button === undefined || !frame.button.startsWith('row')) return room
  // A logo on the same side pushes the button up.
  return { ...room, bottomTop: Math.min(bottomTop, buttonPlace(stage, room, button).top) }
}

/** A column under a logo on the axis or at its start, or under one that the request has at the top, begins below it. */
function belowLogo({ layout, logoShare, isMirrored }: Stage, column: Box, logo: Arrangement['logo']): Box {
  const own = isMirrored ? mirrored(layout.logo) : layout.logo
  const isOver = /^top(?:-left)?$/.test(layout.logo) && logo?.anchor === own
  const isAsked = logoShare > 0 && logo?.anchor !== own && logo?.anchor.startsWith('top') === true
  if (logo === undefined || !(isOver || isAsked)) return column
  const top = Math.max(column.top, logo.clearBox.top + logo.clearBox.height)
  return { ...column, top, height: Math.max(0, column.height - (top - column.top)) }
}

/** Legal notes stand at the margin below the type, in its column. */
async function placeLegal(
  stage: Stage,
  { column, align }: Pick<Room, 'column' | 'align'>,
): Promise<PlacedText | undefined> {
  const { grid, layout, parts, inks, isMirrored, frame } = stage
  if (parts.legal === undefined || isUnderType(frame)) return undefined
  // The row has a ground of its own, which has room for logo and button alone.
  if (layout.rowHeight !== undefined) throw new Misfit('legal')
  const width = frame.legalWidth === undefined ? column.width : frame.legalWidth * grid.width
  const text = await stage.setPart('legal', { widthMax: width })
  const left = isMirrored ? column.left + column.width - width : column.left
  return placeText('legal', text, {
    column: { left, top: 0, width, height: 0 },
    top: grid.height - grid.margin - text.height,
    align,
    color: inks.text,
    on: stage.on,
  })
}

export function buttonPlace(
  { grid, isMirrored, frame }: Stage,
  { column, row, logo, buttonTop }: Room,
  button: Button,
): { left: number; top: number } {
  if (frame.button === 'above-logo')
    return { left: leftIn(column, button.width, isMirrored ? 'right' : 'left'), top: buttonTop }
  if (frame.button === 'beside-logo')
    return { left: leftIn(column, button.width, isMirrored ? 'left' : 'right'), top: row.top }
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
function placeLogo(stage: Stage, { row, button }: Pick<Room, 'row' | 'button'>): Arrangement['logo'] {
  const { grid, logo, inks, layout, frame } = stage
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
  const isSmaller = !isFree && controls.scale === 'auto' && stage.logoShare > 0
  const usual = logoSize(grid, logo, widthMax)
  const largest = isSmaller ? scaledSize(usual, stage.logoShare) : usual
  const mayShrink = isFree && controls.scale === 'auto'
  // Beside a button on its row, unless it would be too small there.
  const isOnButtonRow =
    mayShrink && anchor.startsWith('bottom-') && /^row-(?:start|end)$|^beside/.test(frame.button)
  const rowWidth = frame.button === 'beside-logo' ? frame.type[2] * grid.width : widthMax
  const beside = rowWidth - (button?.width ?? 0) - Math.max(grid.margin, logoClearance(grid, largest)) - 1
  const shrunk = isOnButtonRow ? logoSize(grid, logo, Math.min(widthMax, beside)) : largest
  const wanted = shrunk.height < heightMinUnits * grid.unit ? largest : shrunk
  const axis = isFree ? (frame.axis ?? 0.5) * grid.width : grid.width / 2
  const isInShape = isFree && layout.holdsLogo !== undefined
  const lowest = isInShape ? 0.6 * margin : margin
  const bottom = isFree && controls.margin === 'auto' && !isInShape ? row.bottom : grid.height - lowest
  const boxAt = (size: Size): Box => {
    const left = anchor.endsWith('left')
      ? offset
      : anchor.endsWith('right')
        ? grid.width - size.width - (stage.isMirrored ? offset : margin)
        : axis - size.width / 2
    const onRow = isFree && !isInShape && size.height <= grid.row
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
    !touchesShapes(stage, box) &&
    layout.holdsLogo?.(grid, grown(box, logoClearance(grid, box))) !== false
  const box = mayShrink ? shrink(grid, wanted, boxAt, fits) : boxAt(wanted)
  const clearBox = grown(box, logoClearance(grid, box))
  const on = controls.placement === 'auto' ? (layout.logoOn ?? layout.rowOn)?.(inks) : undefined
  return { anchor, box, clearBox, on: on ?? stage.on }
}

/** Least height of a mark that is shrunk to a room. */
const heightMinUnits = 2.2

interface Size {
  width: number
  height: number
}

/** The place of the largest mark, at most of the wanted size, that fits. @throws Misfit */
function shrink(grid: Grid, wanted: Size, boxAt: (size: Size) => Box, fits: (box: Box) => boolean): Box {
  for (let scale = 1; scale === 1 || wanted.height * scale >= heightMinUnits * grid.unit; scale *= 0.95) {
    const box = boxAt({
      width: Math.round(wanted.width * scale),
      height: Math.round(wanted.height * scale),
    })
    if (fits(box)) return box
  }
  throw new Misfit('headline')
}

/** Whether copy or logo in a box is too close to shapes of the layout. */
export function touchesShapes({ grid, isMirrored, layout, frame }: Stage, box: Box): boolean {
  return layout.touchesShape?.(grid, fromLeft(grid, isMirrored, box), grid.step(0), frame.field) === true
}

function within({ width, safe }: Grid, box: Box): Box {
  const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))
  return {
    ...box,
    left: clamp(box.left, 0, width - box.width),
    top: clamp(box.top, safe.top, safe.bottom - box.height),
  }
}
