import { type Color, colorOf, colorOfLab, type Oklch, oklabOf } from '../../../numeric/color.ts'

/** A colour of a ramp at a position from 0 to 1. */
export interface Stop extends Oklch {
  at: number
}

/** 1,024 colours in linear light, three numbers each; see `rampIndex`. */
export type Ramp = Float32Array

const entries = 1024

/**
 * A smooth run through colours: each is mapped into sRGB once, then a Catmull-Rom curve joins them in OKLab,
 * which leaves no visible edge at a stop.
 * @param stops ordered by position, at least one
 */
export function createRamp(stops: readonly Stop[]): Ramp {
  const ramp = new Float32Array(entries * 3)
  const labs = stops.map((stop) => oklabOf(colorOf(stop)))
  const labAt = (i: number) => labs[Math.min(labs.length - 1, Math.max(0, i))] ?? { l: 0, a: 0, b: 0 }

  for (let i = 0, segment = 0; i < entries; i++) {
    const position = i / (entries - 1)
    while (segment < stops.length - 2 && position > (stops[segment + 1]?.at ?? 1)) segment++
    const start = stops[segment]?.at ?? 0
    const end = stops[segment + 1]?.at ?? 1
    const t = Math.min(1, Math.max(0, (position - start) / (end - start || 1)))
    const [p, q, r, s] = [labAt(segment - 1), labAt(segment), labAt(segment + 1), labAt(segment + 2)]
    const color = colorOfLab({
      l: catmullRom(p.l, q.l, r.l, s.l, t),
      a: catmullRom(p.a, q.a, r.a, s.a, t),
      b: catmullRom(p.b, q.b, r.b, s.b, t),
    })
    ramp[i * 3] = Math.max(0, color.r)
    ramp[i * 3 + 1] = Math.max(0, color.g)
    ramp[i * 3 + 2] = Math.max(0, color.b)
  }
  return ramp
}

/** Where the red of a position lies in the table; green and blue follow. Positions outside 0 to 1 take the ends. */
export function rampIndex(position: number): number {
  const i = (position * (entries - 1) + 0.5) | 0
  return (i < 0 ? 0 : i >= entries ? entries - 1 : i) * 3
}

export function readRamp(ramp: Ramp, position: number, into: Color): void {
  const i = rampIndex(position)
  into.r = ramp[i] ?? 0
  into.g = ramp[i + 1] ?? 0
  into.b = ramp[i + 2] ?? 0
}

function catmullRom(p: number, q: number, r: number, s: number, t: number): number {
  return q + 0.5 * t * (r - p + t * (2 * p - 5 * q + 4 * r - s + t * (3 * (q - r) + s - p)))
}
