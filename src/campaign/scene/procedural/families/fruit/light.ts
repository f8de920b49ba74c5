import { clamp, smoothstep } from '../../../../numeric/math.ts'
import { createPlane, samplePlane } from '../../core/plane.ts'
import { cross, dot, normalized, type Vector } from '../../core/vector.ts'

/** A ball that stands for a thing when it keeps light off another. */
export interface Blocker {
  center: Vector
  radius: number
  /** Number of the thing; a thing does not block itself. */
  thing: number
}

/** The light that comes through a window, on a plane across it: half sizes and softness of the edges. */
export interface Window {
  halfWidth: number
  halfHeight: number
  edge: number
  /** Panes across and down. */
  panes: readonly [number, number]
}

export interface Lighting {
  /** Towards the sun. */
  lamp: Vector
  /** Share of the sun's light at a point, 0 to 1. */
  direct(x: number, y: number, z: number, thing: number): number
  /** Share of the light of the room, 0 to 1. */
  open(point: Vector, normal: Vector, thing: number): number
  /** The same for the table and the wall, from maps. */
  tableDirect(x: number, z: number): number
  tableOpen(x: number, z: number): number
  wallDirect(x: number, y: number): number
}

/** Part of a surface that a map covers, and its cells along a side. */
interface MapArea {
  left: number
  start: number
  extent: number
  cells: number
}

const tableArea: MapArea = { left: -4, start: -4, extent: 8, cells: 400 }
const wallArea: MapArea = { left: -5, start: -2, extent: 10, cells: 220 }
export const wallZ = 2.7

interface LightingOptions {
  window: Window
  /** A point that the middle of the window lights. */
  aim: Vector
  blockers: readonly Blocker[]
  /** Growth of a shadow's edge per distance from what casts it. */
  softness: number
}

/** @param lamp towards the sun, a unit vector */
export function createLighting(lamp: Vector, { window, aim, blockers, softness }: LightingOptions): Lighting {
  const right = normalized(cross({ x: 0, y: 1, z: 0 }, lamp))
  const up = cross(lamp, right)
  const [aimU, aimV] = [dot(aim, right), dot(aim, up)]

  function throughWindow(x: number, y: number, z: number): number {
    const u = x * right.x + y * right.y + z * right.z - aimU
    const v = x * up.x + y * up.y + z * up.z - aimV
    const { halfWidth, halfHeight, edge, panes } = window
    const inside =
      smoothstep(halfWidth + edge, halfWidth - edge, Math.abs(u)) *
      smoothstep(halfHeight + edge, halfHeight - edge, Math.abs(v))
    return inside * bars(u, halfWidth, panes[0], edge) * bars(v, halfHeight, panes[1], edge)
  }

  function direct(x: number, y: number, z: number, thing: number): number {
    let light = throughWindow(x, y, z)
    for (let i = 0; i < blockers.length && light > 0.003; i++) {
      const blocker = blockers[i]
      if (!blocker || blocker.thing === thing) continue
      const dx = blocker.center.x - x
      const dy = blocker.center.y - y
      const dz = blocker.center.z - z
      const along = dx * lamp.x + dy * lamp.y + dz * lamp.z
      if (along <= -blocker.radius) continue
      const across = Math.sqrt(Math.max(0, dx * dx + dy * dy + dz * dz - along * along))
      const soft = 0.012 + Math.max(0, along) * softness
      light *=
        1 -
        smoothstep(blocker.radius + soft, blocker.radius - soft, across) *
          smoothstep(-blocker.radius, 0, along)
    }
    return light
  }

  function open(point: Vector, normal: Vector, thing: number): number {
    let share = 1
    for (const blocker of blockers) {
      if (blocker.thing === thing) continue
      const dx = blocker.center.x - point.x
      const dy = blocker.center.y - point.y
      const dz = blocker.center.z - point.z
      const squared = dx * dx + dy * dy + dz * dz
      const facing = (dx * normal.x + dy * normal.y + dz * normal.z) / Math.sqrt(squared)
      if (facing < -0.4) continue
      const seen = Math.min(1, (blocker.radius * blocker.radius) / squared)
      share *= 1 - 0.92 * seen * ((facing + 0.4) / 1.4)
    }
    return share
  }

  const level = { x: 0, y: 1, z: 0 }
  const at = { x: 0, y: 0, z: 0 }
  return {
    lamp,
    direct,
    open,
    tableDirect: mapOf(tableArea, (x, z) => direct(x, 0, z, -1)),
    tableOpen: mapOf(tableArea, (x, z) => {
      at.x = x
      at.z = z
      return open(at, level, -1)
    }),
    wallDirect: mapOf(wallArea, (x, y) => direct(x, y, wallZ, -1)),
  }
}

/** Evaluates a function once per cell; between cells it is bilinear. */
function mapOf(
  { left, start, extent, cells }: MapArea,
  valueAt: (across: number, along: number) => number,
): (across: number, along: number) => number {
  const map = createPlane(cells, cells)
  for (let row = 0, i = 0; row < cells; row++) {
    for (let column = 0; column < cells; column++, i++) {
      map.data[i] = valueAt(left + (column / cells) * extent, start + (row / cells) * extent)
    }
  }
  return (across, along) =>
    samplePlane(map, ((across - left) / extent) * cells, ((along - start) / extent) * cells)
}

function bars(at: number, half: number, panes: number, edge: number): number {
  if (panes < 2) return 1
  const pane = (2 * half) / panes
  const phase = ((at + half) / pane) % 1
  const distance = clamp(Math.min(phase, 1 - phase), 0, 0.5) * pane
  const isInner = at > -half + pane / 2 && at < half - pane / 2
  return isInner ? smoothstep(0.02, 0.03 + edge, distance) : 1
}
