import { colorOf, type Oklch } from '../../../../numeric/color.ts'
import { mix } from '../../../../numeric/math.ts'
import { mixOklch } from '../../core/mix-oklch.ts'
import { scaled } from '../../core/pixels.ts'
import type { SceneLight } from '../../core/scene-light.ts'
import type { ScenePlan } from '../../scene-plan.ts'

/** Paints in the order of the building's indices, and the lights. */
export function paintColors({ timeOfDay }: ScenePlan, light: SceneLight) {
  const wall: Oklch = {
    l: mix(light.main.l, 0.88 - light.main.c, 0.72),
    c: Math.min(0.13, light.main.c * 0.8),
    h: light.main.h,
  }
  const other: Oklch = {
    l: mix(light.accent.l, 0.82 - light.accent.c, 0.72),
    c: Math.min(0.13, light.accent.c * 0.8),
    h: light.accent.h,
  }
  const chalk: Oklch = { l: 0.86, c: 0.03, h: 75 }
  const list = [
    mixOklch(wall, chalk, 0.6),
    wall,
    mixOklch({ ...wall, l: wall.l * 0.94 }, other, 0.2),
    other,
    { ...other, l: other.l * 0.9 },
    mixOklch(wall, chalk, 0.35),
  ]
  const power = { dawn: 1.35, day: 1.35, dusk: 1.4, night: 0.4 }[timeOfDay]
  const air = { dawn: 0.62, day: 0.62, dusk: 0.4, night: 0.22 }[timeOfDay]
  return {
    paints: list.map(colorOf),
    key: scaled(colorOf({ ...light.sun, c: light.sun.c * 1.2 }), power),
    sky: scaled(colorOf({ l: 0.82, c: Math.min(0.08, light.shade.c), h: light.shade.h }), air),
    bounce: scaled(colorOf(mixOklch(wall, light.sun, 0.4)), power * 0.95),
  }
}
