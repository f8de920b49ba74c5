import { type Color, colorOf } from '../../../../numeric/color.ts'
import { mix } from '../../../../numeric/math.ts'
import type { SceneLight } from '../../core/scene-light.ts'

export interface Wall {
  shade: Color
  lit: Color
}

/** By day walls have colours of their own; at other hours they take those of shade and sun. */
export function wallColors({ shade, sun, isNight, power, tint }: SceneLight): {
  concrete: Wall
  stone: Wall
  glass: Wall
} {
  const wall = (l: number, c: number, h: number): Wall => {
    if (power === 1) {
      return {
        shade: colorOf(tint({ l: l * 0.68, c, h }, 0.2)),
        lit: colorOf(tint({ l: l * 1.08, c, h }, 0.1)),
      }
    }
    const dark = { l: shade.l * (isNight ? 1.25 : 0.62) * (0.6 + 0.5 * l), c: shade.c * 1.15, h: shade.h }
    const bright = { l: mix(dark.l, sun.l, isNight ? 0.14 : 0.36), c: sun.c * 0.9, h: sun.h }
    return { shade: colorOf(dark), lit: colorOf(bright) }
  }
  return { concrete: wall(0.8, 0.012, 80), stone: wall(0.78, 0.04, 62), glass: wall(0.7, 0.04, 235) }
}

/** Lamps behind windows, and what dark panes mirror. */
export function windowColors({ sky, isNight, power, tint }: SceneLight): {
  warm: Color
  cool: Color
  mirror: Color
} {
  const zenith = sky[1] ?? { l: 0.5, c: 0.05, h: 250 }
  return {
    warm: colorOf(tint({ l: 0.86, c: 0.125, h: 74 }, 0)),
    cool: colorOf(tint({ l: 0.9, c: 0.05, h: 215 }, 0.2)),
    mirror: colorOf({
      ...zenith,
      l: zenith.l * (isNight ? 0.8 : power === 1 ? 0.62 : 0.55),
      c: zenith.c * 0.8,
    }),
  }
}
