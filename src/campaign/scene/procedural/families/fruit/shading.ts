import type { Color } from '../../../../numeric/color.ts'
import { clamp01, smoothstep } from '../../../../numeric/math.ts'
import type { Lighting } from './light.ts'
import type { Piece } from './pieces.ts'
import type { Room } from './room.ts'
import type { Hit, Ray } from './shapes.ts'
import type { Skin, SkinAt } from './skin.ts'

/** The light that a piece sends to the viewer from a hit. */
export function createShader(
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
