import sharp, { type OverlayOptions } from 'sharp'
import type { Box, Raster } from '../../images/raster.ts'
import type { Rgb } from '../color.ts'
import type { Grid } from '../grid.ts'
import type { Inks } from '../inks.ts'
import type { Layout } from './layout.ts'

/** What is under the copy: the ground's colour, the picture in its box, and shapes over both. */
export interface Ground {
  size: { width: number; height: number }
  color: Rgb
  picture: { pixels: Raster; box: Box; mask: string | undefined } | undefined
  /** SVG elements. */
  shapes: string
}

/** The shapes of a layout as SVG elements. */
export function shapesOf(
  { shapes }: Layout,
  { grid, inks, seed, isMirrored }: { grid: Grid; inks: Inks; seed: number; isMirrored: boolean },
): string {
  const drawn = shapes?.(grid, inks, seed) ?? ''
  const { width, bleed } = grid
  if (drawn === '' || (!isMirrored && bleed.top === 0)) return drawn
  const mirroring = isMirrored ? ' scale(-1 1)' : ''
  return `<g transform="translate(${isMirrored ? width : 0} ${bleed.top})${mirroring}">${drawn}</g>`
}

/** Paints the ground as RGB. */
export async function paintGround({ size, color, picture, shapes }: Ground): Promise<Raster> {
  const { width, height } = size
  const [r, g, b] = color
  const layers: OverlayOptions[] = []
  if (picture !== undefined) layers.push(await pictureLayer(picture, size))
  if (shapes !== '') layers.push({ input: svgOf(size, shapes), left: 0, top: 0 })
  const data = await sharp({ create: { width, height, channels: 3, background: { r, g, b } } })
    .composite(layers)
    .removeAlpha()
    .raw()
    .toBuffer()
  return { width, height, channels: 3, data }
}

async function pictureLayer(
  { pixels, box, mask }: NonNullable<Ground['picture']>,
  size: Ground['size'],
): Promise<OverlayOptions> {
  const raw = { width: pixels.width, height: pixels.height, channels: pixels.channels }
  const { left, top } = box
  if (mask === undefined) return { input: Buffer.from(pixels.data), raw, left, top }
  const cover = await sharp(svgOf(size, `<path d="${mask}" fill="#fff"/>`))
    .extract(box)
    .extractChannel(3)
    .raw()
    .toBuffer()
  const masked = await sharp(pixels.data, { raw })
    .joinChannel(cover, { raw: { width: pixels.width, height: pixels.height, channels: 1 } })
    .raw()
    .toBuffer()
  return { input: masked, raw: { ...raw, channels: 4 }, left, top }
}

/** An SVG of a box of the canvas, in the canvas's coordinates. */
export function svgOf(
  box: { left?: number; top?: number; width: number; height: number },
  elements: string,
): Buffer {
  const { left = 0, top = 0, width, height } = box
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${left} ${top} ${width} ${height}">${elements}</svg>`,
  )
}
