import type { Box, Raster } from '../images/raster.ts'
import { clamp } from '../scene/procedural/core/math.ts'
import { anchors, type Controls } from './controls.ts'

export type Anchor = (typeof anchors)[number]

/** A position of the logo, inside the canvas. */
export interface LogoSpot {
  anchor: Anchor
  box: Box
  /** The box with the space around it that stays free; may reach beyond the canvas. */
  clearBox: Box
  /** The requested position was partly outside the canvas. */
  isMoved: boolean
}

/** Positions that the controls allow: one per anchor, or the named one. */
export function logoSpots(
  size: Pick<Raster, 'width' | 'height'>,
  { placement, margin, x, y }: Required<Controls>,
  canvas: Raster,
  marginMinPx: number,
): LogoSpot[] {
  const unit = Math.min(canvas.width, canvas.height)
  const marginPx = Math.max(marginMinPx, Math.round(margin * unit))
  // Not up to the edges of the canvas, where a plate of this size would look cut off.
  const spaceMax = Math.max(0.01 * unit, 0.6 * marginPx)
  const space = Math.round(clamp(clearShare * Math.min(size.width, size.height), 0.01 * unit, spaceMax))
  const allowed = placement === 'auto' ? anchors : [placement]
  return allowed.map((anchor) => {
    const wanted = {
      left: Math.round(
        along(sideOf(anchor, 'left', 'right'), size.width, canvas.width, marginPx) + x * canvas.width,
      ),
      top: Math.round(
        along(sideOf(anchor, 'top', 'bottom'), size.height, canvas.height, marginPx) + y * canvas.height,
      ),
    }
    const left = clamp(wanted.left, 0, canvas.width - size.width)
    const top = clamp(wanted.top, 0, canvas.height - size.height)
    return {
      anchor,
      box: { left, top, width: size.width, height: size.height },
      clearBox: {
        left: left - space,
        top: top - space,
        width: size.width + 2 * space,
        height: size.height + 2 * space,
      },
      isMoved: left !== wanted.left || top !== wanted.top,
    }
  })
}

/** Clear space around a logo, as a fraction of its shorter side. */
const clearShare = 0.35

type Side = 'start' | 'middle' | 'end'

function sideOf(anchor: Anchor, start: string, end: string): Side {
  const words = anchor.split('-')
  return words.includes(start) ? 'start' : words.includes(end) ? 'end' : 'middle'
}

function along(side: Side, size: number, whole: number, margin: number): number {
  if (side === 'middle') return (whole - size) / 2
  return side === 'start' ? margin : whole - margin - size
}
