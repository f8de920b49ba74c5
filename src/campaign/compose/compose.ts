import { createHash } from 'node:crypto'
import type { FormatId } from '../formats.ts'
import type { LogoMaster } from '../logos/logo-master.ts'
import type { Box, SceneImage } from '../raster.ts'
import { compositeMarks } from './composite-marks.ts'
import type { Composition, Step } from './composition.ts'
import type { Controls, CopyControls, OverlayMode } from './controls.ts'
import type { Fonts } from './copy/load-fonts.ts'
import { encode } from './encode.ts'
import { placeLogo } from './place-logo.ts'
import { prove } from './prove.ts'
import { setCopy } from './set-copy.ts'
import { startComposition } from './start-composition.ts'
import { tintOverlay } from './tint-overlay.ts'

export interface AssetRequest {
  format: FormatId
  overlayMode: OverlayMode
  controls: Required<Controls>
  copy: Required<CopyControls>
  /** Hex colours of the kit; may be empty. */
  palette: readonly string[]
  logo: LogoMaster | undefined
  /** IPTC digital source type URI, written to the file's XMP. */
  digitalSourceType: string
}

export interface Asset {
  format: FormatId
  width: number
  height: number
  png: Uint8Array
  /** WebP, its longer side 640 pixels. */
  preview: Uint8Array
  /** Of `png`, in hexadecimal. */
  byteSha256: string
  /** Of the decoded RGB rows, in hexadecimal. */
  pixelSha256: string
  logo: { box: Box; clearBox: Box; placement: string; contrast: number; reason: string } | undefined
  copy: { box: Box; lines: readonly string[]; fontSizePx: number; color: string } | undefined
  /** What comparing the decoded PNG with its parts counted; see `comparePixels`. */
  proof: { outsideChanged: number; opaqueChanged: number; stepMax: number }
  warnings: readonly string[]
}

export const steps: readonly Step[] = [tintOverlay, placeLogo, setCopy, compositeMarks, encode, prove]

/**
 * Makes one finished asset of a scene: overlay, logo and copy are laid on it, and the PNG is decoded again to prove
 * that the logo is exact and nothing else changed. The scene's pixels stay as they are.
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
