import { logoLimits } from '../images/image-limits.ts'
import { type Raster, toRaster } from '../images/raster.ts'
import { sharp } from '../images/restricted-sharp.ts'
import { renderSvg } from '../images/svg/render-svg.ts'

/**
 * The logo exactly `width` pixels wide, RGBA; the height follows from the shape of the master. The same master, width and
 * colour give the same bytes.
 *
 * An SVG is drawn at that size. Pixels are scaled by libvips' `resize` with the kernel lanczos3 on colours premultiplied
 * by alpha, in sRGB values: as in the drawing of an SVG and in compositing, so that strokes keep one weight in all
 * three; linear light would thin dark strokes and thicken light ones. At the size of the master no pixel changes.
 *
 * @param color `original`, or a tint as #rrggbb that replaces the colour of all visible pixels and keeps their alpha
 */
export async function logoAtSize(master: LogoMaster, width: number, color: string): Promise<Raster> {
  const height = Math.max(1, Math.round((width * master.height) / master.width))
  const { seconds } = logoLimits
  const raster =
    master.svg === undefined
      ? await scaled(master.png, { width, height })
      : await renderSvg(master.svg, { width, height }, { seconds })
  return color === 'original' ? raster : tinted(raster, color)
}

/** Whether the master has fewer pixels than requested, so that the logo becomes soft. */
export function isUpscaled(master: LogoMaster, width: number): boolean {
  return master.svg === undefined && width > master.width
}

async function scaled(png: Uint8Array, size: { width: number; height: number }): Promise<Raster> {
  const image = sharp(png)
    .ensureAlpha()
    .resize({ ...size, fit: 'fill', kernel: 'lanczos3' })
  return toRaster(await image.raw().toBuffer({ resolveWithObject: true }))
}

function tinted(raster: Raster, color: string): Raster {
  const [red, green, blue] = channelsOf(color)
  const data = new Uint8Array(raster.data.length)
  for (let at = 0; at < data.length; at += 4) {
    const alpha = raster.data[at + 3] ?? 0
    if (alpha > 0) data.set([red, green, blue, alpha], at)
  }
  return { ...raster, data }
}

function channelsOf(color: string): [number, number, number] {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color)
  const [red = 0, green = 0, blue = 0] = (match ?? []).slice(1).map((hex) => Number.parseInt(hex, 16))
  if (match === null)
    throw new TypeError(`Cannot tint a logo as its colour must be #rrggbb: it is "${color}"`)
  return [red, green, blue]
}

/** An uploaded logo as it is composited: checked, oriented, in sRGB. */
export interface LogoMaster {
  /** SHA-256 of `png`, in hexadecimal. */
  sha256: string
  /** Of `png`, in pixels. */
  width: number
  height: number
  /** The sRGB PNG master, RGBA. */
  png: Uint8Array
  /** The checked SVG that `png` was rasterised from; absent for logos that were uploaded as pixels. */
  svg?: Uint8Array
  /** Whether all visible pixels have one colour, so that a tint keeps what it shows. */
  isOneColor: boolean
}
