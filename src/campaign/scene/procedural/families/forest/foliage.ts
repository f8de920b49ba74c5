import { type Color, mixColors } from '../../../../numeric/color.ts'
import { clamp01, mix, type Random } from '../../../../numeric/math.ts'
import { coverColor, type FloatRaster, mixInto } from '../../core/float-raster.ts'
import { type Tree, trunkColumn } from './trunks.ts'
import {
  columnOf,
  type ForestColors,
  type ForestView,
  glowAt,
  groundRowOf,
  hazeAt,
  readMist,
} from './view.ts'

interface Foliage {
  raster: FloatRaster
  view: ForestView
  colors: ForestColors
  random: Random
  /** Bare in winter. */
  hasLeaves: boolean
  /** Needles in all seasons. */
  isPine: boolean
}

/** Branches of one tree with leaves around their ends. */
export function drawBranches(foliage: Foliage, tree: Tree): void {
  const { raster, view, colors, random, isPine } = foliage
  const hasLeaves = foliage.hasLeaves || isPine
  const scale = view.frame.unit / tree.z
  const foot = groundRowOf(view, tree.z)
  const count = hasLeaves ? 8 : 11
  for (let n = 0; n < count; n++) {
    const rise = mix(0.9, 4.6, random.next() ** 0.7)
    const side = random.pick([-1, 1])
    const length = random.range(0.25, 0.8) * scale
    let x = trunkColumn(view, tree, rise)
    let y = foot - rise * scale
    let angle = side > 0 ? -random.range(0.15, 0.8) : Math.PI + random.range(0.15, 0.8)
    const color = fogged(view, colors.bark, x, y, tree.z)
    for (let part = 0; part < 4; part++) {
      const step = length / 4
      const [toX, toY] = [x + Math.cos(angle) * step, y + Math.sin(angle) * step]
      const thick = Math.max(0.45, scale * tree.radius * 0.16 * (1 - part / 4.5))
      drawLeaf(raster, {
        x: (x + toX) / 2,
        y: (y + toY) / 2,
        length: step * 0.8,
        width: thick,
        angle,
        color,
      })
      if (!hasLeaves || part === 3) {
        const twig = angle + random.pick([-1, 1]) * random.range(0.4, 0.9)
        const reach = step * random.range(0.5, 1)
        drawLeaf(raster, {
          x: toX + Math.cos(twig) * reach * 0.8,
          y: toY + Math.sin(twig) * reach * 0.8,
          length: reach,
          width: thick * 0.6,
          angle: twig,
          color,
          opacity: 0.9,
        })
      }
      x = toX
      y = toY
      angle += random.range(-0.35, 0.35)
      if (hasLeaves && part > 0) spray(foliage, x, y, tree.z, (tree.z < 7 ? 16 : 8) * (isPine ? 2 : 1))
    }
  }
}

/** Leaves scattered around a point; the sun shines through those near it. */
function spray(
  { raster, view, colors, random, isPine }: Foliage,
  x: number,
  y: number,
  z: number,
  count: number,
): void {
  const scale = view.frame.unit / z
  for (let n = 0; n < count; n++) {
    const lx = x + random.gauss() * scale * 0.13
    const ly = y + random.gauss() * scale * 0.085
    const length = scale * (isPine ? random.range(0.03, 0.055) : random.range(0.016, 0.034))
    const breadth = isPine ? 0.07 : random.range(0.25, 0.55)
    const angle = isPine ? random.gauss() * 0.7 : random.range(0, Math.PI)
    const share = clamp01(0.08 + glowAt(view, lx, ly) * 2.6 * random.range(0.2, 1.3))
    const [dark, lit] = isPine ? [colors.needleDark, colors.needleLit] : [colors.leafDark, colors.leafLit]
    const color = fogged(view, mixColors(dark, lit, share), lx, ly, z)
    drawLeaf(raster, {
      x: lx,
      y: ly,
      length,
      width: Math.max(0.5, length * breadth),
      angle,
      color,
      opacity: 0.92,
      soft: 1.1,
    })
  }
}

/** Blades and low plants between two distances, farthest first, beside the path. */
export function drawUndergrowth(
  { raster, view, colors, random, hasLeaves }: Foliage,
  from: number,
  to: number,
  count: number,
): void {
  const tufts = Array.from({ length: count }, () => ({
    z: mix(to, from, random.next()),
    x: random.range(-1, 1),
  })).sort((a, b) => b.z - a.z)
  for (const tuft of tufts) {
    const x = tuft.x * (0.7 + tuft.z * 0.75)
    const path = 0.3 + 0.08 * Math.sin(tuft.z * 1.7)
    const [height, blades] = [random.range(0.03, 0.13), random.int(5, 9)]
    if (Math.abs(x - 0.25 * Math.sin(tuft.z * 0.8)) < path) continue
    const scale = view.frame.unit / tuft.z
    const baseX = columnOf(view, x, tuft.z)
    const baseY = groundRowOf(view, tuft.z)
    const soft = 1 + Math.max(0, 2.2 - tuft.z) * 5 * view.frame.scale
    for (let blade = 0; blade < blades; blade++) {
      const angle = -Math.PI / 2 + random.gauss() * 0.75
      const length = 0.5 * scale * height * random.range(0.5, 1.15)
      const px = baseX + random.gauss() * scale * 0.03 + Math.cos(angle) * length
      const py = baseY + Math.sin(angle) * length
      const share = clamp01(glowAt(view, px, py) * 2.2 * random.range(0, 1))
      const [dark, lit] = hasLeaves ? [colors.leafDark, colors.leafLit] : [colors.ground, colors.groundLit]
      const color = fogged(view, mixColors(dark, lit, share), px, py, tuft.z)
      drawLeaf(raster, {
        x: px,
        y: py,
        length,
        width: Math.max(0.5, length * 0.06),
        angle,
        color,
        opacity: 0.9,
        soft,
      })
    }
  }
}

function fogged(view: ForestView, color: Color, x: number, y: number, z: number): Color {
  const fogged = { r: 0, g: 0, b: 0 }
  readMist(view, x, y, fogged)
  mixInto(fogged, color, fogged, hazeAt(view, z))
  return fogged
}

interface Leaf {
  x: number
  y: number
  /** Half axes in pixels. */
  length: number
  width: number
  /** In radians. */
  angle: number
  color: Color
  opacity?: number
  /** Width of the edge in pixels: 1 is sharp, more is out of focus. */
  soft?: number
}

/** Blends one leaf: an ellipse with pointed ends. */
function drawLeaf({ data, width, part }: FloatRaster, leaf: Leaf): void {
  const { x, y, length, color, opacity = 1, soft = 1 } = leaf
  const reach = length + soft
  const cos = Math.cos(leaf.angle)
  const sin = Math.sin(leaf.angle)
  const left = Math.max(part.left, Math.floor(x - reach))
  const right = Math.min(part.right - 1, Math.ceil(x + reach))
  const top = Math.max(part.top, Math.floor(y - reach))
  const bottom = Math.min(part.bottom - 1, Math.ceil(y + reach))
  for (let py = top; py <= bottom; py++) {
    for (let px = left; px <= right; px++) {
      const along = ((px - x) * cos + (py - y) * sin) / length
      const across = Math.abs((py - y) * cos - (px - x) * sin)
      const inside = leaf.width * Math.max(0, 1 - along * along) - across
      const alpha =
        opacity * clamp01(inside / soft + 0.5) * clamp01(((1 - Math.abs(along)) * length) / soft + 0.5)
      if (alpha <= 0) continue
      const i = (py * width + px) * 3
      coverColor(data, i, color, alpha)
    }
  }
}
