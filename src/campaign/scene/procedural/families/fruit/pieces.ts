import type { Random } from '../../../../numeric/math.ts'
import { cross, moved, normalized, type Vector } from '../../core/ray.ts'
import kinds from './kinds.json' with { type: 'json' }
import type { Blocker } from './light.ts'
import {
  createBowl,
  createHalf,
  createLeaf,
  createRound,
  createStick,
  type Profile,
  type Solid,
} from './shapes.ts'

export type KindName = keyof typeof kinds

/** What a solid is made of, which decides its skin. */
export type Part = 'fruit' | 'half' | 'leaf' | 'stick' | 'bowl'

export interface Piece {
  solid: Solid
  part: Part
  kind: KindName
  /** Shifts the pattern of the skin. */
  phase: number
  /** Pieces of one fruit share a number. */
  thing: number
}

export interface Arrangement {
  pieces: Piece[]
  blockers: Blocker[]
}

export const isKind = (name: string): name is KindName => Object.hasOwn(kinds, name)

export interface Place {
  x: number
  z: number
  /** Height of the ground under it, or of the other fruit. */
  y?: number
  /** Shows its cut face, where the kind has one worth showing. */
  isCut?: boolean
}

export interface Placing {
  kind: KindName
  at: Place
  scale: number
}

export function addFruit(
  { pieces, blockers }: Arrangement,
  random: Random,
  { kind, at, scale, i }: Placing & { i: number },
): void {
  const { size, stretch, neck, hasLeaf } = kinds[kind]
  const radius = size * scale * random.range(0.94, 1.05)
  const isLying = stretch > 1.05 || (kind === 'pear' && i % 3 === 1)
  // Long fruit shows its length: it points to the side rather than at the viewer.
  const turn = (isLying ? random.range(-0.5, 0.5) : random.range(-0.9, 0.9)) + (i % 2 === 0 ? 0 : Math.PI)
  const tilt = isLying ? 1.5 : random.range(0.05, 0.5)
  const axis = normalized({
    x: Math.sin(tilt) * Math.cos(turn),
    y: Math.cos(tilt),
    z: -Math.sin(tilt) * Math.abs(Math.sin(turn)) * 0.8,
  })
  const across = isLying ? radius / Math.sqrt(stretch) : radius * (1 - (1 - stretch) * axis.y)
  const center = { x: at.x, y: (at.y ?? 0) + across * 0.985, z: at.z }
  const thing = pieces.length
  const phase = random.range(0, 50)
  const profile = profileOf(kind)
  pieces.push({ solid: createRound(center, axis, radius, profile), part: 'fruit', kind, phase, thing })
  addBlockers(blockers, { center, axis, radius, stretch, neck: neck[0] ?? 0, thing })

  function addStem(
    from: Vector,
    along: Vector,
    { length, thickness, parts }: { length: number; thickness: number; parts: number },
  ): void {
    const pull = { x: random.range(-0.5, 0.5), y: 0.5, z: random.range(-0.2, 0.3) }
    let [start, direction] = [from, normalized(moved(along, pull, 1))]
    for (let part = 0; part < parts; part++) {
      const end = moved(start, direction, length / parts)
      pieces.push({ solid: createStick(start, end, thickness), part: 'stick', kind, phase, thing })
      start = end
      direction = normalized(moved(direction, { x: pull.x, y: -0.15, z: 0 }, 0.45))
    }
  }

  const top = moved(center, axis, radius * (profile(0) - 0.02))
  if (kind === 'apple' || kind === 'pear')
    addStem(top, axis, { length: radius * 0.42, thickness: 0.02, parts: 1 })
  if (kind === 'cherry')
    addStem(top, axis, { length: radius * random.range(2.8, 3.6), thickness: 0.0095, parts: 4 })
  if (hasLeaf && !isLying && i < 2) {
    const along = normalized({
      x: random.pick([-1, 1]),
      y: random.range(0.15, 0.5),
      z: random.range(-0.6, -0.1),
    })
    // The upper side is turned to the viewer.
    const across = normalized(cross(along, { x: 0, y: 0.6, z: -0.8 }))
    pieces.push({
      solid: createLeaf(top, along, cross(across, along), radius * 1.3),
      part: 'leaf',
      kind,
      phase,
      thing,
    })
  }
}

export function addHalf(
  { pieces, blockers }: Arrangement,
  random: Random,
  { kind, at, scale }: Placing,
): void {
  const { size } = kinds[kind]
  const radius = size * scale * 1.02
  const facing = normalized({ x: random.range(-0.3, 0.3), y: 0.62, z: -0.78 })
  const center = { x: at.x, y: radius * 0.8, z: at.z }
  const thing = pieces.length
  pieces.push({
    solid: createHalf(center, facing, radius),
    part: 'half',
    kind,
    phase: random.range(0, 50),
    thing,
  })
  blockers.push({ center: moved(center, facing, -radius * 0.35), radius: radius * 0.72, thing })
}

/** Long fruit is stood for by three balls. */
function addBlockers(
  blockers: Blocker[],
  {
    center,
    axis,
    radius,
    stretch,
    neck,
    thing,
  }: { center: Vector; axis: Vector; radius: number; stretch: number; neck: number; thing: number },
): void {
  const width = stretch > 1.05 ? radius / Math.sqrt(stretch) : radius * 0.99
  blockers.push({ center, radius: width, thing })
  if (stretch > 1.05) {
    for (const end of [-0.5, 0.5])
      blockers.push({ center: moved(center, axis, radius * end), radius: width * 0.78, thing })
  }
  if (neck > 0.3) blockers.push({ center: moved(center, axis, radius * 0.95), radius: radius * 0.5, thing })
}

function profileOf(kind: KindName): Profile {
  const { stretch, dimple, foot, tip, neck } = kinds[kind]
  const bump = (pair: readonly number[], angle: number) => {
    const [height = 0, width = 1] = pair
    return height * Math.exp(-((angle / width) ** 2))
  }
  const long = Math.sqrt(stretch)
  return (angle) => {
    const body = 1 / Math.hypot(Math.cos(angle) / long, Math.sin(angle) * long)
    return (
      body * (1 - bump(dimple, angle) - bump(foot, Math.PI - angle)) +
      bump(tip, Math.PI - angle) +
      bump(neck, angle)
    )
  }
}

const bowlAt = { x: -0.16, y: 0, z: 0.46 }
const bowl = { radius: 0.98, rim: 0.56, sink: 0.16 }

export function addBowl({ pieces, blockers }: Arrangement, side: number): void {
  const at = { ...bowlAt, x: side * bowlAt.x }
  const thing = 1000
  pieces.push({ solid: createBowl(at, bowl), part: 'bowl', kind: 'orange', phase: 0, thing })
  blockers.push({ center: { ...at, y: 0.3 }, radius: 0.6, thing })
  for (const [x, z] of [
    [-0.32, 0],
    [0.32, 0],
    [0, 0.32],
    [0, -0.32],
  ] as const) {
    blockers.push({ center: { x: at.x + x, y: 0.4, z: at.z + z }, radius: 0.36, thing })
  }
}
