import { type Color, colorOf, cssOf, mixColors, type Oklch } from '../../../../numeric/color.ts'
import { clamp01, mix, type Random } from '../../../../numeric/math.ts'
import { habits } from '../tables.json' with { type: 'json' }

export type SprigKind = LeafyKind | 'twig'

/** A leaf or a needle: it starts at a point and points along an angle in radians. */
interface Blade {
  x: number
  y: number
  angle: number
  length: number
  /** Half of the widest breadth. */
  width: number
  /** How much the rib bends to one side, as a fraction of the length. */
  bend: number
}

/** A stem from its thick end to its tip, as points. */
export interface Stem {
  points: readonly (readonly [number, number])[]
  width: number
}

interface Sprig {
  stems: readonly Stem[]
  /** In drawing order. */
  blades: readonly Blade[]
}

export interface SprigPlace {
  x: number
  y: number
  /** Where it grows to, in radians. */
  angle: number
  length: number
}

/** Their habits: how leaves stand per pair, as fractions of the stem's length. */
type LeafyKind = keyof typeof habits

export const isSprigKind = (name: string): name is SprigKind => name === 'twig' || name in habits

/** Grows one sprig; lengths are in the units of its place. */
export function growSprig(random: Random, kind: SprigKind, place: SprigPlace): Sprig {
  if (kind === 'twig') return growTwig(random, place)
  const sprig = growLeafy(random, kind, place)
  if (kind !== 'fir') return sprig
  const side = (at: number, turn: number) => {
    const { x, y, angle } = alongCurve(place, 0, at)
    const length = place.length * (0.6 - 0.42 * at) * random.range(0.8, 1.1)
    return growLeafy(random, kind, { x, y, angle: angle + turn * random.range(0.55, 0.95), length })
  }
  const twigs = [0.2, 0.4, 0.6].flatMap((at) => [side(at, -1), side(at + 0.07, 1)])
  return {
    stems: [...twigs.flatMap(({ stems }) => stems), ...sprig.stems],
    blades: [...twigs.flatMap(({ blades }) => blades), ...sprig.blades],
  }
}

function growLeafy(random: Random, kind: LeafyKind, place: SprigPlace): Sprig {
  const habit = habits[kind]
  const curve = kind === 'fir' ? random.range(-0.12, 0.12) : random.range(-0.55, 0.55)
  const blades: Blade[] = []
  const leaf = (at: number, side: number) => {
    const { x, y, angle } = alongCurve(place, curve, Math.min(1, at))
    const taper =
      habit.taper === 'arch'
        ? Math.sin(Math.PI * (0.16 + 0.78 * at))
        : habit.taper === 'line'
          ? 1.05 - 0.9 * at
          : 1 - 0.48 * at
    const length = place.length * habit.length * taper * random.range(0.88, 1.12)
    const spread = habit.spread - habit.closing * at
    blades.push({
      x,
      y,
      angle: angle + side * spread * random.range(0.86, 1.14) + random.range(-0.06, 0.06),
      length,
      width: length * habit.width * random.range(0.9, 1.1),
      bend: side * random.range(0.02, 0.15),
    })
  }
  for (let i = 0; i < habit.pairs; i++) {
    const at = mix(habit.from, 0.985, (i + 0.5) / habit.pairs)
    leaf(at, -1)
    leaf(Math.min(0.99, at + (kind === 'palm' || kind === 'fern' ? 0 : 0.35 / habit.pairs)), 1)
  }
  leaf(1, 0)
  const points = Array.from({ length: 13 }, (_, i) => {
    const { x, y } = alongCurve(place, curve, i / 12)
    return [x, y] as const
  })
  return { stems: [{ points, width: place.length * (kind === 'palm' ? 0.011 : 0.008) }], blades }
}

/** Bare wood that forks. */
function growTwig(random: Random, place: SprigPlace): Sprig {
  const stems: Stem[] = []
  const fork = ({ x, y, angle, length }: SprigPlace, depth: number) => {
    const points: [number, number][] = [[x, y]]
    let [px, py, direction] = [x, y, angle]
    const joints = 7
    for (let i = 1; i <= joints; i++) {
      direction += random.range(-0.17, 0.17)
      px += (Math.cos(direction) * length) / joints
      py += (Math.sin(direction) * length) / joints
      points.push([px, py])
      const isTip = i === joints
      if (depth < 3 && i > 1 && !isTip && random.next() < 0.62) {
        const turn = random.pick([-1, 1]) * random.range(0.45, 0.85)
        fork({ x: px, y: py, angle: direction + turn, length: length * random.range(0.38, 0.6) }, depth + 1)
      }
    }
    stems.push({ points, width: place.length * 0.017 * 0.52 ** depth })
  }
  fork(place, 0)
  return { stems, blades: [] }
}

