import type { Box } from '../images/raster.ts'
import type { LogoMaster } from '../logos/logo-master.ts'
import type { Controls, CopyControls, OverlayMode } from './controls.ts'
import type { FormatId } from './formats.ts'

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
  logo: PlacedLogo | undefined
  copy: PlacedCopy | undefined
  proof: PixelProof
  warnings: readonly string[]
}

export interface PlacedLogo {
  box: Box
  /** The box with the space around it that stays free. */
  clearBox: Box
  placement: string
  /** Contrast ratio with what is behind it. */
  contrast: number
  reason: string
}

export interface PlacedCopy {
  box: Box
  lines: readonly string[]
  fontSizePx: number
  color: string
}

/** Pixel counts of the comparison with its parts; see `comparePixels`. */
export interface PixelProof {
  /** Pixels that no layer covers, outside their boxes or fully transparent, and that differ from the background. */
  outsideChanged: number
  /** Pixels where the top layer is opaque and that differ from it. */
  opaqueChanged: number
  /** The greatest difference of a channel from source-over, computed here in floating point, over all other pixels. */
  stepMax: number
}
