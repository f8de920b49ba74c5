import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { AssetRequest } from '../../../src/campaign/compose/asset.ts'
import {
  type Controls,
  type CopyControls,
  defaultControls,
  defaultCopy,
} from '../../../src/campaign/compose/controls.ts'
import { loadFonts } from '../../../src/campaign/compose/copy/load-fonts.ts'
import { type FormatId, formats } from '../../../src/campaign/compose/formats.ts'
import type { Box, Raster, SceneImage } from '../../../src/campaign/images/raster.ts'
import { toRaster } from '../../../src/campaign/images/to-raster.ts'
import type { LogoMaster } from '../../../src/campaign/logos/logo-master.ts'

export type Color = readonly [red: number, green: number, blue: number]

export const fonts = await loadFonts()

type Overrides = Partial<Omit<AssetRequest, 'controls' | 'copy'>> & {
  controls?: Controls
  copy?: CopyControls
}

export function requestOf({ controls, copy, ...others }: Overrides = {}): AssetRequest {
  return {
    format: 'square',
    overlayMode: 'none',
    palette: [],
    logo: undefined,
    digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia',
    ...others,
    controls: { ...defaultControls, ...controls },
    copy: { ...defaultCopy, ...copy },
  }
}

/** A picture drawn by a function of the pixel. */
export function drawRaster(width: number, height: number, colorAt: (x: number, y: number) => Color): Raster {
  const data = new Uint8Array(width * height * 3)
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 3) {
      const color = colorAt(x, y)
      data[at] = color[0]
      data[at + 1] = color[1]
      data[at + 2] = color[2]
    }
  }
  return { width, height, channels: 3, data }
}

/** Fills a part of a picture with one colour, in place. */
export function fill(raster: Raster, { left, top, width, height }: Box, color: Color): void {
  const row = new Uint8Array(width * 3).map((_, at) => color[at % 3] ?? 0)
  for (let y = top; y < top + height; y += 1) raster.data.set(row, (y * raster.width + left) * 3)
}

/** Its calm box is the upper left quarter, its focal point in the lower right one. */
export function sceneFrom(pixels: Raster): SceneImage {
  const { width, height } = pixels
  const calm = { left: 0, top: 0, width: width >> 1, height: height >> 1 }
  return { pixels, focal: { x: 0.7, y: 0.7 }, calm }
}

export function sceneOf(format: FormatId, colorAt: (x: number, y: number) => Color): SceneImage {
  const { width, height } = formats[format]
  return sceneFrom(drawRaster(width, height, colorAt))
}

export function flatScene(format: FormatId, color: Color = [120, 140, 160]): SceneImage {
  const { width, height } = formats[format]
  const pixels: Raster = { width, height, channels: 3, data: new Uint8Array(width * height * 3) }
  fill(pixels, { left: 0, top: 0, width, height }, color)
  return sceneFrom(pixels)
}

/** Numbers from 0 to 1 that look random, the same for the same place. */
export function hashNoise(x: number, y: number): number {
  const mixed = Math.imul(Math.imul(x, 374_761_393) + Math.imul(y, 668_265_263), 1_274_126_177)
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
}

/** Blocks of strong light and dark: nothing can be read on them. */
export function busy(x: number, y: number): Color {
  const value = Math.round(255 * hashNoise(x >> 3, y >> 3))
  return [value, value, value]
}

/** A logo of one opaque colour with soft round ends. */
export async function pillLogo(color: Color, size = { width: 360, height: 120 }): Promise<LogoMaster> {
  const { width, height } = size
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="${Math.min(width, height) / 2}" fill="rgb(${color.join(',')})"/></svg>`
  return await masterOf(await sharp(Buffer.from(svg)).png().toBuffer(), size)
}

export async function masterOf(
  png: Uint8Array,
  size: { width: number; height: number },
  isOneColor = true,
): Promise<LogoMaster> {
  return { sha256: createHash('sha256').update(png).digest('hex'), ...size, png, isOneColor }
}

export async function decode(file: Uint8Array): Promise<Raster> {
  return toRaster(await sharp(file).raw().toBuffer({ resolveWithObject: true }))
}
