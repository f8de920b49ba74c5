import type { Box, Raster } from '../../images/raster.ts'
import { overlapOf } from '../boxes.ts'
import { type Grid, inputOf, type Layer, patches, pointwise, rectified, unpad } from './convolution.ts'
import weightsFile from './object-network.bin' with { type: 'file' }
import network from './object-network.json'

/** Something in a picture that the network has a name for. */
export interface Thing {
  name: string
  /** 0 to 1. */
  score: number
  /** In fractions of the picture. */
  box: Box
}

/** Pixels of the picture per cell of each output. */
const strides = [8, 16, 32]
/** Distances from a cell to each side of a box are distributions over so many cells. */
const bins = 11
const slope = 0.1
const scoreMin = 0.3
/** Boxes of one thing overlap by more than this part of both together. */
const sameOverlap = 0.5
const colors = { means: [103.53, 116.28, 123.675], deviations: [57.375, 57.12, 58.395] }

let loading: Promise<readonly Layer[]> | undefined

/**
 * Finds things in a small picture by NanoDet-g, the most certain first; the licence of its weights lies beside them.
 * @param picture RGB, about 256 pixels at the longest side, which takes a third of a second
 * @see https://github.com/RangiLyu/nanodet
 */
export async function findThings(picture: Raster): Promise<Thing[]> {
  loading ??= loadLayers()
  const outputs = run(inputOf(picture.data, picture.width, picture.height, colors), await loading)
  const found = outputs.flatMap((output, level) => thingsOf(output, strides[level] as number, picture))
  const things: Thing[] = []
  for (const thing of found.sort((a, b) => b.score - a.score))
    if (!things.some(({ name, box }) => name === thing.name && isSame(box, thing.box))) things.push(thing)
  return things
}

/** Of each layer its scales and biases as 32-bit numbers, then its bytes, filled up to four. */
async function loadLayers(): Promise<Layer[]> {
  const bytes = await Bun.file(weightsFile).arrayBuffer()
  let at = 0
  return network.layers.map(([side = 0, inputs = 0, filters = 0]) => {
    const scales = new Float32Array(bytes, at, filters)
    const biases = new Float32Array(bytes, at + 4 * filters, filters)
    const weights = new Int8Array(bytes, at + 8 * filters, side * side * inputs * filters)
    at += 8 * filters + Math.ceil(weights.length / 4) * 4
    return { weights, scales, biases }
  })
}

/** Per cell, logits of the things and of the distances to the left, upper, right and lower side. */
function run(input: Grid, layers: readonly Layer[]): Grid[] {
  const rest = layers.values()
  const linear = (grid: Grid) => unpad(pointwise(grid, rest.next().value as Layer))
  const layer = (grid: Grid, step = 1) => rectified(linear(patches(grid, step)), slope)
  const stage = (grid: Grid, step: number, pairs: number) => {
    const first = layer(grid, step)
    let output = first
    for (let pair = 0; pair < pairs; pair += 1) {
      const half = layer(output)
      output = joined(layer(half), half)
    }
    return joined(layer(output), first)
  }
  const large = stage(stage(pooled(layer(input, 2)), 1, 1), 2, 2)
  const medium = stage(large, 2, 2)
  const small = stage(medium, 2, 3)
  const [fine, middle, coarse] = [linear(large), linear(medium), linear(small)]
  const down = sum(middle, coarse)
  const finest = sum(fine, down)
  const center = sum(down, finest)
  return [finest, center, sum(coarse, center)].map((level) => linear(layer(level)))
}

function joined(one: Grid, other: Grid): Grid {
  const channels = one.channels + other.channels
  const data = new Float32Array(one.width * one.height * channels)
  for (let cell = 0; cell < one.width * one.height; cell += 1) {
    const part = ({ channels: count, data: from }: Grid) => from.subarray(cell * count, (cell + 1) * count)
    data.set(part(one), cell * channels)
    data.set(part(other), cell * channels + one.channels)
  }
  return { ...one, channels, data }
}

/** The greatest of the 3 by 3 cells around every second one. */
function pooled({ width, height, channels, data }: Grid): Grid {
  const [columns, rows] = [width / 2, height / 2]
  const output = new Float32Array(columns * rows * channels)
  for (let y = 0, to = 0; y < height; y += 2)
    for (let x = 0; x < width; x += 2)
      for (let channel = 0; channel < channels; channel += 1, to += 1) {
        let most = Number.NEGATIVE_INFINITY
        for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1)
          for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1)
            most = Math.max(most, data[(row * width + column) * channels + channel] as number)
        output[to] = most
      }
  return { width: columns, height: rows, channels, data: output }
}

/** A grid with another one added, which is resized bilinearly. */
function sum({ width, height, channels, data }: Grid, other: Grid): Grid {
  const output = new Float32Array(data)
  const placed = (at: number, count: number, of: number) => {
    const place = Math.max(0, ((at + 0.5) * of) / count - 0.5)
    const first = Math.floor(place)
    return { first, next: Math.min(of - 1, first + 1), share: place - first }
  }
  for (let y = 0, to = 0; y < height; y += 1) {
    const down = placed(y, height, other.height)
    for (let x = 0; x < width; x += 1) {
      const across = placed(x, width, other.width)
      const at = (row: number, column: number) => (row * other.width + column) * channels
      const corners = [
        [at(down.first, across.first), (1 - down.share) * (1 - across.share)],
        [at(down.first, across.next), (1 - down.share) * across.share],
        [at(down.next, across.first), down.share * (1 - across.share)],
        [at(down.next, across.next), down.share * across.share],
      ] as const
      for (let channel = 0; channel < channels; channel += 1, to += 1)
        for (const [from, share] of corners)
          output[to] = (output[to] as number) + share * (other.data[from + channel] as number)
    }
  }
  return { width, height, channels, data: output }
}

function thingsOf(output: Grid, stride: number, { width, height }: Raster): Thing[] {
  const names = network.things
  const things: Thing[] = []
  for (let cell = 0; cell < output.width * output.height; cell += 1) {
    const logits = output.data.subarray(cell * output.channels, (cell + 1) * output.channels)
    const likeliest = names.reduce((best, _, at) => ((logits[at] ?? 0) > (logits[best] ?? 0) ? at : best), 0)
    const score = 1 / (1 + Math.exp(-(logits[likeliest] ?? 0)))
    if (score < scoreMin) continue
    const distance = (side: number) => {
      const from = names.length + side * bins
      const weights = Array.from(logits.subarray(from, from + bins), Math.exp)
      const total = weights.reduce((sum, weight) => sum + weight)
      return (stride * weights.reduce((sum, weight, bin) => sum + weight * bin, 0)) / total
    }
    const x = ((cell % output.width) + 0.5) * stride
    const y = (Math.floor(cell / output.width) + 0.5) * stride
    const [left, top] = [Math.max(0, x - distance(0)), Math.max(0, y - distance(1))]
    const [right, bottom] = [Math.min(width, x + distance(2)), Math.min(height, y + distance(3))]
    const box = {
      left: left / width,
      top: top / height,
      width: (right - left) / width,
      height: (bottom - top) / height,
    }
    things.push({ name: names[likeliest] ?? '', score, box })
  }
  return things
}

function isSame(one: Box, other: Box): boolean {
  const shared = overlapOf(one, other)
  return shared > sameOverlap * (one.width * one.height + other.width * other.height - shared)
}
