import {
  depthwise,
  type Grid,
  inputOf,
  type Layer,
  patches,
  pointwise,
  rectified,
  unpad,
} from './convolution.ts'
import network from './face-network.json'

/** A pointwise convolution and a depthwise one of 3 by 3. */
type Unit = readonly [pointwise: Layer, depthwise: Layer]

interface FaceNetwork {
  stem: Layer
  /** Each begins at half the resolution of the one before, but for the third. */
  stages: readonly (readonly Unit[])[]
  neck: readonly Unit[]
  heads: { face: readonly Unit[]; box: readonly Unit[]; object: readonly Unit[] }
}

/** What the network says of the cells of one grid. */
export interface FaceGrid {
  /** Pixels of the picture per cell. */
  stride: number
  width: number
  /** Logits, one of each per cell, whose probabilities multiply to that of a face. */
  face: Float32Array
  object: Float32Array
  /** Per cell the middle, in cells from the cell's place, and the logarithms of width and height in cells. */
  box: Float32Array
}

let loaded: FaceNetwork | undefined

/**
 * Runs YuNet on a small picture: the weights are those of libfacedetection in 8 bits, its licence lies beside them.
 * @param rgb 3 bytes a pixel
 */
export function runFaceNetwork(rgb: Uint8Array, width: number, height: number): FaceGrid[] {
  loaded ??= loadNetwork()
  const { stem, stages, neck, heads } = loaded
  let grid = unpad(rectified(pointwise(patches(inputOf(rgb, width, height), 2), stem)))
  const levels: Grid[] = []
  for (const [index, stage] of stages.entries()) {
    if (index > 0 && index !== 2) grid = halved(grid)
    grid = stage.reduce((input, unit) => runUnit(input, unit), grid)
    if (index >= 3) levels.push(grid)
  }
  let above: Grid | undefined
  for (const index of [2, 1, 0]) {
    const level = levels[index] as Grid
    above = runUnit(above === undefined ? level : sum(level, above), neck[index] as Unit)
    levels[index] = above
  }
  return levels.map((level, index) => {
    const head = (units: readonly Unit[]) => runUnit(level, units[index] as Unit, true).data
    const { face, object, box } = heads
    return { stride: 8 << index, width: level.width, face: head(face), object: head(object), box: head(box) }
  })
}

interface StoredLayer {
  /** Base64 of signed bytes: filter by filter if pointwise, else tap by tap. */
  weights: string
  scales: number[]
  biases: number[]
}

function loadNetwork(): FaceNetwork {
  const layer = ({ weights, scales, biases }: StoredLayer): Layer => ({
    weights: new Int8Array(Uint8Array.fromBase64(weights).buffer),
    scales: Float32Array.from(scales),
    biases: Float32Array.from(biases),
  })
  const unit = ([first, second]: StoredLayer[]): Unit => [
    layer(first as StoredLayer),
    layer(second as StoredLayer),
  ]
  const { stem, stages, neck, heads } = network
  return {
    stem: layer(stem),
    stages: stages.map((units) => units.map(unit)),
    neck: neck.map(unit),
    heads: { face: heads.face.map(unit), box: heads.box.map(unit), object: heads.object.map(unit) },
  }
}

function runUnit(input: Grid, [first, second]: Unit, isLinear = false): Grid {
  const output = depthwise(pointwise(input, first), second)
  return isLinear ? output : rectified(output)
}

/** The greatest of each 2 by 2 cells. */
function halved({ width, height, channels, data }: Grid): Grid {
  const [columns, rows] = [width / 2, height / 2]
  const output = new Float32Array(columns * rows * channels)
  const below = width * channels
  let to = 0
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < columns; x += 1) {
      let at = (2 * y * width + 2 * x) * channels
      for (let channel = 0; channel < channels; channel += 1, at += 1, to += 1) {
        const upper = Math.max(data[at] as number, data[at + channels] as number)
        const lower = Math.max(data[at + below] as number, data[at + below + channels] as number)
        output[to] = Math.max(upper, lower)
      }
    }
  }
  return { width: columns, height: rows, channels, data: output }
}

/** A grid with one of half its resolution added. */
function sum({ width, height, channels, data }: Grid, half: Grid): Grid {
  const output = new Float32Array(data)
  let to = 0
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let at = ((y >> 1) * half.width + (x >> 1)) * channels
      for (let channel = 0; channel < channels; channel += 1, at += 1, to += 1)
        output[to] = (output[to] as number) + (half.data[at] as number)
    }
  }
  return { width, height, channels, data: output }
}
