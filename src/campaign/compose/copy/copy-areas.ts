import type { Box } from '../../images/raster.ts'
import type { Placement } from '../controls.ts'
import { freeBoxes, inflate, intersect } from './free-boxes.ts'

/** -1 is left or top, 0 the middle, 1 right or bottom. */
export type Side = -1 | 0 | 1

/** A box that copy may be fitted into. */
export interface CopyArea {
  box: Box
  /** Where in the box the copy stands. */
  column: Side
  row: Side
  /** Up to 1: copy may be as much smaller in a better area. */
  weight: number
}

export interface AreaRequest {
  canvas: { width: number; height: number }
  calm: Box
  /** As fractions of the canvas. */
  focal: { x: number; y: number }
  avoid: readonly Box[]
  position: Placement
  /** Around copy, for its backdrop. */
  paddingPx: number
}

/** Distance to the edges of the canvas, as a fraction of its shorter side. */
const marginShare = 0.06
/** How much of the safe area an anchored copy takes, by whether it is at an edge or in the middle. */
const anchoredShare = { width: { edge: 0.62, middle: 1 }, height: { edge: 0.46, middle: 0.7 } }
/** How much less an area weighs where copy would cover the focal point. */
const overFocalWeight = 0.4

/** The areas for a position, in two groups: those requested, and fallbacks for copy that is too long for them. */
export function copyAreas(request: AreaRequest): { asked: CopyArea[]; others: CopyArea[] } {
  const { canvas, calm, position } = request
  const safe = inflate(
    { left: 0, top: 0, ...canvas },
    -Math.round(marginShare * Math.min(canvas.width, canvas.height)),
  )
  const column = position === 'auto' ? calmColumn(request) : sideOf(position, 'left', 'right')
  const row = position === 'auto' ? 0 : sideOf(position, 'top', 'bottom')
  const wanted = position === 'auto' ? intersect(calm, safe) : anchored(safe, column, row)
  const asked = freeAreas(request, wanted, column, row)
  if (position !== 'auto') return { asked, others: freeAreas(request, safe, column, row) }
  const halves = (
    [
      [0, -1],
      [0, 1],
      [-1, 0],
      [1, 0],
    ] as const
  ).flatMap(([side, level]) => freeAreas(request, half(safe, side, level), side, level))
  return { asked, others: [...halves, ...freeAreas(request, safe, column, 0)] }
}

function freeAreas(request: AreaRequest, wanted: Box, column: Side, row: Side): CopyArea[] {
  const { canvas, focal, avoid, paddingPx } = request
  const taken = avoid.map((box) => inflate(box, paddingPx))
  const diagonal = Math.hypot(canvas.width, canvas.height)
  const target = pointOf(wanted, column, row)
  return freeBoxes(wanted, taken).map((box) => {
    const { x, y } = pointOf(box, column, row)
    const distance = Math.hypot(x - target.x, y - target.y) / diagonal
    const isOverFocal =
      request.position === 'auto' && holds(box, focal.x * canvas.width, focal.y * canvas.height)
    return { box, column, row, weight: (1 - distance) * (isOverFocal ? overFocalWeight : 1) }
  })
}

function calmColumn({ canvas, calm }: AreaRequest): Side {
  const center = (calm.left + calm.width / 2) / canvas.width
  return center < 0.42 ? -1 : center > 0.58 ? 1 : 0
}

function sideOf(position: Placement, first: string, last: string): Side {
  return position.includes(first) ? -1 : position.includes(last) ? 1 : 0
}

/** Half of a box at one of its sides. */
function half({ left, top, width, height }: Box, column: Side, row: Side): Box {
  const part = { width: column === 0 ? width : width / 2, height: row === 0 ? height : height / 2 }
  return {
    left: column === 1 ? left + width - part.width : left,
    top: row === 1 ? top + height - part.height : top,
    ...part,
  }
}

function anchored(safe: Box, column: Side, row: Side): Box {
  const width = safe.width * (column === 0 ? anchoredShare.width.middle : anchoredShare.width.edge)
  const height = safe.height * (row === 0 ? anchoredShare.height.middle : anchoredShare.height.edge)
  return {
    left: safe.left + ((safe.width - width) * (column + 1)) / 2,
    top: safe.top + ((safe.height - height) * (row + 1)) / 2,
    width,
    height,
  }
}

function pointOf({ left, top, width, height }: Box, column: Side, row: Side): { x: number; y: number } {
  return { x: left + (width * (column + 1)) / 2, y: top + (height * (row + 1)) / 2 }
}

function holds({ left, top, width, height }: Box, x: number, y: number): boolean {
  return x >= left && x < left + width && y >= top && y < top + height
}
