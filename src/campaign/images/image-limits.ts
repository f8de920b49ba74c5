import type { AppError } from '../../kernel/runtime/app-error.ts'
import { imageRejected } from '../errors.ts'

/** Limits of one image; larger ones are refused. */
export interface ImageLimits {
  /** Of the encoded image. */
  bytesMax: number
  /** Of the decoded image, before it is scaled down. */
  pixelsMax: number
  /** The longer side after decoding; larger images are scaled down to it. */
  sideMax: number
  /** Of the image that is kept: one with more is scaled down to them. */
  keptPixelsMax: number
  /** Wall time of decoding. */
  seconds: number
}

export const logoLimits: ImageLimits = {
  bytesMax: 5 * 1024 * 1024,
  pixelsMax: 40_000_000,
  sideMax: 4_096,
  // A tenth of what is decoded: a logo is drawn at up to 1,200 pixels.
  keptPixelsMax: 4_000_000,
  seconds: 10,
}

export const baseImageLimits: ImageLimits = {
  ...logoLimits,
  bytesMax: 15 * 1024 * 1024,
  keptPixelsMax: Number.MAX_SAFE_INTEGER,
}

/** Maps a libvips error to one that the caller can act on. */
export function decodingError(error: unknown, { seconds }: { seconds: number }): AppError {
  if (error instanceof Error && error.message.startsWith('timeout')) {
    return imageRejected('takes too long to decode', `it must be decoded within ${seconds} seconds`, error)
  }
  return imageRejected('is broken or cut off', 'send an intact image', error)
}

interface Sides {
  width: number
  height: number
}

/** @throws image_rejected for an extremely long image */
export function requireAspect(what: string, { width, height }: Sides, most: number): void {
  if (Math.max(width, height) <= most * Math.min(width, height)) return
  const need = `the longer side of a ${what} may be at most ${most} times the shorter one`
  throw imageRejected('is extremely long', need)
}

/** @throws image_rejected for a tiny image */
export function requireSide(
  what: string,
  { width, height }: Sides,
  side: 'shorter' | 'longer',
  least: number,
): void {
  const length = side === 'longer' ? Math.max(width, height) : Math.min(width, height)
  if (length >= least) return
  const need = `a ${what} needs at least ${least} pixels on its ${side} side`
  throw imageRejected(`has ${width} x ${height} pixels`, need)
}
