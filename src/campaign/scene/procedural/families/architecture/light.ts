import { clamp01 } from '../../../../numeric/math.ts'
import { createRandom } from '../../../../numeric/random.ts'
import { cross, dot, normalized, type Vector } from '../../core/vector.ts'
import type { Size } from '../family.ts'
import { createFaceMap, evenFace, type FaceMap, type Light, readFaces, smoothFaces } from './face-map.ts'
import type { Solid, Strike } from './solids.ts'

/** Light that is found at a fraction of the resolution and read back per face. */
export interface BakedLight {
  /** Writes the light at a point of the frame that lies on a face. */
  read(x: number, y: number, face: number, into: Light): void
  /** The face around a point of the frame, `sky` where none is, or undefined near an edge. */
  faceAt(x: number, y: number): number | 'sky' | undefined
}

type RayOf = (x: number, y: number, into: Vector) => void

export const nothing = (): Strike => ({ t: 1e9, nx: 0, ny: 0, nz: 0, face: -1, paint: 0 })

export function strike(solids: readonly Solid[], origin: Vector, d: Vector, into: Strike): boolean {
  into.t = 1e9
  into.face = -1
  for (const solid of solids) solid(origin, d, into)
  return into.face >= 0
}

function isBlocked(solids: readonly Solid[], origin: Vector, d: Vector, into: Strike): boolean {
  into.t = 1e9
  for (const solid of solids) {
    solid(origin, d, into)
    if (into.t < 1e9) return true
  }
  return false
}

const sunReduce = 3
const skyReduce = 8
const sunRadius = 0.028
const sunSamples = 12
const skySamples = 8

/** Bakes soft sun shadows and the light of sky and surroundings for all that the viewer sees. */
export function bakeLight(
  solids: readonly Solid[],
  size: Size,
  eye: Vector,
  rayOf: RayOf,
  sun: Vector,
): BakedLight {
  const random = createRandom(0, 'bake')
  const spin = Float32Array.from({ length: 256 }, () => random.next() * 2 * Math.PI)
  const right = normalized(cross(sun, { x: 0, y: 0, z: 1 }))
  const up = cross(sun, right)
  const direction = { x: 0, y: 0, z: 0 }
  const at = { x: 0, y: 0, z: 0 }
  const hit = nothing()
  const blocked = nothing()

  function sunAt(turn: number): number {
    let seen = 0
    for (let i = 0; i < sunSamples; i++) {
      // From the rim inwards: when the first four agree, the point is fully lit or fully shaded.
      if (i === 4 && (seen === 0 || seen === 4)) return seen / 4
      const radius = sunRadius * Math.sqrt(1 - i / sunSamples)
      const angle = turn + i * (i < 4 ? Math.PI / 2 : 2.39996)
      const a = Math.cos(angle) * radius
      const b = Math.sin(angle) * radius
      direction.x = sun.x + right.x * a + up.x * b
      direction.y = sun.y + right.y * a + up.y * b
      direction.z = sun.z + right.z * a + up.z * b
      if (!isBlocked(solids, at, direction, blocked)) seen++
    }
    return seen / sunSamples
  }

  function skyAt(turn: number, normal: Vector, into: Light): void {
    const helper = Math.abs(normal.y) < 0.9 ? { x: 0, y: 1, z: 0 } : { x: 1, y: 0, z: 0 }
    const a = normalized(cross(normal, helper))
    const b = cross(normal, a)
    into.sky = 0
    into.bounce = 0
    for (let i = 0; i < skySamples; i++) {
      const radius = Math.sqrt((i + 0.5) / skySamples)
      const height = Math.sqrt(1 - radius * radius)
      const angle = turn + i * 2.39996
      const u = Math.cos(angle) * radius
      const v = Math.sin(angle) * radius
      direction.x = a.x * u + b.x * v + normal.x * height
      direction.y = a.y * u + b.y * v + normal.y * height
      direction.z = a.z * u + b.z * v + normal.z * height
      if (!strike(solids, at, direction, blocked)) into.sky += 1 / skySamples
      else {
        const facing = clamp01(blocked.nx * sun.x + blocked.ny * sun.y + blocked.nz * sun.z)
        into.bounce += (0.2 + 0.55 * facing) * (blocked.t / (blocked.t + 0.25)) * (1 / skySamples)
      }
    }
  }

  const sunMap = bake(sunReduce, (turn, normal, into) => {
    into.sun = dot(normal, sun) > -0.02 ? sunAt(turn) : 0
  })
  const skyMap = bake(skyReduce, skyAt)

  function bake(reduce: number, lightAt: (turn: number, normal: Vector, into: Light) => void): FaceMap {
    const width = Math.ceil(size.width / reduce) + 1
    const height = Math.ceil(size.height / reduce) + 1
    const map = createFaceMap(width, height, reduce)
    const ray = { x: 0, y: 0, z: 0 }
    const normal = { x: 0, y: 0, z: 0 }
    const light: Light = { sun: 0, sky: 0, bounce: 0 }
    for (let row = 0, i = 0; row < height; row++) {
      for (let column = 0; column < width; column++, i++) {
        rayOf(column * reduce, row * reduce, ray)
        if (!strike(solids, eye, ray, hit)) continue
        at.x = eye.x + ray.x * hit.t + hit.nx * 2e-3
        at.y = eye.y + ray.y * hit.t + hit.ny * 2e-3
        at.z = eye.z + ray.z * hit.t + hit.nz * 2e-3
        normal.x = hit.nx
        normal.y = hit.ny
        normal.z = hit.nz
        lightAt(spin[((row & 15) << 4) | (column & 15)] ?? 0, normal, light)
        map.face[i] = hit.face + 1
        map.values[i * 3] = light.sun
        map.values[i * 3 + 1] = light.sky
        map.values[i * 3 + 2] = light.bounce
      }
    }
    smoothFaces(map)
    return map
  }

  const found = { sun: 0, sky: 0, bounce: 0 }
  return {
    faceAt: (x, y) => evenFace(sunMap, x, y),
    read(x, y, face, into) {
      readFaces(sunMap, x, y, face, found)
      const sunShare = found.sun
      readFaces(skyMap, x, y, face, into)
      into.sun = sunShare
    },
  }
}
