import { type Color, colorOf, leanHue, type Oklch, turnHue, withoutMud } from '../../../../numeric/color.ts'
import { clamp, mix } from '../../../../numeric/math.ts'
import { createRamp, type Ramp, type SceneLight } from '../../core/scene-light.ts'
import type { ScenePlan } from '../family.ts'
import { studio as hours } from '../tables.json' with { type: 'json' }
import type { Material } from './set.ts'

export interface Hour {
  /** Multiplies the lightness of all materials. */
  light: number
  /** Share of the light that comes from everywhere. */
  ambient: number
  /** How fast the pool of light ends, per squared unit. */
  falloff: number
  /** How strongly light and shade colour what they fall on. */
  color: number
}

export interface Lamps {
  hour: Hour
  /** What multiplies a surface in the light and in the shade, green is 1. */
  key: Color
  fill: Color
}

export function lampsOf({ sun, shade, isNight }: SceneLight, { timeOfDay }: ScenePlan): Lamps {
  const hour = hours[timeOfDay]
  // After dark a warm lamp lights the set: the moon alone would leave it grey.
  const lamp = isNight ? { l: 0.92, c: 0.07, h: 65 } : sun
  const multiplier = (color: Oklch): Color => {
    const { r, g, b } = colorOf({ ...color, l: 0.85, c: Math.min(0.1, color.c) * hour.color })
    return { r: r / g, g: 1, b: b / g }
  }
  return { hour, key: multiplier(lamp), fill: multiplier({ ...shade, c: shade.c * 1.3 }) }
}

/** Per material a run from its shadow to its light. */
export function materialRamps(
  light: SceneLight,
  { timeOfDay, palette }: ScenePlan,
  coveLightness: number,
): Readonly<Record<Material, Ramp>> {
  const { main, accent, sun, shade, tint } = light
  const rampOf = (color: Oklch): Ramp => {
    const base = withoutMud({ ...color, l: color.l * hours[timeOfDay].light })
    // Yellow in shade would turn olive: it goes towards orange instead.
    const deep = turnHue(base.h, withoutMud({ ...base, l: 0.4 }).h, 0.45)
    const dark = leanHue({ ...base, h: deep }, shade.h, 0.2)
    const lit = leanHue(base, sun.h, 0.08)
    return createRamp([
      { at: 0, l: base.l * 0.4, c: base.c * 0.95, h: dark.h },
      { at: 0.45, l: base.l * 0.81, c: base.c * 1.15, h: leanHue({ ...base, h: deep }, shade.h, 0.08).h },
      { at: 0.8, l: base.l, c: base.c, h: lit.h },
      { at: 1, l: Math.min(0.985, base.l + 0.08), c: base.c * 0.66, h: lit.h },
    ])
  }
  const strength = palette.length > 0 ? 0.9 : 0.75
  return {
    stage: rampOf({
      l: mix(coveLightness, main.l, 0.18),
      c: clamp(main.c * 0.62 * strength, 0.02, 0.11),
      h: main.h,
    }),
    podium: rampOf({ l: mix(0.82, main.l, 0.35), c: clamp(main.c * 0.85 * strength, 0.03, 0.14), h: main.h }),
    accent: rampOf({ l: mix(0.74, accent.l, 0.6), c: clamp(accent.c, 0.06, 0.17), h: accent.h }),
    pale: rampOf(tint({ l: 0.95, c: 0.016, h: 80 }, 0.2)),
  }
}
