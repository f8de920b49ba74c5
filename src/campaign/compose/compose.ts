import { createHash } from 'node:crypto'
import type { Asset, AssetRequest } from './asset.ts'
import { compositeMarks } from './composite-marks.ts'
import type { Composition, Step } from './composition.ts'
import type { Fonts } from './copy/load-fonts.ts'
import { drawCopy } from './draw-copy.ts'
import { drawLogo } from './draw-logo.ts'
import { encode } from './encode.ts'
import { paintBackground } from './paint-background.ts'
import type { PictureSource } from './picture-source.ts'
import { prove } from './prove.ts'
import { startComposition } from './start-composition.ts'

export const steps: readonly Step[] = [paintBackground, drawLogo, drawCopy, compositeMarks, encode, prove]

/**
 * Renders one finished asset in the campaign's layout: ground and picture, copy and logo on them, then decodes the PNG to
 * prove that the logo is exact and nothing else changed.
 * @throws asset_not_proven, script_unsupported, Misfit for a choice that was made for other copy
 */
export async function composeAsset(
  { fonts }: { fonts: Fonts },
  request: AssetRequest,
  picture: PictureSource | undefined,
): Promise<Asset> {
  let composition = await startComposition(fonts, request, picture)
  for (const step of steps) composition = await step(composition)
  return assetOf(composition)
}

function assetOf({ request, layout, canvas, encoded, proof, logo, copy, warnings }: Composition): Asset {
  if (encoded === undefined || proof === undefined)
    throw new Error('Cannot deliver an asset that was not encoded and proven')
  const { pixelSha256, ...counts } = proof
  return {
    format: request.format,
    layout: layout.name,
    width: canvas.width,
    height: canvas.height,
    ...encoded,
    byteSha256: createHash('sha256').update(encoded.png).digest('hex'),
    pixelSha256,
    logo: logo && {
      box: logo.box,
      clearBox: logo.clearBox,
      placement: logo.placement,
      contrast: logo.contrast,
    },
    copy: copy?.parts ?? [],
    proof: counts,
    warnings,
  }
}
