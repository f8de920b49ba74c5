import { type Color, colorOf, cssOf, mixColors, type Oklch } from '../../../../numeric/color.ts'
import { clamp01 } from '../../../../numeric/math.ts'
import type { Random } from '../../../../numeric/random.ts'
import { type Blade, halfBlade, placeBlade, type Sprig, stemPath } from './foliage.ts'

export interface FoliageLook {
  leaf: Oklch
  petal: Oklch
  wood: Oklch
  /** Degrees by which the hue of single leaves varies. */
  variety: number
  /** Direction of the light in radians, on the picture. */
  light: number
  /** The air between the eye and the leaves, and how much of it there is. */
  air: Color
  haze: number
  /** Whether ribs and veins are drawn: sharp layers need them. */
  isDetailed: boolean
}

/** A sprig as SVG: leaves folded along the rib, one half in the light and one in the shade. */
export function paintSprig(random: Random, { stems, blades }: Sprig, look: FoliageLook): string {
  const css = (color: Oklch) => cssOf(mixColors(colorOf(color), look.air, look.haze))
  const wood = stems.map(
    (stem) =>
      `<path d="${stemPath(stem)}" fill="none" stroke="${css(look.wood)}" stroke-width="${stem.width.toFixed(1)}" stroke-linecap="round" stroke-linejoin="round"/>`,
  )
  const leaves = blades.map((blade) => {
    const base = blade.isPetal ? look.petal : look.leaf
    const facing = Math.cos(blade.angle - look.light)
    const hue = base.h + random.gauss() * look.variety * (blade.isPetal ? 0.3 : 1)
    const tone = base.l + facing * 0.045 + random.gauss() * 0.022
    // The half that faces the light is lighter and warmer.
    const turned = Math.sin(blade.angle - look.light) > 0 ? 1 : -1
    const fold = blade.isPetal ? 0.02 * random.gauss() : 0.055
    const half = (side: -1 | 1) => {
      const lit = side === -turned ? -1 : 1
      return css({ l: clamp01(tone + lit * fold), c: base.c * (1 + lit * 0.06), h: hue - lit * 7 })
    }
    if (blade.isPetal) {
      return `<path transform="${placeBlade(blade)}" d="${halfBlade(blade, -1)}${halfBlade(blade, 1)}" fill="${half(1)}"/>`
    }
    const body = `<path d="${halfBlade(blade, -1)}" fill="${half(-1)}"/><path d="${halfBlade(blade, 1)}" fill="${half(1)}"/>`
    const veins = look.isDetailed
      ? veinsOf(blade, css({ l: clamp01(tone + 0.15), c: base.c * 0.6, h: hue - 12 }))
      : ''
    return `<g transform="${placeBlade(blade)}">${body}${veins}</g>`
  })
  const hearts = look.isDetailed
    ? flowerHearts(blades, css({ ...look.petal, l: look.petal.l - 0.14, c: look.petal.c * 1.8 }))
    : ''
  return [...wood, ...leaves, hearts].join('')
}

/** Needles are strokes: thousands of outlines would cost more than they show. */
export function paintNeedles(random: Random, { stems, blades }: Sprig, look: FoliageLook): string {
  const css = (color: Oklch) => cssOf(mixColors(colorOf(color), look.air, look.haze))
  const wood = stems.map(
    (stem) =>
      `<path d="${stemPath(stem)}" fill="none" stroke="${css(look.wood)}" stroke-width="${stem.width.toFixed(1)}"/>`,
  )
  const tones = [-0.07, 0, 0.075].map((step) => ({ step, lines: [] as string[] }))
  const width = blades.reduce((sum, blade) => sum + blade.width, 0) / (blades.length || 1)
  for (const { x, y, angle, length } of blades) {
    const facing = Math.cos(angle - look.light) + random.gauss() * 0.6
    const group = tones[facing > 0.45 ? 2 : facing < -0.45 ? 0 : 1]
    group?.lines.push(
      `M${x.toFixed(1)} ${y.toFixed(1)}l${(Math.cos(angle) * length).toFixed(1)} ${(Math.sin(angle) * length).toFixed(1)}`,
    )
  }
  const needles = tones.map(
    ({ step, lines }) =>
      `<path d="${lines.join('')}" fill="none" stroke="${css({ ...look.leaf, l: clamp01(look.leaf.l + step) })}" stroke-width="${(width * 1.7).toFixed(1)}" stroke-linecap="round"/>`,
  )
  return [...wood, ...needles].join('')
}

function veinsOf({ length, width, bend }: Blade, color: string): string {
  const n = (value: number) => value.toFixed(1)
  const rib = `<path d="M0 0Q${n(length * 0.5)} ${n(bend * length * 0.2)} ${n(length * 0.97)} ${n(bend * length * 0.96)}" fill="none" stroke="${color}" stroke-width="${n(Math.max(0.8, width * 0.05))}" stroke-linecap="round" opacity="0.7"/>`
  if (width < 9) return rib
  const lines: string[] = []
  const count = Math.round(4 + length / 55)
  for (let i = 1; i < count; i++) {
    const t = i / count
    const reach = width * 0.66 * Math.sin(Math.PI * t ** 0.8)
    const y = bend * length * t * t * 0.9
    for (const side of [-1, 1]) {
      lines.push(
        `M${n(length * t)} ${n(y)}q${n(reach * 0.4)} ${n(side * reach * 0.4)} ${n(reach * 0.8)} ${n(side * reach * 0.85)}`,
      )
    }
  }
  return `${rib}<path d="${lines.join('')}" fill="none" stroke="${color}" stroke-width="${n(Math.max(0.6, width * 0.018))}" opacity="0.34"/>`
}

/** A dot of stamens in every flower: five petals follow one another. */
function flowerHearts(blades: readonly Blade[], color: string): string {
  const petals = blades.filter(({ isPetal }) => isPetal)
  return petals
    .filter((_, i) => i % 5 === 0)
    .map(
      ({ x, y, length }) =>
        `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${(length * 0.17).toFixed(1)}" fill="${color}"/>`,
    )
    .join('')
}
