import type { Size } from '../families/family.ts'

/**
 * A view onto a world that is the same for every format. World lengths are in units: one unit is the side of a
 * square with the area of the frame, so that things keep their share of the picture in every format.
 */
export interface Frame extends Size {
  /** Pixels per unit. */
  unit: number
  /** Pixels per pixel of a 1080x1080 picture: scales textures, edges and blurs. */
  scale: number
}

export function createFrame({ width, height }: Size): Frame {
  const unit = Math.sqrt(width * height)
  return { width, height, unit, scale: unit / 1080 }
}
