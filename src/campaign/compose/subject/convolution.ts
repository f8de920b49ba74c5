/** Values of a grid, the channels of a cell beside each other; a padded grid has a border of one cell of zeros. */
export interface Grid {
  width: number
  height: number
  channels: number
  data: Float32Array
}

/** Filter by filter, in 8 bits: the weights of a filter are its scale times the bytes. */
export interface Layer {
  weights: Int8Array
  scales: Float32Array
  biases: Float32Array
}

/** Sides of the networks' input are multiples of this. */
const multiple = 32
/** Of blue, green and red. */
const unchanged = { means: [0, 0, 0], deviations: [1, 1, 1] } as const

/**
 * A picture as blue, green and red, with zeros beyond its right and lower edge.
 * @param rgb 3 bytes a pixel
 */
export function inputOf(
  rgb: Uint8Array,
  width: number,
  height: number,
  { means, deviations }: { means: readonly number[]; deviations: readonly number[] } = unchanged,
): Grid {
  const columns = Math.ceil(width / multiple) * multiple
  const rows = Math.ceil(height / multiple) * multiple
  const data = new Float32Array(rows * columns * 3)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      for (let channel = 0; channel < 3; channel += 1)
        data[3 * (y * columns + x) + channel] =
          ((rgb[3 * (y * width + x) + 2 - channel] as number) - (means[channel] as number)) /
          (deviations[channel] as number)
  return { width: columns, height: rows, channels: 3, data }
}

/**
 * The 3 by 3 cells around every cell, or around every second one, as the channels of one; zero outside of the grid.
 * @param step 1 or 2
 */
export function patches({ width, height, channels, data }: Grid, step: number): Grid {
  const columns = Math.ceil(width / step)
  const rows = Math.ceil(height / step)
  const output = new Float32Array(rows * columns * 9 * channels)
  const row = 3 * channels
  for (let y = 0, to = 0; y < rows * step; y += step) {
    for (let x = 0; x < columns * step; x += step, to += 3 * row) {
      const [first, last] = [Math.max(0, x - 1), Math.min(width, x + 2)]
      for (let dy = 0; dy < 3; dy += 1) {
        const from = y + dy - 1
        if (from < 0 || from >= height) continue
        const cells = data.subarray((from * width + first) * channels, (from * width + last) * channels)
        output.set(cells, to + dy * row + (first - x + 1) * channels)
      }
    }
  }
  return { width: columns, height: rows, channels: 9 * channels, data: output }
}

/** Per cell, the sums of its channels by each filter. Returns a padded grid. */
export function pointwise({ width, height, channels, data }: Grid, layer: Layer): Grid {
  const { weights, scales, biases } = layer
  const filters = biases.length
  const output = new Float32Array((width + 2) * (height + 2) * filters)
  const input = (at: number) => data[at] as number
  const weight = (at: number) => weights[at] as number
  const placeOf = (cell: number) =>
    ((Math.floor(cell / width) + 1) * (width + 2) + (cell % width) + 1) * filters
  const put = (at: number, filter: number, sum: number) => {
    output[at + filter] = sum * (scales[filter] as number) + (biases[filter] as number)
  }
  // Three cells and four filters at a time, the last ones again where there are fewer: seven numbers are read for twelve products.
  const lastCell = width * height - 1
  const last = filters - 1
  for (let cell = 0; cell <= lastCell; cell += 3) {
    const [next, after] = [Math.min(cell + 1, lastCell), Math.min(cell + 2, lastCell)]
    const [one, two, three] = [cell * channels, next * channels, after * channels]
    const [toOne, toTwo, toThree] = [placeOf(cell), placeOf(next), placeOf(after)]
    for (let filter = 0; filter < filters; filter += 4) {
      const second = Math.min(filter + 1, last)
      const third = Math.min(filter + 2, last)
      const fourth = Math.min(filter + 3, last)
      let a = 0
      let b = 0
      let c = 0
      let d = 0
      let e = 0
      let f = 0
      let g = 0
      let h = 0
      let i = 0
      let j = 0
      let k = 0
      let l = 0
      for (let channel = 0; channel < channels; channel += 1) {
        const u = input(one + channel)
        const v = input(two + channel)
        const w = input(three + channel)
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
        i += w * p
        j += w * q
        k += w * r
        l += w * s
      }
      put(toOne, filter, a)
      put(toOne, second, b)
      put(toOne, third, c)
      put(toOne, fourth, d)
      put(toTwo, filter, e)
      put(toTwo, second, f)
      put(toTwo, third, g)
      put(toTwo, fourth, h)
      put(toThree, filter, i)
      put(toThree, second, j)
      put(toThree, third, k)
      put(toThree, fourth, l)
    }
  }
  return { width, height, channels: filters, data: output }
}

/** Per channel, the sum of 3 by 3 cells; the weights are tap by tap. Takes a padded grid. */
export function depthwise({ width, height, channels, data }: Grid, { weights, scales, biases }: Layer): Grid {
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
        const sum =
          value(at) * weight(channel) +
          value(at + channels) * weight(channels + channel) +
          value(at + 2 * channels) * weight(2 * channels + channel) +
          value(below) * weight(3 * channels + channel) +
          value(below + channels) * weight(4 * channels + channel) +
          value(below + 2 * channels) * weight(5 * channels + channel) +
          value(last) * weight(6 * channels + channel) +
          value(last + channels) * weight(7 * channels + channel) +
          value(last + 2 * channels) * weight(8 * channels + channel)
        output[to] = sum * (scales[channel] as number) + (biases[channel] as number)
      }
    }
  }
  return { width, height, channels, data: output }
}

export function unpad({ width, height, channels, data }: Grid): Grid {
  const inner = new Float32Array(width * height * channels)
  for (let y = 0; y < height; y += 1) {
    const from = ((y + 1) * (width + 2) + 1) * channels
    inner.set(data.subarray(from, from + width * channels), y * width * channels)
  }
  return { width, height, channels, data: inner }
}

/** Changes the grid itself: values below zero are multiplied by `slope`. */
export function rectified(grid: Grid, slope = 0): Grid {
  const { data } = grid
  for (let at = 0; at < data.length; at += 1)
    if ((data[at] as number) < 0) data[at] = slope * (data[at] as number)
  return grid
}
