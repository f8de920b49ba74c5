import type { Box } from '../../images/raster.ts'
import type { Placement } from '../controls.ts'
import type { Grid } from '../grid.ts'
import { type Arrangement, type Circle, type Ellipse, type Layout, Misfit, type Stage } from './layout.ts'
import type { Frame } from './layout-data.ts'
import { logoClearance, logoSize, mirrored } from './stage.ts'

/** Places the logo in the layout's slot, or where the request fixes it. */
export function placeLogo(
  stage: Stage,
  layout: Layout,
  frame: Frame,
  row: { top: number; bottom: number },
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
  const wanted = logoSize(grid, logo, Math.min(grid.width - margin - offset, columnMax * grid.width))
  const mayShrink = isFree && controls.scale === 'auto'
  const inRoom = layout.logoRoom?.(grid)
  if (mayShrink && inRoom !== undefined)
    return { anchor, ...fitRoom(grid, inRoom, wanted), on: layout.logoOn?.(inks) }
  const band = layout.rowHeight?.(grid)
  const size = mayShrink && band !== undefined ? fitBand(grid, band, wanted) : wanted
  const axis = isFree ? (frame.axis ?? 0.5) * grid.width : grid.width / 2
  const left = anchor.endsWith('left')
    ? offset
    : anchor.endsWith('right')
      ? grid.width - size.width - (stage.isMirrored ? offset : margin)
      : axis - size.width / 2
  const onRow = isFree && size.height <= grid.row
  const bottom = isFree && controls.margin === 'auto' ? row.bottom : grid.height - margin
  const top = anchor.startsWith('top')
    ? margin
    : anchor.startsWith('bottom')
      ? onRow
        ? (row.top + row.bottom - size.height) / 2
        : bottom - size.height
      : (grid.height - size.height) / 2
  const box = within(grid, {
    left: Math.round(left + controls.x * grid.width),
    top: Math.round(top + controls.y * grid.height),
    ...size,
  })
  const clearBox = around(box, logoClearance(grid, size))
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

/** The largest mark on the lower margin that has its clear space within a band at the lower edge. @throws Misfit */
function fitBand(grid: Grid, height: number, wanted: Size): Size {
  return shrink(grid, wanted, (size) =>
    grid.margin + size.height + logoClearance(grid, size) <= height ? size : undefined,
  )
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
