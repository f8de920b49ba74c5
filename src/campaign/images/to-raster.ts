import type { OutputInfo } from 'sharp'
import type { Raster } from './raster.ts'

/** The result of `sharp(...).raw().toBuffer({ resolveWithObject: true })` as a raster over the same memory. */
export function toRaster({ data, info }: { data: Buffer; info: OutputInfo }): Raster {
  const { width, height, channels } = info
  if (channels !== 3 && channels !== 4) {
    throw new RangeError(`Cannot use pixels as they must have 3 or 4 channels: they have ${channels}`)
  }
  return { width, height, channels, data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) }
}
