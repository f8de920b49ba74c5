import { createHash } from 'node:crypto'
import type { SceneImage } from '../images/raster.ts'
import type { Asset, AssetRequest } from './asset.ts'
import { compositeMarks } from './composite-marks.ts'
import type { Composition, Step } from './composition.ts'
import type { Fonts } from './copy/load-fonts.ts'
import { encode } from './encode.ts'
import { placeLogo } from './place-logo.ts'
import { prove } from './prove.ts'
import { setCopy } from './set-copy.ts'
import { startComposition } from './start-composition.ts'
import { tintOverlay } from './tint-overlay.ts'

export const steps: readonly Step[] = [tintOverlay, placeLogo, setCopy, compositeMarks, encode, prove]

/**
 * Renders one finished asset of a scene: composites overlay, logo and copy, then decodes the PNG to prove that the logo
 * is exact and nothing else changed. The scene's pixels stay as they are.
 * @throws AssetNotProven, and the errors of `drawCopy` for copy that cannot be set
 */
export async function composeAsset(
  { fonts }: { fonts: Fonts },
  request: AssetRequest,
  scene: SceneImage,
): Promise<Asset> {
  let composition = startComposition(fonts, request, scene)
  for (const step of steps) composition = await step(composition)
  return assetOf(composition)
}

function assetOf({ request, canvas, encoded, proof, logo, copy, warnings }: Composition): Asset {
  if (encoded === undefined || proof === undefined)
    throw new Error('Cannot deliver an asset that was not encoded and proven')
  const { pixelSha256, ...counts } = proof
  return {
    format: request.format,
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
      reason: logo.reason,
    },
    copy: copy && { box: copy.box, lines: copy.lines, fontSizePx: copy.fontSizePx, color: copy.color },
    proof: counts,
    warnings,
  }
}
