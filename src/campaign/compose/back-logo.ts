import type { Box, Raster } from '../images/raster.ts'
import type { Rgb } from './color.ts'
import type { Composition } from './composition.ts'
import { luminanceOf } from './copy/contrast.ts'
import { inflate, intersect, overlap } from './copy/free-boxes.ts'
import { backingInk, type Inks } from './inks.ts'
import {
  type Backdrop,
  contrastMin,
  type MarkTone,
  meanLuminance,
  measureBackdrop,
} from './measure-backdrop.ts'
import { inset, unitOf, wholeBox } from './overlays/layout.ts'
import { roundedMask } from './overlays/masks.ts'
import { paint } from './overlays/paint.ts'
import { backdropQuality, qualityMin } from './score-spot.ts'

export interface BackedLogo {
  /** A copy of the background with the backing on it. */
  background: Raster
  backdrop: Backdrop
  kind: 'scrim' | 'plate'
}

/**
 * Paints a backing that makes a logo legible: a scrim without visible edges, as light as possible, or else a plate.
 * @param layout a scrim falls neither on the shape that an overlay painted nor on its frame
 * @returns undefined when neither gives a contrast of 3:1, for example for a nearly transparent logo
 */
export function backLogo(
  background: Raster,
  clearBox: Box,
  tone: MarkTone,
  { inks, layout }: Pick<Composition, 'inks' | 'layout'>,
): BackedLogo | undefined {
  const ink = backingInk(inks, tone.luminance)
  const distance = Math.abs(Math.sqrt(luminanceOf(ink)) - Math.sqrt(meanLuminance(background, clearBox)))
  const reach = Math.round(unitOf(background) * scrimReach)
  const { shapeBox, openBox = wholeBox(background) } = layout
  const isFree = shapeBox === undefined || !overlap(inflate(clearBox, reach), shapeBox)
  for (const { kind, opacity, draw } of backings) {
    // A scrim of the opposite tone looks like a glow.
    if (kind === 'scrim' && !(isFree && opacity * distance <= scrimChangeMax)) continue
    const backed = { ...background, data: new Uint8Array(background.data) }
    draw(backed, { clearBox, openBox, ink, inks })
    const backdrop = measureBackdrop(backed, clearBox, tone)
    const reads =
      backdrop.contrast >= contrastMin && (kind === 'plate' || backdropQuality(backdrop) >= qualityMin)
    if (reads) return { background: backed, backdrop, kind }
  }
  return undefined
}

/** In roots of luminance. */
const scrimChangeMax = 0.22
/** How far a scrim fades out, as a fraction of the canvas's shorter side. */
const scrimReach = 0.16

interface Backing {
  kind: BackedLogo['kind']
  opacity: number
  draw: (canvas: Raster, shape: { clearBox: Box; openBox: Box; ink: Rgb; inks: Inks }) => void
}

const scrim = (opacity: number): Backing => ({
  kind: 'scrim',
  opacity,
  draw: (canvas, { clearBox, openBox, ink }) => {
    const reach = Math.round(unitOf(canvas) * scrimReach)
    const box = inset(clearBox, -reach / 2)
    const mask = roundedMask({ box, radius: reach * 0.9, softness: reach, opacity })
    paint(canvas, ink, intersect(inset(box, -reach / 2), openBox), mask)
  },
})

const plate: Backing = {
  kind: 'plate',
  opacity: 1,
  draw: (canvas, { clearBox: box, ink, inks }) => {
    const unit = unitOf(canvas)
    const radius = Math.min(unit * 0.025, 0.2 * Math.min(box.width, box.height))
    const reach = unit * 0.03
    const cast = { ...box, top: box.top + unit * 0.006 }
    paint(
      canvas,
      inks.deep,
      inset(cast, -reach),
      roundedMask({ box: cast, radius, softness: reach, opacity: 0.22 }),
    )
    paint(canvas, ink, box, roundedMask({ box, radius }))
  },
}

const backings: readonly Backing[] = [scrim(0.4), scrim(0.6), scrim(0.78), plate]
