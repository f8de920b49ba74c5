import sharp from 'sharp'
import { AppError } from '../../kernel/runtime/errors.ts'
import { pixelSha256Of } from '../images/pixel-hash.ts'
import { toRaster } from '../images/to-raster.ts'
import type { PixelProof } from './asset.ts'
import { comparePixels } from './compare-pixels.ts'
import { type Composition, layersOf } from './composition.ts'
import type { FormatId } from './formats.ts'

/** The decoded PNG differs from its parts; the asset must not be delivered. */
export class AssetNotProven extends AppError {
  readonly status = 500
  readonly slug = 'internal'
  constructor(format: FormatId, state: string) {
    super(`Cannot deliver the ${format} asset as its pixels must be exact: ${state}`)
  }
}

/**
 * Decodes the PNG with libvips, not with the encoder's library, and compares every pixel: none outside the boxes of
 * logo and copy changed, opaque logo pixels are the logo's own, the others are within one step of source-over.
 * @throws AssetNotProven
 */
export async function prove(composition: Composition): Promise<Composition> {
  const { request, background, logo, encoded } = composition
  if (encoded === undefined) throw new AssetNotProven(request.format, 'there is no file yet')
  const finished = toRaster(await sharp(encoded.png).raw().toBuffer({ resolveWithObject: true }))
  const { width, height, channels } = finished
  if (width !== background.width || height !== background.height || channels !== 3)
    throw new AssetNotProven(request.format, `it is ${width} by ${height} with ${channels} channels`)
  const proof = comparePixels(finished, background, layersOf(composition), logo)
  if (!isExact(proof))
    throw new AssetNotProven(
      request.format,
      `${proof.outsideChanged} pixels outside logo and copy and ${proof.opaqueChanged} opaque logo pixels differ, others by up to ${proof.stepMax}`,
    )
  return { ...composition, proof: { ...proof, pixelSha256: pixelSha256Of(finished) } }
}

function isExact({ outsideChanged, opaqueChanged, stepMax }: PixelProof): boolean {
  return outsideChanged === 0 && opaqueChanged === 0 && stepMax <= 1
}
