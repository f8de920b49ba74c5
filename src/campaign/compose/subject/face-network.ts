import network from './face-network.json'

/** Values of a grid, the channels of a cell beside each other; a padded grid has a border of one cell of zeros. */
interface Grid {
  width: number
  height: number
  channels: number
  data: Float32Array
}

interface Layer {
  weights: Float32Array
  biases: Float32Array
}

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
  let grid = unpad(rectified(pointwise(patches(rgb, width, height), stem)))
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
  const layer = ({ weights, scales, biases }: StoredLayer, isDepthwise = false): Layer => {
    const bytes = new Int8Array(Uint8Array.fromBase64(weights).buffer)
    const filters = biases.length
    const inputs = bytes.length / filters
    const filterOf = (at: number) => (isDepthwise ? at % filters : Math.floor(at / inputs))
    return {
      weights: Float32Array.from(bytes, (byte, at) => byte * (scales[filterOf(at)] ?? 0)),
      biases: Float32Array.from(biases),
    }
  }
  const unit = ([first, second]: StoredLayer[]): Unit => [
    layer(first as StoredLayer),
    layer(second as StoredLayer, true),
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

const multiple = 32

/** The 3 by 3 pixels around every second one, blue before green before red, zero outside of the picture. */
function patches(rgb: Uint8Array, width: number, height: number): Grid {
  const columns = (Math.ceil(width / multiple) * multiple) / 2
  const rows = (Math.ceil(height / multiple) * multiple) / 2
  const channels = 27
  const data = new Float32Array(rows * columns * channels)
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      let at = (row * columns + column) * channels
      for (let y = 2 * row - 1; y <= 2 * row + 1; y += 1) {
        for (let x = 2 * column - 1; x <= 2 * column + 1; x += 1, at += 3) {
          if (x < 0 || y < 0 || x >= width || y >= height) continue
          const from = (y * width + x) * 3
          data[at] = rgb[from + 2] ?? 0
          data[at + 1] = rgb[from + 1] ?? 0
          data[at + 2] = rgb[from] ?? 0
        }
      }
    }
  }
  return { width: columns, height: rows, channels, data }
}

/** Returns a padded grid. */
function pointwise({ width, height, channels, data }: Grid, { weights, biases }: Layer): Grid {
  const filters = biases.length
  const output = new Float32Array((width + 2) * (height + 2) * filters)
  const input = (at: number) => data[at] as number
  const weight = (at: number) => weights[at] as number
  const bias = (at: number) => biases[at] as number
  // Two cells and four filters at a time, the last ones again where there are fewer: six numbers are read for eight products.
  const last = filters - 1
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 2) {
      const next = Math.min(x + 1, width - 1)
      const one = (y * width + x) * channels
      const two = (y * width + next) * channels
      const row = (y + 1) * (width + 2) + 1
      const toOne = (row + x) * filters
      const toTwo = (row + next) * filters
      for (let filter = 0; filter < filters; filter += 4) {
        const second = Math.min(filter + 1, last)
        const third = Math.min(filter + 2, last)
        const fourth = Math.min(filter + 3, last)
        let a = bias(filter)
        let b = bias(second)
        let c = bias(third)
        let d = bias(fourth)
        let e = a
        let f = b
        let g = c
        let h = d
        for (let channel = 0; channel < channels; channel += 1) {
          const u = input(one + channel)
          const v = input(two + channel)
          const p = weight(filter * channels + channel)
          const q = weight(second * channels + channel)
          const r = weight(third * channels + channel)
          const s = weight(fourth * channels + channel)
          a += u * p
          b += u * q
          c += u * r
          d += u * s
          e += v * p
          f += v * q
          g += v * r
          h += v * s
        }
        output[toOne + filter] = a
        output[toOne + second] = b
        output[toOne + third] = c
        output[toOne + fourth] = d
        output[toTwo + filter] = e
        output[toTwo + second] = f
        output[toTwo + third] = g
        output[toTwo + fourth] = h
      }
    }
  }
  return { width, height, channels: filters, data: output }
}

/** @param input padded */
function depthwise({ width, height, channels, data }: Grid, { weights, biases }: Layer): Grid {
  const output = new Float32Array(width * height * channels)
  const row = (width + 2) * channels
  const value = (at: number) => data[at] as number
  const weight = (at: number) => weights[at] as number
  let to = 0
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let at = y * row + x * channels
      for (let channel = 0; channel < channels; channel += 1, at += 1, to += 1) {
        const below = at + row
        const last = below + row
        output[to] =
          (biases[channel] as number) +
          value(at) * weight(channel) +
          value(at + channels) * weight(channels + channel) +
          value(at + 2 * channels) * weight(2 * channels + channel) +
          value(below) * weight(3 * channels + channel) +
          value(below + channels) * weight(4 * channels + channel) +
          value(below + 2 * channels) * weight(5 * channels + channel) +
          value(last) * weight(6 * channels + channel) +
          value(last + channels) * weight(7 * channels + channel) +
          value(last + 2 * channels) * weight(8 * channels + channel)
      }
    }
  }
  return { width, height, channels, data: output }
}

function unpad({ width, height, channels, data }: Grid): Grid {
  const inner = new Float32Array(width * height * channels)
  for (let y = 0; y < height; y += 1) {
    const from = ((y + 1) * (width + 2) + 1) * channels
    inner.set(data.subarray(from, from + width * channels), y * width * channels)
  }
  return { width, height, channels, data: inner }
}

/** Changes the grid itself. */
function rectified(grid: Grid): Grid {
  const { data } = grid
  for (let at = 0; at < data.length; at += 1) if ((data[at] as number) < 0) data[at] = 0
  return grid
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
