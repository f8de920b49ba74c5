import { type Color, mixOklch } from '../../../../numeric/color.ts'
import { clamp01, type Random, smoothstep } from '../../../../numeric/math.ts'
import { sampleImage } from '../../core/float-raster.ts'
import { surfaceLight } from '../../core/scene-light.ts'
import { createTiles } from '../../core/tiles.ts'
import { createFamily } from '../create-family.ts'
import type { ScenePlan } from '../family.ts'
import kinds from './kinds.json' with { type: 'json' }
import {
  createBackdrop,
  createLighting,
  type Lighting,
  lampOf,
  type Room,
  roomOf,
  windowOf,
} from './light.ts'
import {
  type Arrangement,
  addBowl,
  addFruit,
  addHalf,
  isKind,
  type KindName,
  type Piece,
  type Place,
} from './pieces.ts'
import type { Hit, Ray } from './shapes.ts'
import { createSkins, type Skin, type SkinAt } from './skin.ts'

const eye = { y: 1.9, z: -6 }
const pitch = -0.2

/** A still life of fruit on a table in the light of a window: a bowl or loose fruit, of the kinds that the plan names. */
export const fruit = createFamily(
  'fruit',
  ({ plan, frame, light, random, raster }) => {
    const { width, height, unit } = frame
    const side = random.pick([-1, 1] as const)
    const focal = Math.min(unit * 1.42, width * 1.48, height * 1.75)
    const centerX = width * (0.5 + side * 0.05)
    const tableRow = Math.min(height * 0.67, height * 0.9 - focal * 0.13)
    const centerY = tableRow - focal * (eye.y / -eye.z + pitch)

    const chosen = chooseKinds(plan, random.fork('kinds'))
    const inBowl = plan.subjects?.includes('bowl') ?? random.fork('bowl').next() < 0.4
    const { pieces, blockers } = arrangeFruit(random.fork('fruit'), { chosen, side, inBowl })
    const lighting = createLighting(lampOf(plan, side), {
      window: windowOf(plan),
      aim: { x: side * 0.05, y: 0.45, z: 0.1 },
      blockers,
      softness: light.isNight ? 0.12 : 0.09,
    })
    const room = roomOf(plan, light)
    // Food keeps its colours: mood and palette only lean them.
    const skinAt = createSkins(random.fork('skin'), {
      tint: (color) => mixOklch(color, light.tint(color, 0.05), 0.3),
      ceramic: { ...light.accent, l: light.isNight ? 0.6 : 0.82, c: light.accent.c * 0.45 },
    })
    const shade = createShader(room, lighting, skinAt)
    const backdrop = createBackdrop(room, lighting, random.fork('table'))

    const spheres = pieces.map((piece) => {
      const { center, reach } = piece.solid
      const scale = focal / (center.z - eye.z)
      const y = centerY + pitch * focal - (center.y - eye.y) * scale
      return { item: piece, x: centerX + center.x * scale, y, radius: reach * scale * 1.12 }
    })
    const candidatesAt = createTiles(spheres, { width, height })
    const ray: Ray = { ox: 0, oy: eye.y, oz: eye.z, dx: 0, dy: 0, dz: 0 }
    const hit: Hit = { t: 0, nx: 0, ny: 0, nz: 0, x: 0, y: 0, z: 0 }
    const nearest: Hit = { ...hit }
    sampleImage(raster, (x, y, into) => {
      const u = (x - centerX) / focal
      const v = (centerY - y) / focal + pitch
      const length = 1 / Math.sqrt(u * u + v * v + 1)
      ray.dx = u * length
      ray.dy = v * length
      ray.dz = length
      let piece: Piece | undefined
      for (const candidate of candidatesAt(x, y)) {
        if (!candidate.solid.hit(ray, hit) || (piece && hit.t >= nearest.t)) continue
        Object.assign(nearest, hit)
        piece = candidate
      }
      if (piece) shade(piece, ray, nearest, into)
      else backdrop(ray, into)
    })

    return { focal: { x: centerX / width, y: (tableRow - focal * 0.06) / height } }
  },
  surfaceLight,
)

const seasonal: Readonly<Record<ScenePlan['season'], readonly (readonly KindName[])[]>> = {
  spring: [
    ['lemon', 'lime'],
    ['orange', 'lemon'],
    ['grapefruit', 'lemon'],
  ],
  summer: [
    ['peach', 'cherry'],
    ['lemon', 'orange'],
    ['peach', 'plum', 'cherry'],
    ['lime', 'lemon'],
  ],
  autumn: [
    ['apple', 'pear'],
    ['pear', 'plum'],
    ['apple', 'plum'],
  ],
  winter: [['orange'], ['orange', 'grapefruit'], ['apple', 'orange']],
}

function chooseKinds({ season, subjects = [] }: ScenePlan, random: Random): readonly KindName[] {
  const named = subjects.filter(isKind)
  const sets = seasonal[season]
  return named.length > 0 ? named : (sets[random.int(0, sets.length - 1)] ?? ['orange'])
}

