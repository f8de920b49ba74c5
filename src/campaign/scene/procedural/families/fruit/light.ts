import { type Color, colorOf, mixOklch } from '../../../../numeric/color.ts'
import { clamp, clamp01, mix, type Random, smoothstep } from '../../../../numeric/math.ts'
import { scaled } from '../../core/float-raster.ts'
import { createNoiseTile, sampleTile } from '../../core/noise.ts'
import { createPlane, samplePlane } from '../../core/plane.ts'
import { cross, dot, normalized, type Vector } from '../../core/ray.ts'
import type { SceneLight } from '../../core/scene-light.ts'
import type { ScenePlan } from '../family.ts'
import type { Ray } from './shapes.ts'

/** A ball that stands for a thing when it keeps light off another. */
export interface Blocker {
  center: Vector
  radius: number
  /** Number of the thing; a thing does not block itself. */
  thing: number
}

/** The light that comes through a window, on a plane across it: half sizes and softness of the edges. */
interface Window {
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
const wallZ = 2.7

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

/** A table before a wall: colours of surfaces, and of the lights. */
export interface Room {
  wall: Color
  table: Color
  /** Sun or lamp through the window. */
  key: Color
  /** The room's own light. */
  fill: Color
  /** What the table sends back up. */
  bounce: Color
}

interface Hour {
  window: Window
  /** Height of the sun against its distance sideways. */
  rise: number
  /** Lightness of the room's paint. */
  level: number
  key: number
  fill: number
}

const hours: Readonly<Record<ScenePlan['timeOfDay'], Hour>> = {
  dawn: {
    window: { halfWidth: 2.3, halfHeight: 1.45, edge: 0.14, panes: [3, 2] },
    rise: 0.6,
    level: 0.84,
    key: 1.3,
    fill: 0.82,
  },
  day: {
    window: { halfWidth: 4, halfHeight: 3.2, edge: 1, panes: [1, 1] },
    rise: 0.95,
    level: 0.88,
    key: 1.05,
    fill: 0.78,
  },
  dusk: {
    window: { halfWidth: 2.1, halfHeight: 1.2, edge: 0.1, panes: [2, 2] },
    rise: 0.52,
    level: 0.66,
    key: 1.5,
    fill: 0.42,
  },
  night: {
    window: { halfWidth: 2.1, halfHeight: 1.7, edge: 1.1, panes: [1, 1] },
    rise: 0.85,
    level: 0.38,
    key: 1.2,
    fill: 0.24,
  },
}

export const windowOf = ({ timeOfDay }: ScenePlan): Window => hours[timeOfDay].window

/** Towards the sun, which stands to the side and a little behind the viewer. */
export function lampOf({ timeOfDay }: ScenePlan, side: number): Vector {
  return normalized({ x: -side * 0.9, y: hours[timeOfDay].rise, z: -0.42 })
}

export function roomOf({ timeOfDay }: ScenePlan, light: SceneLight): Room {
  const { level, key, fill } = hours[timeOfDay]
  const wall = { ...light.main, l: mix(light.main.l, level, 0.75), c: Math.min(0.12, light.main.c * 0.7) }
  const plaster = { l: level, c: 0.02, h: 75 }
  const table = colorOf(
    mixOklch({ ...wall, l: Math.min(0.92, level + 0.06), c: wall.c * 0.35 }, plaster, 0.5),
  )
  const sun = colorOf({ ...light.sun, c: light.sun.c * 1.2 })
  const dome = colorOf({ l: 0.8, c: light.shade.c * 0.5, h: light.shade.h })
  return {
    wall: colorOf(wall),
    table,
    key: scaled(sun, key),
    fill: scaled(dome, fill),
    bounce: scaled(table, key * 0.55),
  }
}

const tableEnd = 1.7

/** The table and the wall where no fruit hides them; the table's far edge lies out of focus. */
export function createBackdrop(
  room: Room,
  lighting: Lighting,
  random: Random,
): (ray: Ray, into: Color) => void {
  const grain = createNoiseTile(random, { size: 256, frequency: 16, octaves: 4, gain: 0.6 })

  return ({ ox, oy, oz, dx, dy, dz }, into) => {
    const toTable = dy < 0 ? -oy / dy : 1e9
    const tableZ = oz + dz * toTable
    const onTable = smoothstep(tableEnd + 0.3, tableEnd - 0.3, tableZ)
    if (onTable < 1) {
      const toWall = (wallZ - oz) / dz
      const x = ox + dx * toWall
      const y = oy + dy * toWall
      const lit = lighting.wallDirect(x, y) * 0.7
      const tone = (1 + sampleTile(grain, x * 12, y * 12) * 0.03) * (0.86 + 0.14 * clamp01(y / 3))
      into.r = room.wall.r * tone * (room.fill.r + room.key.r * lit)
      into.g = room.wall.g * tone * (room.fill.g + room.key.g * lit)
      into.b = room.wall.b * tone * (room.fill.b + room.key.b * lit)
    }
    if (onTable <= 0) return
    const x = ox + dx * toTable
    const tone =
      1 + sampleTile(grain, x * 40, tableZ * 40) * 0.06 + sampleTile(grain, x * 9, tableZ * 9) * 0.04
    const direct = lighting.tableDirect(x, tableZ) * lighting.lamp.y
    const open = lighting.tableOpen(x, tableZ)
    into.r = mix(into.r, room.table.r * tone * (room.key.r * direct + room.fill.r * open), onTable)
    into.g = mix(into.g, room.table.g * tone * (room.key.g * direct + room.fill.g * open), onTable)
    into.b = mix(into.b, room.table.b * tone * (room.key.b * direct + room.fill.b * open), onTable)
  }
}
