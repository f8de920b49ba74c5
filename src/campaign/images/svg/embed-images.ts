import { campaignError, countText } from '../../errors.ts'
import { decodePixels } from '../decode-pixels.ts'
import { type ImageLimits, logoLimits } from '../image-limits.ts'
import { knownImageType } from '../image-type.ts'
import { sharp } from '../restricted-sharp.ts'
import { everyElement, type SvgElement, svgRejected } from './svg-element.ts'

/** Of all images in one SVG together. */
const pixelsMax = 4_000_000

/**
 * Replaces each embedded PNG and JPEG by the same pixels as sRGB PNG: the renderer of SVG applies neither colour profiles
 * nor EXIF orientation, and has no limits for what it decodes.
 * @throws image_rejected for references to anything but embedded PNG and JPEG, and for images that are refused
 */
export async function embedImages(root: SvgElement): Promise<void> {
  let pixelsLeft = pixelsMax
  for (const element of everyElement(root)) {
    if (element.name !== 'image') continue
    const raster = await decodeEmbedded(element, { ...logoLimits, pixelsMax: pixelsLeft })
    pixelsLeft -= raster.width * raster.height
    const png = await sharp(raster.data, { raw: raster }).png().toBuffer()
    element.attributes.set('href', `data:image/png;base64,${png.toString('base64')}`)
  }
}

async function decodeEmbedded(element: SvgElement, limits: ImageLimits) {
  const href = element.attributes.get('href') ?? ''
  const [, base64] = /^\s*data:[^,]{0,100};base64,([a-z0-9+/=\s]*)$/i.exec(href) ?? []
  if (base64 === undefined) {
    throw svgRejected(
      element,
      `the reference "${href.slice(0, 60)}" on <image>`,
      'embed the image as data:image/png;base64 or data:image/jpeg;base64',
    )
  }
  const bytes = Buffer.from(base64, 'base64')
  const type = embeddedType(element, bytes)
  try {
    return await decodePixels(bytes, type, limits)
  } catch (error) {
    if (!campaignError.is(error, 'image_rejected')) throw error
    const [state] = error.values
    const need = `embed an intact image; all together may have ${countText(pixelsMax)} pixels`
    throw svgRejected(element, `an embedded image that ${state}`, need)
  }
}

function embeddedType(element: SvgElement, bytes: Uint8Array): 'image/png' | 'image/jpeg' {
  const type = knownImageType(bytes)
  if (type === 'image/png' || type === 'image/jpeg') return type
  throw svgRejected(element, `an embedded image that is ${type ?? 'of an unknown type'}`, 'embed PNG or JPEG')
}
