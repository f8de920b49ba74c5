import type { OutputInfo } from 'sharp'

/** Pixels of 8-bit sRGB, row by row from the top left without padding. */
export interface Raster {
  width: number
  height: number
  /** 3 is RGB; 4 is RGBA with straight (not premultiplied) alpha. */
  channels: 3 | 4
  data: Uint8Array
}

export type DecodedPixels = Raster & {
  /** What was left out or converted, such as `is the first of 12 frames of its file`. */
  notes: readonly string[]
}

/** A rectangle in pixels of one raster. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** The result of `sharp(...).raw().toBuffer({ resolveWithObject: true })` as a raster over the same memory. */
export function toRaster({ data, info }: { data: Buffer; info: OutputInfo }): Raster {
  const { width, height, channels } = info
  if (channels !== 3 && channels !== 4) {
    throw new RangeError(`Cannot use pixels as they must have 3 or 4 channels: they have ${channels}`)
  }
  return { width, height, channels, data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) }
}
