import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { AssetRequest } from '../../../src/campaign/compose/asset.ts'
import { chooseLayouts } from '../../../src/campaign/compose/choose-layout.ts'
import {
  type Controls,
  type CopyControls,
  defaultControls,
  defaultCopy,
  type LayoutName,
} from '../../../src/campaign/compose/controls.ts'
import { loadFonts } from '../../../src/campaign/compose/copy/load-fonts.ts'
import type { FormatId } from '../../../src/campaign/compose/formats.ts'
import type { LayoutChoice, LayoutRequest } from '../../../src/campaign/compose/layout-choice.ts'
import type { PictureSource } from '../../../src/campaign/compose/picture-source.ts'
import { type Raster, toRaster } from '../../../src/campaign/images/raster.ts'
import type { LogoMaster } from '../../../src/campaign/logos/logo-at-size.ts'
import ownCopies from './own-copies.json'

export type Color = readonly [red: number, green: number, blue: number]

export const fonts = await loadFonts()

type Overrides = Partial<Omit<AssetRequest, 'controls' | 'copy'>> & {
  controls?: Controls
  copy?: CopyControls
}

/** A layout without the search for the one that is best. */
export const choiceFor = (layout: LayoutName, palette: readonly string[] = []): LayoutChoice => ({
  layout,
  ground: 'paper',
  palette,
  isSober: false,
  gamma: 1,
  face: 'sans',
  logo: 0,
  pictograms: ['🥐', '☕'],
  logoTones: [],
  warnings: [],
})

export function requestOf({ controls, copy, ...others }: Overrides = {}): AssetRequest {
  return {
    format: 'square',
    choice: choiceFor('panel'),
    logos: [],
    seed: 1,
    digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia',
    ...others,
    controls: { ...defaultControls, ...controls },
    copy: { ...defaultCopy, ...copy },
  }
}

/** A copy that a layout has room for; some are for one kind of copy only. */
export function copyFor(layout: LayoutName): CopyControls {
  const own: Readonly<Partial<Record<LayoutName, CopyControls>>> = ownCopies
  return own[layout] ?? { headline: 'Follow the long light', cta: 'Book now' }
}

/** The best layout alone. */
export async function chooseLayout(
  request: LayoutRequest,
  picture: Parameters<typeof chooseLayouts>[2],
): Promise<LayoutChoice> {
  const [first] = await chooseLayouts(fonts, request, picture)
  return first
}

/** A layout that is asked for, on the ground that carries one of the logos. */
export async function choiceOf({
  name,
  format,
  copy,
  ...others
}: { name: LayoutName; format: FormatId; copy: CopyControls } & Pick<
  LayoutRequest,
  'logos' | 'palette'
>): Promise<LayoutChoice> {
  const { controls, copy: full, seed } = requestOf({ copy })
  const formats = [format]
  const request = {
    ...others,
    controls,
    copy: full,
    seed,
    formats,
    hasPicture: true,
    tone: undefined,
    about: '',
    family: undefined,
  }
  return await chooseLayout({ ...request, layout: name }, flatPicture)
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

/** A picture of any size, drawn by a function of the pixel. */
export const pictureFrom = (colorAt: (x: number, y: number) => Color): PictureSource => ({
  draw: async ({ width, height }, scale = 1) => ({
    pixels: drawRaster(Math.round(width * scale), Math.round(height * scale), colorAt),
  }),
})

export const flatPicture = pictureFrom(() => [120, 140, 160])

/** Numbers from 0 to 1 that look random, the same for the same place. */
export function hashNoise(x: number, y: number): number {
  const mixed = Math.imul(Math.imul(x, 374_761_393) + Math.imul(y, 668_265_263), 1_274_126_177)
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
}

/** A logo of one opaque colour with soft round ends. */
export async function pillLogo(color: Color, size = { width: 360, height: 120 }): Promise<LogoMaster> {
  const { width, height } = size
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="${Math.min(width, height) / 2}" fill="rgb(${color.join(',')})"/></svg>`
  return await masterOf(await sharp(Buffer.from(svg)).png().toBuffer(), size)
}

/** A mark in black and white: no plain ground carries both. */
export async function twoToneLogo(): Promise<LogoMaster> {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"><rect width="140" height="100"/><circle cx="230" cy="50" r="50" fill="#fff"/></svg>'
  return await masterOf(await sharp(Buffer.from(svg)).png().toBuffer(), { width: 300, height: 100 }, false)
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
