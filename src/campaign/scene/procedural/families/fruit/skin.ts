import { type Color, colorOf, type Oklch } from '../../../../numeric/color.ts'
import { clamp01, mix, type Random, smoothstep } from '../../../../numeric/math.ts'
import { mixInto } from '../../core/float-raster.ts'
import { createNoiseTile, type NoiseTile, sampleTile } from '../../core/noise.ts'
import kinds from './kinds.json' with { type: 'json' }
import type { KindName, Piece } from './pieces.ts'
import type { Hit } from './shapes.ts'

export interface Skin {
  albedo: Color
  gloss: number
  /** Light that fine hairs or wax scatter at the rim. */
  fuzz: number
}

/** Writes the look of a piece at a hit, and roughens the hit's normal. */
export type SkinAt = (piece: Piece, hit: Hit, into: Skin) => void

export function createSkins(
  random: Random,
  { tint, ceramic }: { tint: (color: Oklch) => Oklch; ceramic: Oklch },
): SkinAt {
  const pores = createNoiseTile(random.fork('pores'), { size: 256, frequency: 32, octaves: 2 })
  const clouds = createNoiseTile(random.fork('clouds'), { size: 128, frequency: 8, octaves: 4 })
  const paints = new Map<KindName, { base: Color; blush: Color; inside: Color }>()
  const paintOf = (kind: KindName) => {
    const known = paints.get(kind)
    if (known) return known
    const data = kinds[kind]
    const inside = 'inside' in data ? data.inside : data.base
    const paint = {
      base: colorOf(tint(data.base)),
      blush: colorOf(tint(data.blush)),
      inside: colorOf(tint(inside)),
    }
    paints.set(kind, paint)
    return paint
  }
  const leaf = {
    dark: colorOf(tint({ l: 0.46, c: 0.1, h: 138 })),
    pale: colorOf(tint({ l: 0.62, c: 0.12, h: 128 })),
  }
  const wood = colorOf({ l: 0.34, c: 0.045, h: 70 })
  const stalk = colorOf({ l: 0.5, c: 0.09, h: 118 })
  const glaze = colorOf(ceramic)
  const clay = colorOf({ ...ceramic, l: ceramic.l * 0.8, c: ceramic.c * 0.7 })
  const pith = colorOf({ l: 0.95, c: 0.03, h: 90 })

  return (piece, hit, into) => {
    if (piece.part === 'leaf') {
      const rib = Math.exp(-((hit.z / 0.008) ** 2))
      const veins = 0.5 + 0.5 * Math.sin((hit.y - Math.abs(hit.z) * 1.6) * 70)
      mixInto(into.albedo, leaf.dark, leaf.pale, clamp01(rib * 0.8 + veins * 0.18))
      into.gloss = 0.35
      into.fuzz = 0.05
      return
    }
    if (piece.part === 'bowl') {
      mixInto(into.albedo, glaze, clay, hit.y === 0.5 ? 0.5 : 0)
      into.gloss = 0.5
      into.fuzz = 0.05
      return
    }
    if (piece.part === 'stick') {
      mixInto(into.albedo, wood, stalk, piece.kind === 'cherry' ? 0.85 : 0.15)
      into.gloss = 0.15
      into.fuzz = 0
      return
    }
    const kind = kinds[piece.kind]
    const paint = paintOf(piece.kind)
    into.gloss = kind.gloss
    into.fuzz = kind.fuzz
    if (piece.part === 'half' && hit.y === 0) {
      flesh(clouds, piece, hit, { rind: paint.base, pith, inside: paint.inside }, into.albedo)
      into.gloss = 0.7
      roughen(
        hit,
        sampleTile(clouds, hit.x * 60, hit.z * 60),
        sampleTile(clouds, hit.z * 60 + 40, hit.x * 60),
        0.16,
      )
      return
    }
    const around = Math.atan2(hit.z, hit.x)
    const streaks = sampleTile(clouds, around * 20 + piece.phase, hit.y * 5)
    const patches = sampleTile(clouds, hit.x * 16 + piece.phase, hit.y * 16 + hit.z * 9)
    const sunny = 0.5 + 0.5 * Math.cos(around + piece.phase)
    const share =
      kind.blushShare * smoothstep(0.2, 0.85, sunny * 0.85 + 0.12 + patches * 0.16 + streaks * kind.streaks)
    mixInto(into.albedo, paint.base, paint.blush, clamp01(share))
    const speck = 1 + patches * 0.1
    into.albedo.r *= speck
    into.albedo.g *= speck
    into.albedo.b *= speck
    if (kind.pores > 0.02) {
      const u = hit.x * 30 + hit.z * 26
      const v = hit.y * 34 + hit.z * 20 + piece.phase
      roughen(hit, sampleTile(pores, u, v), sampleTile(pores, v + 90, u), kind.pores * 3)
    }
    if (piece.kind === 'peach' || piece.kind === 'plum') crease(hit, around, into.albedo)
  }
}

/** The cut face of citrus: rind, pith, wedges between pale walls, pulp that runs outwards. */
function flesh(
  tile: NoiseTile,
  piece: Piece,
  hit: Hit,
  colors: { rind: Color; pith: Color; inside: Color },
  into: Color,
): void {
  const radius = Math.sqrt(hit.x * hit.x + hit.z * hit.z)
  const angle = Math.atan2(hit.z, hit.x) + piece.phase
  const wedge = ((angle / (2 * Math.PI)) * 10 + 20) % 1
  const wall = Math.min(wedge, 1 - wedge) * radius * 0.62
  const wobble = sampleTile(tile, hit.x * 14, hit.z * 14 + piece.phase) * 0.012
  const pulp =
    sampleTile(tile, angle * 24, radius * 10) * 0.5 + sampleTile(tile, angle * 9, radius * 22) * 0.3
  const isPulp =
    smoothstep(0.008, 0.024, wall + wobble) *
    smoothstep(0.87, 0.845, radius + wobble) *
    smoothstep(0.05, 0.09, radius)
  const tone = 1 + pulp * 0.55 - 0.22 * smoothstep(0.4, 0.86, radius)
  into.r = mix(colors.pith.r, colors.inside.r * tone, isPulp)
  into.g = mix(colors.pith.g, colors.inside.g * tone, isPulp)
  into.b = mix(colors.pith.b, colors.inside.b * tone, isPulp)
  mixInto(into, into, colors.rind, smoothstep(0.935, 0.965, radius))
}

/** The seam of a stone fruit, from pole to pole. */
function crease(hit: Hit, around: number, albedo: Color): void {
  const width = 0.16 * Math.sqrt(Math.max(0, 1 - hit.y * hit.y))
  const fold = Math.exp(-((around / 0.16) ** 2)) * width * 5
  albedo.r *= 1 - 0.35 * fold
  albedo.g *= 1 - 0.4 * fold
  albedo.b *= 1 - 0.4 * fold
}

function roughen(hit: Hit, a: number, b: number, strength: number): void {
  hit.nx += a * strength
  hit.ny += b * strength
  hit.nz += (a - b) * 0.5 * strength
  const scale = 1 / Math.sqrt(hit.nx * hit.nx + hit.ny * hit.ny + hit.nz * hit.nz)
  hit.nx *= scale
  hit.ny *= scale
  hit.nz *= scale
}
