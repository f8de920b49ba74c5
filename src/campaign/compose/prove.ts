import sharp from 'sharp'
import { campaignError } from '../errors.ts'
import { pixelSha256Of } from '../images/pixel-hash.ts'
import { toRaster } from '../images/to-raster.ts'
import type { PixelProof } from './asset.ts'
import { comparePixels } from './compare-pixels.ts'
import { type Composition, layersOf } from './composition.ts'

/**
 * Decodes the PNG with libvips, not with the encoder's library, and compares every pixel: none outside the boxes of
 * logo and copy changed, opaque logo pixels are the logo's own, the others are within one step of source-over.
 * @throws asset_not_proven
 */
export async function prove(composition: Composition): Promise<Composition> {
  const { request, background, logo, encoded } = composition
  if (encoded === undefined) throw campaignError('asset_not_proven', request.format, 'no file was encoded')
  const finished = toRaster(await sharp(encoded.png).raw().toBuffer({ resolveWithObject: true }))
  const { width, height, channels } = finished
  if (width !== background.width || height !== background.height || channels !== 3)
    throw campaignError(
      'asset_not_proven',
      request.format,
      `it is ${width} by ${height} with ${channels} channels`,
    )
  const proof = comparePixels(finished, background, layersOf(composition), logo)
  if (!isExact(proof))
    throw campaignError(
      'asset_not_proven',
      request.format,
      `${proof.outsideChanged} pixels outside logo and copy and ${proof.opaqueChanged} opaque logo pixels differ, others by up to ${proof.stepMax}`,
    )
  return { ...composition, proof: { ...proof, pixelSha256: pixelSha256Of(finished) } }
}

function isExact({ outsideChanged, opaqueChanged, stepMax }: PixelProof): boolean {
  return outsideChanged === 0 && opaqueChanged === 0 && stepMax <= 1
}
