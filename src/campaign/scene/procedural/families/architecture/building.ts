import type { Random } from '../../../../numeric/math.ts'
import { least, setHit, type Vector } from '../../core/ray.ts'
import {
  createBlock,
  createGround,
  createGroup,
  createSphere,
  type Extent,
  type Solid,
  type Strike,
  setStrike,
} from '../../core/solids.ts'

/** Indices of the paints of a building. */
export const paints = { ground: 0, wall: 1, tower: 2, back: 3, ball: 4, steps: 5 } as const

export interface Building {
  /** In the order in which they most likely hide others. */
  solids: readonly Solid[]
  /** The solid that a face belongs to. */
  solidOf(face: number): Solid | undefined
  /** The main opening, which lamps light at night. */
  gate: Opening
  /** The wall that the gate is in. */
  wall: Extent
}

/** Faces per solid; the solids' numbers. The steps of the stair are numbered from its own number on. */
const faces = 8
const numbers = { ground: 0, wall: 1, back: 2, terrace: 3, ball: 4, tower: 5, parapet: 6, stair: 7 } as const

/** A wall with a gate at the top of a stair, a tower beside it that throws the shadow, a second wall behind. */
export function createBuilding(random: Random, side: number): Building {
  const steps = random.int(5, 8)
  const [rise, going] = [0.17, 0.36]
  const sill = steps * rise
  const wall = { left: -30, right: 30, bottom: 0, top: random.range(4.6, 5.1), near: 2.2, far: 2.8 }
  const gate: Opening = {
    middle: side * random.range(0.2, 0.5),
    halfWidth: random.range(0.78, 0.95),
    sill,
    spring: sill + random.range(1.3, 1.7),
  }
  const window: Opening = {
    middle: gate.middle - side * random.range(2.3, 2.7),
    halfWidth: 0.36,
    sill: sill + 0.75,
    spring: sill + 1.55,
  }
  const between = (inner: number, outer: number) => ({
    left: Math.min(inner, outer),
    right: Math.max(inner, outer),
  })
  const tower = {
    ...between(side * random.range(2.3, 2.6), side * 12),
    bottom: 0,
    top: random.range(6.3, 7),
    near: 0.3,
    far: wall.near,
  }
  const parapet = {
    ...between(-side * random.range(2.2, 2.8), -side * 12),
    bottom: 0,
    top: random.range(0.7, 1),
    near: -0.9,
    far: -0.2,
  }
  const half = gate.halfWidth + 0.28
  const stair = { left: gate.middle - half, right: gate.middle + half, bottom: 0, top: sill, far: wall.near }
  const nearOf = (step: number) => wall.near - (steps - step) * going
  const treads = Array.from({ length: steps }, (_, i) =>
    createBlock(
      { ...stair, top: (i + 1) * rise, near: nearOf(i) },
      paints.steps,
      (numbers.stair + 1 + i) * faces,
    ),
  )
  const back = { ...wall, top: sill + 2.5, near: 7, far: 7.5 }
  const backGate = { middle: gate.middle * 1.5, halfWidth: 0.9, sill, spring: sill + 1.2 }
  const terrace = { ...wall, top: sill, near: wall.far, far: 30 }
  const radius = random.range(0.3, 0.4)
  const ball = { x: gate.middle - side * (gate.halfWidth + 1.05), y: radius, z: 0.1 }

  const byNumber = new Map<number, Solid>([
    [numbers.wall, createArchedWall(wall, [gate, window], paints.wall, numbers.wall * faces)],
    [numbers.tower, createBlock(tower, paints.tower, numbers.tower * faces)],
    [numbers.parapet, createBlock(parapet, paints.wall, numbers.parapet * faces)],
    [numbers.stair, createGroup({ ...stair, near: nearOf(0) }, treads)],
    [numbers.back, createArchedWall(back, [backGate], paints.back, numbers.back * faces)],
    [numbers.terrace, createBlock(terrace, paints.ground, numbers.terrace * faces)],
    [numbers.ball, createSphere(ball, radius, paints.ball, numbers.ball * faces)],
    [numbers.ground, createGround(paints.ground, numbers.ground)],
  ])
  return {
    solids: [...byNumber.values()],
    solidOf: (face) => byNumber.get(Math.min(numbers.stair, Math.floor(face / faces))),
    gate,
    wall,
  }
}

/** A round-headed opening from a sill up. */
interface Opening {
  middle: number
  halfWidth: number
  sill: number
  /** Where the round head starts. */
  spring: number
}

/** A wall across the view with round-headed openings. */
function createArchedWall(extent: Extent, openings: readonly Opening[], paint: number, face: number): Solid {
  const { left, right, bottom, top, near, far } = extent

  function isOpen(x: number, y: number): boolean {
    for (const { middle, halfWidth, sill, spring } of openings) {
      const dx = Math.abs(x - middle)
      if (dx >= halfWidth || y <= sill) continue
      if (y < spring || dx * dx + (y - spring) * (y - spring) < halfWidth * halfWidth) return true
    }
    return false
  }

  return (o, d, into) => {
    const toFront = ((d.z > 0 ? near : far) - o.z) / d.z
    if (toFront >= into.t) return
    if (toFront > least) {
      const x = o.x + d.x * toFront
      const y = o.y + d.y * toFront
      if (x > left && x < right && y > bottom && y < top && !isOpen(x, y)) {
        setStrike(into, paint, face + (d.z > 0 ? 0 : 1), toFront, 0, 0, d.z > 0 ? -1 : 1)
        return
      }
    }
    // Only between its two faces can the rest of the wall be met.
    const toBack = ((d.z > 0 ? far : near) - o.z) / d.z
    const from = Math.max(least, toFront)
    const before = Math.min(into.t, toBack)
    if (from >= before) return
    const toTop = (top - o.y) / d.y
    if (d.y < 0 && toTop > from && toTop < before && o.x + d.x * toTop > left && o.x + d.x * toTop < right) {
      setStrike(into, paint, face + 2, toTop, 0, 1, 0)
    }
    for (const opening of openings) {
      if (!meetReveal(opening, o, d, from, Math.min(before, into.t), into)) continue
      into.face = face + (into.ny === 1 ? 4 : 3)
      into.paint = paint
    }
  }
}

/** The inside of an opening: its sides, its sill, its round head. */
function meetReveal(
  { middle, halfWidth, sill, spring }: Opening,
  o: Vector,
  d: Vector,
  from: number,
  before: number,
  into: Strike,
): boolean {
  const side = d.x > 0 ? 1 : -1
  const toSide = (middle + side * halfWidth - o.x) / d.x
  const y = o.y + d.y * toSide
  if (toSide > from && toSide < before && y > sill && y < spring) {
    setHit(into, toSide, -side, 0, 0)
    return true
  }
  const toSill = (sill - o.y) / d.y
  if (d.y < 0 && toSill > from && toSill < before && Math.abs(o.x + d.x * toSill - middle) < halfWidth) {
    setHit(into, toSill, 0, 1, 0)
    return true
  }
  const cx = o.x - middle
  const cy = o.y - spring
  const a = d.x * d.x + d.y * d.y
  const b = cx * d.x + cy * d.y
  const disc = b * b - a * (cx * cx + cy * cy - halfWidth * halfWidth)
  if (disc <= 0) return false
  const t = (-b + Math.sqrt(disc)) / a
  if (!(t > from && t < before && cy + d.y * t >= 0)) return false
  setHit(into, t, -(cx + d.x * t) / halfWidth, -(cy + d.y * t) / halfWidth, 0)
  return true
}
