import type { FormatId } from '../formats.ts'
import type { PartName } from './parts.ts'
import type { TextStyle } from './set-text.ts'

/** How the parts besides the headline are set. */
export const roles: Readonly<
  Record<Exclude<PartName, 'headline'>, TextStyle & { step: number; linesMax: number }>
> = {
  eyebrow: { cut: 'sans-600', trackingEm: 0.12, leadingEm: 1.2, isCapitals: true, step: 1, linesMax: 1 },
  badge: { cut: 'sans-800', trackingEm: -0.01, leadingEm: 1.15, step: 1.4, linesMax: 2 },
  subline: { cut: 'sans-400', trackingEm: -0.008, leadingEm: 1.36, step: 2.3, linesMax: 3 },
  cta: { cut: 'sans-600', trackingEm: -0.005, leadingEm: 1, step: 1.5, linesMax: 1 },
  legal: { cut: 'sans-400', trackingEm: 0, leadingEm: 1.35, step: 0, linesMax: 3 },
}

/** The least size of a part, in pixels. */
export function leastPx(part: PartName, { format, scale }: { format: FormatId; scale: number }): number {
  return sizeMinPx[part][format] * scale
}

/** In pixels of the format's usual size. */
const sizeMinPx: Readonly<Record<PartName, Readonly<Record<FormatId, number>>>> = {
  eyebrow: { square: 24, landscape: 22, portrait: 26 },
  headline: { square: 60, landscape: 48, portrait: 66 },
  badge: { square: 24, landscape: 20, portrait: 27 },
  subline: { square: 32, landscape: 28, portrait: 36 },
  cta: { square: 28, landscape: 26, portrait: 32 },
  legal: { square: 20, landscape: 18, portrait: 22 },
}
