export const clamp01 = (x: number) => Math.min(1, Math.max(0, x))

export const clamp = (x: number, low: number, high: number) => Math.min(high, Math.max(low, x))

export const mix = (from: number, to: number, share: number) => from + (to - from) * share

/** 0 up to `low`, 1 from `high`, a cubic between; `low` may be the greater one. */
export function smoothstep(low: number, high: number, x: number): number {
  const t = clamp01((x - low) / (high - low))
  return t * t * (3 - 2 * t)
}

/** Several times faster than Math.hypot, which guards against overflow that pictures never meet. */
export const length = (x: number, y: number) => Math.sqrt(x * x + y * y)
