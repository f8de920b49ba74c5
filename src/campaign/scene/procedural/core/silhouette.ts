import sharp from 'sharp'
import { type Color, decodeSrgb } from '../../../numeric/color.ts'
import { clamp } from '../../../numeric/math.ts'
import type { Size } from '../families/family.ts'
import { type Plane, shrinkChannel } from './plane.ts'

/** How a drawing becomes pixels: rasterised at `1 / reduce` of the size, and blurred there. */
export interface Softness {
  /** A whole number; 1 keeps edges sharp, 4 and 8 make wide blurs cheap. */
  reduce: number
  /** Deviation of the gaussian in pixels of the full size; 0 is sharp. */
  blur: number
}

/** Straight 8-bit sRGB with alpha, at `1 / reduce` of the size. */
export interface Layer extends Size {
  data: Uint8Array
  reduce: number
}

/**
 * The opacity of an SVG drawing as sharp as the size, 255 where it is opaque.
 * @param body elements of SVG in pixels of `size`; text and references to files have no place in it
 */
export async function rasterizeMask(body: string, size: Size): Promise<Uint8Array> {
  return (await rasterize(body, size, { reduce: 1, blur: 0 }, 1)).data
}

/** The opacity of an SVG drawing, 0 to 1, at `1 / reduce` of the size: see `cellOf`. */
export async function rasterizePlane(body: string, size: Size, softness: Softness): Promise<Plane> {
  const mask = await rasterize(body, size, softness, 1)
  return shrinkChannel(mask, { channels: 1, channel: 0, reduce: 1 })
}

/** The colours and opacity of an SVG drawing, for leaves and the like that carry their own shading. */
export async function rasterizeLayer(body: string, size: Size, softness: Softness): Promise<Layer> {
  return { ...(await rasterize(body, size, softness, 4)), reduce: softness.reduce }
}

/** Where the middle of a pixel lies among cells of `reduce` pixels. */
export const cellOf = (pixel: number, reduce: number) => (pixel + 0.5) / reduce - 0.5

/** Writes the colour of a layer at a pixel, in linear light. @returns its opacity */
export function sampleLayer(
  { width, height, data, reduce }: Layer,
  x: number,
  y: number,
  into: Color,
): number {
  const cx = clamp(cellOf(x, reduce), 0, width - 1.001)
  const cy = clamp(cellOf(y, reduce), 0, height - 1.001)
  const left = cx | 0
  const top = cy | 0
  const upper = (top * width + left) * 4
  const lower = upper + width * 4
  if (data[upper + 3] === 0 && data[upper + 7] === 0 && data[lower + 3] === 0 && data[lower + 7] === 0)
    return 0
  let r = 0
  let g = 0
  let b = 0
  let alpha = 0
  for (let corner = 0; corner < 4; corner++) {
    const dx = corner & 1
    const dy = corner >> 1
    const i = (dy === 0 ? upper : lower) + dx * 4
    const weight = Math.abs(1 - dx - cx + left) * Math.abs(1 - dy - cy + top) * (data[i + 3] ?? 0)
    if (weight === 0) continue
    r += weight * decodeSrgb(data[i] ?? 0)
    g += weight * decodeSrgb(data[i + 1] ?? 0)
    b += weight * decodeSrgb(data[i + 2] ?? 0)
    alpha += weight
  }
  const scale = 1 / (alpha || 1)
  into.r = r * scale
  into.g = g * scale
  into.b = b * scale
  return alpha / 255
}

async function rasterize(
  body: string,
  { width, height }: Size,
  { reduce, blur }: Softness,
  channels: 1 | 4,
): Promise<Size & { data: Uint8Array }> {
  const small = { width: Math.ceil(width / reduce), height: Math.ceil(height / reduce) }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${small.width}" height="${small.height}" viewBox="0 0 ${small.width * reduce} ${small.height * reduce}">${body}</svg>`
  let drawing = sharp(Buffer.from(svg)).ensureAlpha()
  if (channels === 1) drawing = drawing.extractChannel('alpha')
  let pixels = await drawing.raw().toBuffer()

  // A pipeline of its own: within one, sharp would change the order of the steps.
  if (blur > 0) {
    pixels = await sharp(pixels, { raw: { ...small, channels } })
      .toColourspace(channels === 1 ? 'b-w' : 'srgb')
      .blur(Math.max(0.3, blur / reduce))
      .raw()
      .toBuffer()
  }
  return { ...small, data: new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength) }
}
