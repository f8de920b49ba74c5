import sharp, { type OverlayOptions } from 'sharp'
import type { Box, Raster } from '../../images/raster.ts'
import { around, fromLeft } from '../boxes.ts'
import type { Rgb } from '../color.ts'
import { pictogramsOf } from '../pictograms/pictogram.ts'
import type { Arrangement } from './layout.ts'

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
  { layout, grid, inks, isMirrored, field, texts }: Arrangement,
  { seed, pictograms, isSober }: { seed: number; pictograms: readonly string[]; isSober: boolean },
): string {
  const { width, bleed } = grid
  const hasBadge = texts.some(({ part }) => part === 'badge')
  const [first, ...others] = texts.map(({ box }) => box)
  const whole = first && fromLeft(grid, isMirrored, others.reduce(around, first))
  const copy = whole && { ...whole, top: whole.top - bleed.top }
  const shown = { pictograms: pictogramsOf(pictograms), isSober, hasBadge, field, copy }
  const drawn = layout.shapes?.(grid, inks, seed, shown) ?? ''
  if (drawn === '' || (!isMirrored && bleed.top === 0)) return drawn
  const mirroring = isMirrored ? ' scale(-1 1)' : ''
  return `<g transform="translate(${isMirrored ? width : 0} ${bleed.top})${mirroring}">${drawn}</g>`
}

/** Paints the ground as RGB. A picture without a mask is copied: to composite its opaque pixels would take ten times as long. */
export async function paintGround({ size, color, picture, shapes }: Ground): Promise<Raster> {
  const { width, height } = size
  const ground = filled(size, color)
  const layers: OverlayOptions[] = []
  if (picture?.mask !== undefined)
    layers.push(await maskedLayer(picture.pixels, picture.box, picture.mask, size))
  else if (picture !== undefined) copyOnto(ground, picture)
  if (shapes !== '') layers.push({ input: svgOf(size, shapes), left: 0, top: 0 })
  if (layers.length === 0) return ground
  const data = await sharp(ground.data, { raw: { width, height, channels: 3 } })
    .composite(layers)
    .removeAlpha()
    .raw()
    .toBuffer()
  return { width, height, channels: 3, data }
}

function filled({ width, height }: Ground['size'], color: Rgb): Raster {
  return { width, height, channels: 3, data: Buffer.alloc(width * height * 3, Buffer.from(color)) }
}

/** The part of the box that is on the canvas. */
function copyOnto(canvas: Raster, { pixels, box }: NonNullable<Ground['picture']>): void {
  const left = Math.max(0, box.left)
  const right = Math.min(canvas.width, box.left + pixels.width)
  const bottom = Math.min(canvas.height, box.top + pixels.height)
  for (let y = Math.max(0, box.top); y < bottom; y += 1) {
    const from = ((y - box.top) * pixels.width + left - box.left) * 3
    canvas.data.set(pixels.data.subarray(from, from + (right - left) * 3), (y * canvas.width + left) * 3)
  }
}

async function maskedLayer(
  pixels: Raster,
  box: Box,
  mask: string,
  size: Ground['size'],
): Promise<OverlayOptions> {
  const raw = { width: pixels.width, height: pixels.height, channels: pixels.channels }
  const { left, top } = box
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
