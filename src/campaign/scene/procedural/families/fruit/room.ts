import { type Color, colorOf } from '../../../../numeric/color.ts'
import { clamp01, mix, smoothstep } from '../../../../numeric/math.ts'
import type { Random } from '../../../../numeric/random.ts'
import { mixOklch } from '../../core/mix-oklch.ts'
import { createNoiseTile, sampleTile } from '../../core/noise-tile.ts'
import { scaled } from '../../core/pixels.ts'
import type { SceneLight } from '../../core/scene-light.ts'
import { normalized, type Vector } from '../../core/vector.ts'
import type { ScenePlan } from '../../scene-plan.ts'
import { type Lighting, type Window, wallZ } from './light.ts'
import type { Ray } from './shapes.ts'

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