/** A point of a stem that bends evenly by `curve` radians. */
function alongCurve({ x, y, angle, length }: SprigPlace, curve: number, at: number) {
  const direction = angle + curve * at * 0.5
  return {
    x: x + Math.cos(direction) * length * at,
    y: y + Math.sin(direction) * length * at,
    angle: angle + curve * at,
  }
}

const n = (value: number) => value.toFixed(1)

/** The outline of one half of a blade as SVG path data, in the blade's own frame: it points to +x. */
function halfBlade({ length, width, bend }: Blade, side: -1 | 1): string {
  const tip = `${n(length)} ${n(bend * length)}`
  const rib = `Q${n(length * 0.5)} ${n(bend * length * 0.25)} 0 0Z`
  return `M0 0C${n(length * 0.2)} ${n(side * width * 0.98)} ${n(length * 0.72)} ${n(side * width * 0.86 + bend * length * 0.6)} ${tip}${rib}`
}

function placeBlade({ x, y, angle }: Blade): string {
  return `translate(${n(x)} ${n(y)}) rotate(${n((angle * 180) / Math.PI)})`
}

const round = ' stroke-linecap="round" stroke-linejoin="round"'

/** Stems as lines. @param more attributes of their ends */
function woodOf(stems: readonly Stem[], color: string, more = round): string {
  return stems
    .map(({ points, width }) => {
      const path = points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${n(x)} ${n(y)}`).join('')
      return `<path d="${path}" fill="none" stroke="${color}" stroke-width="${n(width)}"${more}/>`
    })
    .join('')
}

/** Everything in black, for shadows. */
export function silhouetteOf({ stems, blades }: Sprig): string {
  const leaves = blades.map(
    (blade) => `<path transform="${placeBlade(blade)}" d="${halfBlade(blade, -1)}${halfBlade(blade, 1)}"/>`,
  )
  return woodOf(stems, '#000') + leaves.join('')
}

export interface FoliageLook {
  leaf: Oklch
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

/** CSS colours of leaves in the air. */
const cssIn =
  ({ air, haze }: FoliageLook) =>
  (color: Oklch) =>
    cssOf(mixColors(colorOf(color), air, haze))

/** A sprig as SVG: leaves folded along the rib, one half in the light and one in the shade. */
export function paintSprig(random: Random, { stems, blades }: Sprig, look: FoliageLook): string {
  const css = cssIn(look)
  const leaves = blades.map((blade) => {
    const base = look.leaf
    const facing = Math.cos(blade.angle - look.light)
    const hue = base.h + random.gauss() * look.variety
    const tone = base.l + facing * 0.045 + random.gauss() * 0.022
    // The half that faces the light is lighter and warmer.
    const turned = Math.sin(blade.angle - look.light) > 0 ? 1 : -1
    const half = (side: -1 | 1) => {
      const lit = side === -turned ? -1 : 1
      return css({ l: clamp01(tone + lit * 0.055), c: base.c * (1 + lit * 0.06), h: hue - lit * 7 })
    }
    const body = `<path d="${halfBlade(blade, -1)}" fill="${half(-1)}"/><path d="${halfBlade(blade, 1)}" fill="${half(1)}"/>`
    const veins = look.isDetailed
      ? veinsOf(blade, css({ l: clamp01(tone + 0.15), c: base.c * 0.6, h: hue - 12 }))
      : ''
    return `<g transform="${placeBlade(blade)}">${body}${veins}</g>`
  })
  return woodOf(stems, css(look.wood)) + leaves.join('')
}

/** Needles are strokes: thousands of outlines would cost more than they show. */
export function paintNeedles(random: Random, { stems, blades }: Sprig, look: FoliageLook): string {
  const css = cssIn(look)
  const tones = [-0.07, 0, 0.075].map((step) => ({ step, lines: [] as string[] }))
  const width = blades.reduce((sum, blade) => sum + blade.width, 0) / (blades.length || 1)
  for (const { x, y, angle, length } of blades) {
    const facing = Math.cos(angle - look.light) + random.gauss() * 0.6
    const group = tones[facing > 0.45 ? 2 : facing < -0.45 ? 0 : 1]
    group?.lines.push(`M${n(x)} ${n(y)}l${n(Math.cos(angle) * length)} ${n(Math.sin(angle) * length)}`)
  }
  const needles = tones.map(
    ({ step, lines }) =>
      `<path d="${lines.join('')}" fill="none" stroke="${css({ ...look.leaf, l: clamp01(look.leaf.l + step) })}" stroke-width="${n(width * 1.7)}" stroke-linecap="round"/>`,
  )
  return woodOf(stems, css(look.wood), '') + needles.join('')
}

function veinsOf({ length, width, bend }: Blade, color: string): string {
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
