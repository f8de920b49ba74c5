import { clamp, clamp01, mix, type Random, smoothstep } from '../../../../numeric/math.ts'
import type { FloatRaster } from '../../core/float-raster.ts'
import { type NoiseTile, sampleTile } from '../../core/noise.ts'
import {
  columnOf,
  type ForestColors,
  type ForestView,
  glowAt,
  groundRowOf,
  hazeAt,
  readMist,
} from './view.ts'

export interface Tree {
  x: number
  z: number
  /** Half the width at the ground. */
  radius: number
  lean: number
  /** Phase of the slow bend and of the bark. */
  phase: number
  isBirch: boolean
}

/** Trees over the ground, farthest first, with an opening ahead. */
export function plantTrees(random: Random, birchShare: number): Tree[] {
  const trees: Tree[] = []
  for (let i = 0; i < 420; i++) {
    const z = mix(1.7, 20, random.next() ** 0.75)
    const x = random.range(-1, 1) * (1.2 + z * 0.95)
    const radius = random.range(0.035, 0.1) * random.range(0.7, 1.05)
    const lean = random.range(-0.045, 0.045)
    const tree = { x, z, radius, lean, phase: random.range(0, 100), isBirch: random.next() < birchShare }
    const opening = z < 7 ? 0.85 : z < 12 ? 0.8 : 0.1
    const isFree = trees.every((other) => (other.x - x) ** 2 + ((other.z - z) * 0.6) ** 2 > 0.1)
    if (Math.abs(x) > opening && isFree) trees.push(tree)
  }
  return trees.sort((a, b) => b.z - a.z)
}

/** The column of a trunk's middle at a height over the ground, in pixels. */
export function trunkColumn(view: ForestView, { x, z, lean, phase }: Tree, rise: number): number {
  const bend = 0.02 * Math.sin(rise * 1.3 + phase) + 0.008 * Math.sin(rise * 3.7 + phase * 2)
  return columnOf(view, x + lean * rise + bend, z)
}

/** A trunk from the ground to the top of the frame, lit at its rim by the sun behind. */
export function drawTrunk(
  raster: FloatRaster,
  view: ForestView,
  colors: ForestColors,
  bark: NoiseTile,
  tree: Tree,
): void {
  const { data, width, part } = raster
  const { frame, sun } = view
  const air = { r: 0, g: 0, b: 0 }
  const haze = hazeAt(view, tree.z)
  const scale = frame.unit / tree.z
  const foot = groundRowOf(view, tree.z)
  const lightSide = columnOf(view, tree.x, tree.z) < sun.x ? 1 : -1
  const last = Math.min(part.bottom - 1, Math.floor(foot))

  for (let y = part.top; y <= last; y++) {
    const rise = (foot - y) / scale
    const center = trunkColumn(view, tree, rise)
    const knots = 1 + 0.09 * sampleTile(bark, tree.phase * 31, rise * 30)
    const roots = 1 + 0.7 * Math.exp(-rise * 14)
    const half = Math.max(0.5, scale * tree.radius * knots * roots * Math.max(0.3, 1 - rise * 0.09))
    const left = Math.max(part.left, Math.floor(center - half - 1))
    const right = Math.min(part.right - 1, Math.ceil(center + half + 1))
    if (right < left) continue
    readMist(view, center, y, air)
    const glow = glowAt(view, center, y)
    const along = rise * 26 + tree.phase * 13
    for (let x = left; x <= right; x++) {
      const u = clamp((x - center) / half, -1, 1)
      const round = Math.sqrt(1 - u * u)
      // The foot is round: its sides meet the ground farther away.
      if (y > foot - half * 0.3 * (1 - round)) continue
      // Seen at a slant, bark closes up towards the edges.
      const around = Math.atan2(u, round) * 34 * tree.radius * 14 + tree.phase * 17
      const fissures = Math.abs(sampleTile(bark, around, along))
      const plates = sampleTile(bark, around * 0.4 + 80, along * 0.5)
      const alpha = clamp01(half * (0.97 + 0.06 * fissures) - Math.abs(x - center) + 0.5)
      if (alpha <= 0) continue
      const relief = smoothstep(0.02, 0.3, fissures)
      const rim = clamp01(u * lightSide + 0.12) ** 3.5 * (0.3 + 2.3 * glow) * (0.45 + 0.55 * relief)
      let tone = (0.42 + 0.58 * round) * (0.5 + 0.6 * relief + plates * 0.5) * (0.5 + 0.6 * glow)
      if (tree.isBirch) tone = birchTone(bark, tone, u, rise * 60 + tree.phase * 7)
      const i = (y * width + x) * 3
      const r = colors.bark.r * tone + colors.sun.r * rim * 0.3
      const g = colors.bark.g * tone + colors.sun.g * rim * 0.3
      const b = colors.bark.b * tone + colors.sun.b * rim * 0.3
      data[i] = mix(data[i] ?? 0, mix(r, air.r, haze), alpha)
      data[i + 1] = mix(data[i + 1] ?? 0, mix(g, air.g, haze), alpha)
      data[i + 2] = mix(data[i + 2] ?? 0, mix(b, air.b, haze), alpha)
    }
  }
}

/** Pale bark with short dark marks across. */
function birchTone(bark: NoiseTile, tone: number, u: number, along: number): number {
  const marks = sampleTile(bark, u * 5 + along * 0.02, along * 1.4)
  const dark = smoothstep(0.2, 0.3, marks)
  return (2.5 + 1.6 * tone) * mix(1, 0.22, dark)
}
