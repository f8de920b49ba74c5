import sharp from 'sharp'
import type { Size } from '../families/family.ts'

/** How a drawing becomes pixels: rasterised at `1 / reduce` of the size, blurred there, scaled up smoothly. */
export interface Softness {
  /** A whole number; 1 keeps edges sharp, 4 and 8 make wide blurs cheap. */
  reduce: number
  /** Deviation of the gaussian in pixels of the full size; 0 is sharp. */
  blur: number
}

/** 8-bit coverage, one byte per pixel, 255 where the drawing is opaque. */
export interface Mask extends Size {
  data: Uint8Array
}

/** Straight 8-bit sRGB with alpha. */
export interface Layer extends Size {
  data: Uint8Array
}

/**
 * The opacity of an SVG drawing.
 * @param body elements of SVG in pixels of `size`; text and references to files have no place in it
 */
export async function rasterizeMask(body: string, size: Size, softness: Softness): Promise<Mask> {
  const { data } = await rasterize(body, size, softness, 1)
  return { ...size, data }
}

/** The colours and opacity of an SVG drawing, for leaves and the like that carry their own shading. */
export async function rasterizeLayer(body: string, size: Size, softness: Softness): Promise<Layer> {
  const { data } = await rasterize(body, size, softness, 4)
  return { ...size, data }
}

async function rasterize(
  body: string,
  { width, height }: Size,
  { reduce, blur }: Softness,
  channels: 1 | 4,
): Promise<{ data: Uint8Array }> {
  const small = { width: Math.ceil(width / reduce), height: Math.ceil(height / reduce) }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${small.width}" height="${small.height}" viewBox="0 0 ${small.width * reduce} ${small.height * reduce}">${body}</svg>`
  let drawing = sharp(Buffer.from(svg)).ensureAlpha()
  if (channels === 1) drawing = drawing.extractChannel('alpha')
  let pixels = await drawing.raw().toBuffer()

  // Each step is a pipeline of its own: within one, sharp resizes before it blurs.
  const next = (size: Size) =>
    sharp(pixels, { raw: { ...size, channels } }).toColourspace(channels === 1 ? 'b-w' : 'srgb')
  if (blur > 0) {
    pixels = await next(small)
      .blur(Math.max(0.3, blur / reduce))
      .raw()
      .toBuffer()
  }
  if (reduce > 1) {
    pixels = await next(small)
      .resize(small.width * reduce, small.height * reduce, { kernel: 'cubic' })
      .extract({ left: 0, top: 0, width, height })
      .raw()
      .toBuffer()
  }
  return { data: new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength) }
}
