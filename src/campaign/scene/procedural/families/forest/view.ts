import type { Color } from '../../../../numeric/color.ts'
import type { FloatRaster } from '../../core/float-raster.ts'
import type { Frame } from '../family.ts'

/** How the forest is seen: ground lengths in trunk distances, the sun low behind the trees. */
export interface ForestView {
  frame: Frame
  /** Row of the eye level and column straight ahead, in pixels. */
  eyeRow: number
  aheadColumn: number
  /** In pixels. */
  sun: { x: number; y: number }
  /** The mist behind everything, which each thing fades into where it stands. */
  mist: FloatRaster
  /** Distance at which mist covers two thirds. */
  mistReach: number
}

/** Eye height over the ground. */
export const eyeHeight = 0.85

export const columnOf = ({ aheadColumn, frame }: ForestView, x: number, z: number) =>
  aheadColumn + (x / z) * frame.unit

export const groundRowOf = ({ eyeRow, frame }: ForestView, z: number) => eyeRow + (eyeHeight / z) * frame.unit

/** Share of a thing at a distance that the mist covers. */
export const hazeAt = ({ mistReach }: ForestView, z: number) => 1 - Math.exp(-((z / mistReach) ** 1.6))

/** 1 at the sun, falling to 0 over the frame. */
export function glowAt({ sun, frame }: ForestView, x: number, y: number): number {
  const dx = (x - sun.x) / frame.unit
  const dy = (y - sun.y) / frame.unit
  return Math.exp(-Math.sqrt(dx * dx + dy * dy) * 2.6)
}

export interface ForestColors {
  bark: Color
  /** Leaves in shade, and with the sun shining through. */
  leafDark: Color
  leafLit: Color
  needleDark: Color
  needleLit: Color
  ground: Color
  groundLit: Color
  sun: Color
}
