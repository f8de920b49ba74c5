/** Light that reaches a point. */
export interface Light {
  /** Share of the sun. */
  sun: number
  /** Share of the sky. */
  sky: number
  /** Light from other surfaces: the share of the half space that they fill, by how far the sun lights them. */
  bounce: number
}

/** Light at a fraction of the frame's resolution, with the face that each sample lies on. */
export interface FaceMap {
  width: number
  height: number
  reduce: number
  /** 0 where the sky is seen, else the number of the face plus 1. */
  face: Uint16Array
  /** Three per sample, as in `Light`. */
  values: Float32Array
}

export function createFaceMap(width: number, height: number, reduce: number): FaceMap {
  const count = width * height
  return { width, height, reduce, face: new Uint16Array(count), values: new Float32Array(count * 3) }
}

/** Averages neighbours on the same face, twice: removes the grain of few samples. */
export function smoothFaces(map: FaceMap): void {
  const { width, height, face } = map
  for (let pass = 0; pass < 2; pass++) {
    const from = map.values.slice()
    for (let y = 1; y < height - 1; y++) {
      for (let x = 1; x < width - 1; x++) {
        const i = y * width + x
        let [sun, sky, bounce, count] = [0, 0, 0, 0]
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
export function evenFace(
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
export function readFaces(
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
  let [sun, sky, bounce, total] = [0, 0, 0, 0]
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
