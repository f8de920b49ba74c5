import { clamp, clamp01 } from '../../../../numeric/math.ts'
import type { Frame } from '../../core/frame.ts'
import type { Vector } from '../../core/vector.ts'
import type { Size } from '../family.ts'

export interface View {
  eye: Vector
  /** The pixel straight ahead; the lens is shifted, so that upright lines stay upright. */
  centerX: number
  centerY: number
  focal: number
}

/** Wide pictures place the set beside the copy, tall ones below it. */
export function createView(frame: Frame, side: number): View {
  const wide = clamp01((frame.width / frame.height - 1) / 0.9)
  const tall = clamp01((frame.height / frame.width - 1) / 0.25)
  return {
    eye: { x: 0, y: 1.95, z: -7 },
    centerX: frame.width * (0.5 - side * 0.16 * wide),
    centerY: frame.height * (0.545 + 0.06 * tall - 0.1 * wide),
    focal: frame.unit * (1.18 - 0.16 * wide),
  }
}

/** Where a point of the set appears, as fractions of the picture. */
export function project({ eye, centerX, centerY, focal }: View, { x, y, z }: Vector, size: Size) {
  const depth = z - eye.z
  return {
    x: clamp((centerX + ((x - eye.x) / depth) * focal) / size.width, 0.1, 0.9),
    y: clamp((centerY - ((y - eye.y) / depth) * focal) / size.height, 0.1, 0.9),
  }
}

/** The direction through a point of the picture, of length 1. */
export function aim({ centerX, centerY, focal }: View, x: number, y: number, ray: Vector): void {
  const dx = (x - centerX) / focal
  const dy = (centerY - y) / focal
  const scale = 1 / Math.sqrt(dx * dx + dy * dy + 1)
  ray.x = dx * scale
  ray.y = dy * scale
  ray.z = scale
}