/** The light that a piece sends to the viewer from a hit. */
function createShader(
  room: Room,
  lighting: Lighting,
  skinAt: SkinAt,
): (piece: Piece, ray: Ray, hit: Hit, into: Color) => void {
  const { lamp } = lighting
  const { key, fill, bounce } = room
  const skin: Skin = { albedo: { r: 0, g: 0, b: 0 }, gloss: 0, fuzz: 0 }
  const point = { x: 0, y: 0, z: 0 }
  const normal = { x: 0, y: 0, z: 0 }

  /** The window mirrored in the skin, with a soft edge. */
  function highlight({ dx, dy, dz }: Ray, { nx, ny, nz }: Hit): number {
    const twice = 2 * (nx * dx + ny * dy + nz * dz)
    const aligned = (dx - twice * nx) * lamp.x + (dy - twice * ny) * lamp.y + (dz - twice * nz) * lamp.z
    return 0.5 * smoothstep(0.93, 0.985, aligned) + 0.1 * smoothstep(0.6, 1, aligned)
  }

  return (piece, ray, hit, into) => {
    skinAt(piece, hit, skin)
    const { albedo, gloss, fuzz } = skin
    point.x = ray.ox + ray.dx * hit.t
    point.y = ray.oy + ray.dy * hit.t
    point.z = ray.oz + ray.dz * hit.t
    normal.x = hit.nx
    normal.y = hit.ny
    normal.z = hit.nz
    const facing = hit.nx * lamp.x + hit.ny * lamp.y + hit.nz * lamp.z
    // Light passes through leaves from behind, and a little way round the edge of flesh.
    const lambert = clamp01((facing + 0.12) / 1.12) + (piece.part === 'leaf' ? 0.4 * clamp01(-facing) : 0)
    const direct = lambert > 0 ? lighting.direct(point.x, point.y, point.z, piece.thing) : 0
    const up = 0.5 + 0.5 * hit.ny
    const sky = up * lighting.open(point, normal, piece.thing)
    const ground =
      (1 - up) * (0.25 + 0.5 * lighting.tableDirect(point.x, point.z)) * lighting.tableOpen(point.x, point.z)
    const key1 = lambert * direct
    const view = clamp01(-(hit.nx * ray.dx + hit.ny * ray.dy + hit.nz * ray.dz))
    const shine = gloss * direct * highlight(ray, hit)
    const rim = (1 - view) ** 3 * fuzz * (0.3 + direct)
    into.r = albedo.r * (key.r * key1 + fill.r * sky + bounce.r * ground) + key.r * shine + fill.r * rim
    into.g = albedo.g * (key.g * key1 + fill.g * sky + bounce.g * ground) + key.g * shine + fill.g * rim
    into.b = albedo.b * (key.b * key1 + fill.b * sky + bounce.b * ground) + key.b * shine + fill.b * rim
  }
}

const loosePlaces: readonly Place[] = [
  { x: -0.36, z: 0.3 },
  { x: 0.52, z: 0.42 },
  { x: 0.2, z: -0.46, isCut: true },
  { x: -0.92, z: -0.32 },
  { x: 1.14, z: -0.2 },
]

/** Three in the bowl and two on them, then beside it. */
const bowlPlaces: readonly Place[] = [
  { x: -0.54, z: 0.68, y: 0.24 },
  { x: 0.2, z: 0.7, y: 0.24 },
  { x: -0.18, z: 0.06, y: 0.26 },
  { x: -0.17, z: 0.48, y: 0.8 },
  { x: 0.98, z: -0.3 },
  { x: 0.36, z: -0.72, isCut: true },
]
const cherryPlaces: readonly Place[] = [
  { x: -0.34, z: -0.98 },
  { x: -0.06, z: -1.1 },
  { x: 1.06, z: -0.98 },
  { x: -1.34, z: -0.9 },
]

/**
 * Sets the table: kinds take turns over the places.
 * @param options.chosen the kinds to show, at least one
 * @param options.side 1, or -1 for the mirrored picture
 */
function arrangeFruit(
  random: Random,
  { chosen, side, inBowl }: { chosen: readonly KindName[]; side: number; inBowl: boolean },
): Arrangement {
  const arrangement: Arrangement = { pieces: [], blockers: [] }
  const large = chosen.filter((kind) => kind !== 'cherry')
  const mean = large.reduce((sum, kind) => sum + kinds[kind].size, 0) / Math.max(1, large.length)
  // Small fruit is brought closer, so that every picture is filled alike.
  const scale = large.length === 0 ? 1.5 : Math.min(1.3, 0.45 / mean)
  const places = inBowl ? bowlPlaces : loosePlaces
  places.forEach((place, i) => {
    const kind = large[i % large.length] ?? 'cherry'
    const isInBowl = place.y !== undefined
    const own = isInBowl ? 0.37 / kinds[kind].size : scale
    const at = {
      ...place,
      x: side * place.x + random.range(-0.03, 0.03),
      z: place.z + random.range(-0.03, 0.03),
    }
    if (place.isCut && 'inside' in kinds[kind]) addHalf(arrangement, random, { kind, at, scale: own })
    else addFruit(arrangement, random, { kind, at, scale: own, i })
  })
  if (chosen.includes('cherry')) {
    cherryPlaces.forEach((place, i) => {
      addFruit(arrangement, random, {
        kind: 'cherry',
        at: { x: side * place.x, z: place.z },
        scale: 1,
        i: 10 + i,
      })
    })
  }
  if (inBowl) addBowl(arrangement, side)
  return arrangement
}
