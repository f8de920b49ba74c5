import type { Color } from '../../../../numeric/color.ts'
import { type FloatRaster, sampleRaster } from '../../core/float-raster.ts'
import type { Frame } from '../family.ts'

/** How the forest is seen: ground lengths in trunk distances, the sun low behind the trees. */
export interface ForestView {
  frame: Frame
  /** Row of the eye level and column straight ahead, in pixels. */
  eyeRow: number
  aheadColumn: number
  /** In pixels. */
  sun: { x: number; y: number }
  /** The mist behind everything, which each thing fades into where it stands, at a part of the resolution. */
  mist: FloatRaster
  /** Distance at which mist covers two thirds. */
  mistReach: number
}

/** Eye height over the ground. */
export const eyeHeight = 0.85

export const columnOf = ({ aheadColumn, frame }: ForestView, x: number, z: number) =>
  aheadColumn + (x / z) * frame.unit

export const groundRowOf = ({ eyeRow, frame }: ForestView, z: number) => eyeRow + (eyeHeight / z) * frame.unit

/** Pixels per pixel of the mist. */
export const mistReduce = 4

export const readMist = ({ mist }: ForestView, x: number, y: number, into: Color) =>
  sampleRaster(mist, x / mistReduce, y / mistReduce, into)

/** Share of a thing at a distance that the mist covers. */
export const hazeAt = ({ mistReach }: ForestView, z: number) => 1 - Math.exp(-((z / mistReach) ** 1.6))

/** 1 at the sun, falling to 0 over the frame. */
export function glowAt({ sun, frame }: ForestView, x: number, y: number): number {
  const dx = (x - sun.x) / frame.unit
  const dy = (y - sun.y) / frame.unit
  return Math.exp(-Math.sqrt(dx * dx + dy * dy) * 2.6)
}

const entries = 4096
const arcs = Float32Array.from({ length: entries }, (_, i) => {
  const u = (i / (entries - 1)) * 2 - 1
  return Math.atan(u / (1 - Math.abs(u) + 1e-9)) / Math.PI + 0.5
})

/** The angle from straight down to a point below, 0 on the left to 1 on the right; from a table, as every pixel asks. */
export function angleTo(across: number, down: number): number {
  const tangent = across / down
  return arcs[((tangent / (1 + Math.abs(tangent)) + 1) * 0.5 * (entries - 1) + 0.5) | 0] ?? 0.5
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
