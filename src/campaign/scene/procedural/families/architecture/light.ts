import { clamp01, createRandom } from '../../../../numeric/math.ts'
import type { FloatRaster } from '../../core/float-raster.ts'
import { cross, dot, normalized, type Vector } from '../../core/ray.ts'
import { isBlocked, nothing, type Solid, strike } from '../../core/solids.ts'

/** Light that is found at a fraction of the resolution and read back per face. */
export interface BakedLight {
  /** Writes the light at a point of the frame that lies on a face. */
  read(x: number, y: number, face: number, into: Light): void
  /** The face around a point of the frame, `sky` where none is, or undefined near an edge. */
  faceAt(x: number, y: number): number | 'sky' | undefined
}

type RayOf = (x: number, y: number, into: Vector) => void

const sunReduce = 4
const skyReduce = 8
const sunRadius = 0.028
const sunSamples = 12
const skySamples = 8

/** Bakes soft sun shadows and the light of sky and surroundings for all that the viewer sees. */
export function bakeLight(
  solids: readonly Solid[],
  { width: frameWidth, height: frameHeight, part }: FloatRaster,
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
    const width = Math.ceil(frameWidth / reduce) + 1
    const height = Math.ceil(frameHeight / reduce) + 1
    const map = createFaceMap(width, height, reduce)
    const ray = { x: 0, y: 0, z: 0 }
    const normal = { x: 0, y: 0, z: 0 }
    const light: Light = { sun: 0, sky: 0, bounce: 0 }
    const [left, top] = [Math.floor(part.left / reduce), Math.floor(part.top / reduce)]
    for (let row = top; row < Math.min(height, part.bottom / reduce + 2); row++) {
      for (let column = left; column < Math.min(width, part.right / reduce + 2); column++) {
        const i = row * width + column
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

/** Light that reaches a point. */
interface Light {
  /** Share of the sun. */
  sun: number
  /** Share of the sky. */
  sky: number
  /** Light from other surfaces: the share of the half space that they fill, by how far the sun lights them. */
  bounce: number
}

/** Light at a fraction of the frame's resolution, with the face that each sample lies on. */
interface FaceMap {
  width: number
  height: number
  reduce: number
  /** 0 where the sky is seen, else the number of the face plus 1. */
  face: Uint16Array
  /** Three per sample, as in `Light`. */
  values: Float32Array
}

function createFaceMap(width: number, height: number, reduce: number): FaceMap {
  const count = width * height
  return { width, height, reduce, face: new Uint16Array(count), values: new Float32Array(count * 3) }
}

/** Averages neighbours on the same face, twice: removes the grain of few samples. */
function smoothFaces(map: FaceMap): void {
  const { width, height, face } = map
  for (let pass = 0; pass < 2; pass++) {
    const from = map.values.slice()
    for (let y = 1; y < height - 1; y++) {
      for (let x = 1; x < width - 1; x++) {
        const i = y * width + x
        let sun = 0
        let sky = 0
        let bounce = 0
        let count = 0
        for (let dy = -1; dy <= 1; dy++) {
          for (let dx = -1; dx <= 1; dx++) {
            const j = i + dy * width + dx
            if (face[j] !== face[i]) continue
            sun += from[j * 3] ?? 0
            sky += from[j * 3 + 1] ?? 0
            bounce += from[j * 3 + 2] ?? 0
            count++
          }
        }
        map.values[i * 3] = sun / count
        map.values[i * 3 + 1] = sky / count
        map.values[i * 3 + 2] = bounce / count
      }
    }
  }
}

/** The face that all four samples around a point lie on, if they agree. */
function evenFace(
  { width, height, reduce, face }: FaceMap,
  x: number,
  y: number,
): number | 'sky' | undefined {
  const left = Math.min(width - 2, Math.max(0, Math.floor(x / reduce)))
  const top = Math.min(height - 2, Math.max(0, Math.floor(y / reduce)))
  const i = top * width + left
  const first = face[i] ?? 0
  if (face[i + 1] !== first || face[i + width] !== first || face[i + width + 1] !== first) return undefined
  return first === 0 ? 'sky' : first - 1
}

/** Bilinear among the four nearest samples that lie on the face; else the nearest ones of any face. */
function readFaces(
  { width, height, reduce, face, values }: FaceMap,
  x: number,
  y: number,
  wanted: number,
  into: Light,
): void {
  const left = Math.min(width - 2, Math.max(0, Math.floor(x / reduce)))
  const top = Math.min(height - 2, Math.max(0, Math.floor(y / reduce)))
  const u = x / reduce - left
  const v = y / reduce - top
  let sun = 0
  let sky = 0
  let bounce = 0
  let total = 0
  for (let corner = 0; corner < 4; corner++) {
    const dx = corner & 1
    const dy = corner >> 1
    const i = (top + dy) * width + left + dx
    if (face[i] === 0) continue
    const isSame = face[i] === wanted + 1
    const weight = ((dx ? u : 1 - u) * (dy ? v : 1 - v) + 1e-3) * (isSame ? 1 : 1e-4)
    sun += weight * (values[i * 3] ?? 0)
    sky += weight * (values[i * 3 + 1] ?? 0)
    bounce += weight * (values[i * 3 + 2] ?? 0)
    total += weight
  }
  if (total === 0) {
    // A sliver between samples: the light of an ordinary wall in shade.
    into.sun = 0
    into.sky = 0.4
    into.bounce = 0.3
    return
  }
  into.sun = sun / total
  into.sky = sky / total
  into.bounce = bounce / total
}
