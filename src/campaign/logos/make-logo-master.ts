import { sha256Of } from '../../kernel/runtime/canonical-digest.ts'
import { campaignError, imageRejected } from '../errors.ts'
import { decodePixels } from '../images/decode-pixels.ts'
import { logoLimits, requireAspect, requireSide } from '../images/image-limits.ts'
import { imageType, type PixelType } from '../images/image-type.ts'
import type { Raster } from '../images/raster.ts'
import { sharp } from '../images/restricted-sharp.ts'
import { checkSvg } from '../images/svg/check-svg.ts'
import { renderUntrustedSvg } from '../images/svg/render-untrusted-svg.ts'
import { masterSize } from '../images/svg/svg-size.ts'
import type { LogoMaster } from './logo-at-size.ts'

export interface MadeLogo {
  master: LogoMaster
  /** Of the bytes as they were uploaded, in hexadecimal. */
  originalSha256: string
  /** By content. */
  mediaType: string
  /** What was left out or converted. */
  warnings: string[]
}

const longerSideMin = 16
const aspectMax = 100

/**
 * Checks an uploaded logo and renders the master that all sizes are scaled from. An SVG keeps its view box and is drawn with
 * 1,024 pixels on its longer side; pixels keep their number up to 4,096 on the longer side and 4,000,000 in all, above which
 * they are scaled down once.
 * @throws image_too_large, image_unsupported, image_rejected
 */
export async function makeLogoMaster(bytes: Uint8Array): Promise<MadeLogo> {
  if (bytes.length > logoLimits.bytesMax) throw campaignError('image_too_large', logoLimits.bytesMax)
  const mediaType = imageType(bytes)
  const { raster, svg, notes } =
    mediaType === 'image/svg+xml' ? await drawSvg(bytes) : await readPixels(bytes, mediaType)
  requireAspect('logo', raster, aspectMax)
  requireSide('logo', raster, 'longer', longerSideMin)
  if (!isVisible(raster))
    throw imageRejected('has no pixel that can be seen', 'send a logo with visible pixels')
  const png = await sharp(raster.data, { raw: raster }).ensureAlpha().png().toBuffer()
  return {
    master: {
      sha256: sha256Of(png),
      width: raster.width,
      height: raster.height,
      png: new Uint8Array(png),
      ...(svg !== undefined && { svg }),
      isOneColor: isOneColor(raster),
    },
    originalSha256: sha256Of(bytes),
    mediaType,
    warnings: notes.map((note) => `The logo ${note}`),
  }
}

async function readPixels(bytes: Uint8Array, type: PixelType) {
  const { notes, ...raster } = await decodePixels(bytes, type, logoLimits)
  return { raster, svg: undefined, notes }
}

async function drawSvg(
  bytes: Uint8Array,
): Promise<{ raster: Raster; svg: Uint8Array; notes: readonly string[] }> {
  const { svg, size } = await checkSvg(bytes)
  requireAspect('logo', size, aspectMax)
  return { raster: await renderUntrustedSvg(svg, masterSize(size)), svg, notes: [] }
}

/** Minimum alpha of a visible pixel, of 255. */
const visibleAlpha = 8

function isVisible({ data, channels }: Raster): boolean {
  if (channels === 3) return true
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) >= visibleAlpha) return true
  return false
}

/** Largest difference to the mean colour in any channel, weighted by alpha: what edges and lossy encoders add. */
const differenceMax = 24
/** Share of what is visible that may differ more. */
const strayShareMax = 0.001

/**
 * Whether all visible pixels have one colour, so that a tint loses nothing. Straight colours of nearly transparent pixels
 * are coarse, so each counts by its alpha. Pixels without alpha are a filled rectangle and never count as one colour.
 */
function isOneColor({ data, channels }: Raster): boolean {
  if (channels === 3) return false
  let [red, green, blue, visible] = [0, 0, 0, 0]
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 0
    red += alpha * (data[at] ?? 0)
    green += alpha * (data[at + 1] ?? 0)
    blue += alpha * (data[at + 2] ?? 0)
    visible += alpha
  }
  let stray = 0
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 0
    const difference = Math.max(
      Math.abs((data[at] ?? 0) - red / visible),
      Math.abs((data[at + 1] ?? 0) - green / visible),
      Math.abs((data[at + 2] ?? 0) - blue / visible),
    )
    if (difference * alpha > differenceMax * 255) stray += alpha
  }
  return stray <= strayShareMax * visible
}
