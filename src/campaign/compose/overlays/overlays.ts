import type { OverlayMode } from '../controls.ts'
import { badge } from './badge.ts'
import { band } from './band.ts'
import { card } from './card.ts'
import { duotone } from './duotone.ts'
import { frame } from './frame.ts'
import { gradient } from './gradient.ts'
import type { Overlay } from './overlay.ts'
import { scrim } from './scrim.ts'
import { split } from './split.ts'
import { vignette } from './vignette.ts'

export const overlays: Readonly<Record<OverlayMode, Overlay>> = {
  none: () => ({}),
  scrim,
  band,
  frame,
  badge,
  split,
  vignette,
  duotone,
  gradient,
  card,
}
