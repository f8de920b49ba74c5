import type { Box, Raster } from '../../../images/raster.ts'

/** In pixels. Families accept any size from about 100 to 2,000 pixels. */
export interface Size {
  width: number
  height: number
}

/** A kind of picture that is computed from a plan. */
export interface Family {
  /** As plans name it. */
  name: string
  /** The same plan and size give the same picture; another size shows the same world, composed for that frame. */
  compose(plan: ScenePlan, size: Size): ComposedScene
}

/** A picture that is not yet painted. */
export interface ComposedScene {
  /** Where the subject is, as fractions. */
  focal: { x: number; y: number }
  /** Paints the picture, or a part of it; once only, as painting goes on with the composition's random numbers. */
  paint(part?: Box): Promise<Raster>
}

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

/** All inputs of a procedural scene; the same plan renders the same pixels in every format. */
export interface ScenePlan {
  family: string
  /** Unsigned 32-bit. */
  seed: number
  mood: string
  season: 'spring' | 'summer' | 'autumn' | 'winter'
  timeOfDay: 'dawn' | 'day' | 'dusk' | 'night'
  /** Hex colours that steer the hue, from the brief and the kit; may be empty. */
  palette: readonly string[]
  /** Kinds of things to show, for families with a choice: "lemon", "bowl". If absent, chosen by season and seed. */
  subjects?: readonly string[]
  /** The family draws a place that the brief names, or its mood where it names none. */
  isFitting: boolean
  /** The brief says how that place is shown. */
  isAsked?: boolean
  /** Words of the brief that no family can show, verbatim. */
  unshown: readonly string[]
}
