import { type Color, colorOf, leanHue, type Oklch } from '../../../../numeric/color.ts'
import { mix, pickOf, type Random } from '../../../../numeric/math.ts'
import { createRamp, type Ramp, rampIndex, type SceneLight } from '../../core/scene-light.ts'
import type { Frame, ScenePlan } from '../family.ts'
import {
  type FoliageLook,
  growSprig,
  isSprigKind,
  paintNeedles,
  paintSprig,
  type SprigKind,
} from '../foliage/foliage.ts'
import seasons from './botanical.json' with { type: 'json' }

/** What all layers of one picture share. */
export interface Stage {
  random: Random
  frame: Frame
  kinds: readonly SprigKind[]
  look: Omit<FoliageLook, 'air' | 'haze' | 'isDetailed'>
  wall: Ramp
  air: Color
  sun: Color
  /** Index of the corner with most leaves; the opposite one has the rest. */
  corner: number
  focal: { x: number; y: number }
  lightX: number
  lightY: number
}

export function createStage(random: Random, frame: Frame, light: SceneLight, plan: ScenePlan): Stage {
  const season = seasons[plan.season]
  const hour = seasons.hours[plan.timeOfDay]
  const kinds = pickOf<readonly string[]>(season.kinds, random.next()).filter(isSprigKind)
  const angle = random.range(-2.3, -0.85)
  const corner = random.int(0, 3)
  const at = (color: Oklch, share: number): Oklch => {
    const tinted = light.tint(color, share)
    return leanHue(
      { ...tinted, l: tinted.l * hour.leaf, c: tinted.c * hour.chroma },
      light.shade.h,
      hour.lean,
    )
  }
  const wall = wallRamp(light, plan)
  const middle = rampIndex(0.62)
  const [cornerX, cornerY] = corners[corner] ?? [0, 0]
  return {
    random,
    frame,
    kinds,
    look: {
      leaf: at(season.leaf, 0.55),
      wood: at(season.wood, 0.1),
      variety: season.variety,
      light: angle,
    },
    wall,
    air: { r: wall[middle] ?? 0, g: wall[middle + 1] ?? 0, b: wall[middle + 2] ?? 0 },
    sun: colorOf(light.sun),
    corner,
    focal: { x: mix(0.5, cornerX, 0.56), y: mix(0.5, cornerY, 0.56) },
    lightX: Math.cos(angle),
    lightY: Math.sin(angle),
  }
}

const corners: readonly (readonly [number, number])[] = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
]

export interface Growth {
  /** `far`, `middle`, `near` or `front`. */
  depth: string
  /** Sprigs at the full corner and at the opposite one. */
  counts: readonly number[]
  /** In units. */
  length: number
  /** Which of the stage's kinds. */
  kind: number
  haze: number
}

/** The sprigs of one layer as SVG. */
export function grow(
  { random, frame, kinds, look, air, corner }: Stage,
  { depth, counts, length, kind, haze }: Growth,
): string {
  const stream = random.fork(depth)
  const sprigKind = kinds[kind] ?? 'olive'
  // Out of focus, twigs and needles are fog: only leaves come close to the eye.
  if (depth === 'front' && !['broad', 'beech', 'olive', 'round'].includes(sprigKind)) return ''
  const body: string[] = []
  for (const [turn, count] of counts.entries()) {
    const [cx, cy] = corners[(corner + turn * 2) % 4] ?? [0, 0]
    const x = cx * frame.width
    const y = cy * frame.height
    const inwards = Math.atan2(frame.height / 2 - y, frame.width / 2 - x)
    for (let i = 0; i < count; i++) {
      const fan = depth === 'front' ? stream.pick([-0.8, 0.8]) : (i - (count - 1) / 2) * 0.62
      const angle = inwards + fan + stream.range(-0.14, 0.14)
      const back = (depth === 'front' ? 0.2 : stream.range(0.04, 0.09)) * frame.unit
      const sprig = growSprig(stream, sprigKind, {
        x: x - Math.cos(angle) * back,
        y: y - Math.sin(angle) * back,
        angle,
        length: length * frame.unit * stream.range(0.9, 1.12),
      })
      const dressed: FoliageLook = {
        ...look,
        leaf: depth === 'front' ? { ...look.leaf, l: look.leaf.l * 0.8 } : look.leaf,
        air,
        haze,
        isDetailed: depth === 'near' || depth === 'middle',
      }
      body.push(
        sprigKind === 'fir' ? paintNeedles(stream, sprig, dressed) : paintSprig(stream, sprig, dressed),
      )
    }
  }
  return body.join('')
}

function wallRamp({ accent, tint, sky, isNight }: SceneLight, { timeOfDay, palette }: ScenePlan): Ramp {
  const hour = seasons.hours[timeOfDay]
  const own = tint(hour.wall, 0)
  const top =
    palette.length > 0
      ? { ...leanHue(own, accent.h, 0.6), c: Math.max(own.c, Math.min(0.07, accent.c * 0.5)) }
      : own
  const low = sky[isNight ? 0 : 1] ?? top
  return createRamp([
    { at: 0, l: top.l - hour.drop, c: top.c * 1.3 + 0.008, h: leanHue(top, low.h, 0.62).h },
    { at: 0.5, l: top.l - hour.drop * 0.42, c: top.c * 1.15, h: leanHue(top, low.h, 0.24).h },
    { at: 1, l: Math.min(0.98, top.l + 0.03), c: top.c * 0.8, h: top.h },
  ])
}
