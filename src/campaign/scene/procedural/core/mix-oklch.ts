import type { Oklch } from '../../../numeric/color.ts'
import { mix } from '../../../numeric/math.ts'

/**
 * Mixes two colours in OKLab, where a mix of complements passes through grey: turning the hue instead would pass
 * through every hue between them.
 */
export function mixOklch(from: Oklch, to: Oklch, share: number): Oklch {
  const a = mix(axis(from, Math.cos), axis(to, Math.cos), share)
  const b = mix(axis(from, Math.sin), axis(to, Math.sin), share)
  return {
    l: mix(from.l, to.l, share),
    c: Math.hypot(a, b),
    h: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360,
  }
}

const axis = ({ c, h }: Oklch, wave: (angle: number) => number) => c * wave((h * Math.PI) / 180)
