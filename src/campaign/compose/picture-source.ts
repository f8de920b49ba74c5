import sharp from 'sharp'
import type { Box, Raster } from '../images/raster.ts'
import { overlapOf, scaledSize } from './boxes.ts'
import {
  type Crop,
  chooseCrop,
  type PictureMaps,
  type PicturePlace,
  type SubjectInCrop,
} from './cut/choose-crop.ts'
import type { Arrangement } from './layouts/layout.ts'

/** The picture of a layout. */
export interface PictureSource {
  /** The picture for its box, its subject in the zone and seen, at a scale of the box's size. */
  draw(place: PicturePlace, scale?: number): Promise<Picture>
  /** What of the subject is seen in a place, if the picture has one; absent where the scene is composed for its zone. */
  subjectIn?(place: PicturePlace): SubjectInCrop | undefined
  /** Mean of all channels, 0 to 1; absent where the scene is composed for its ground. */
  lightness?: number
  /** Hex colour of the ground that its subject stands on alone. */
  plain?: `#${string}` | undefined
}

export interface Picture {
  /** RGB. */
  pixels: Raster
  /** Composited onto the graded pixels, so that its colours stay; its box is in pixels of the picture. */
  product?: { pixels: Raster; box: Box }
  /** The source has fewer pixels than the box. */
  isUpscaled?: boolean
}

/** The box of a picture, with all that stands on it. */
export function picturePlaceOf({
  picture,
  texts,
  marks,
  logo,
  subject,
}: Arrangement): PicturePlace | undefined {
  if (picture === undefined) return undefined
  const { box, hidden } = picture
  const inBox = ({ left, top, width, height }: Box) => ({
    left: left - box.left,
    top: top - box.top,
    width,
    height,
  })
  const onBox = (boxes: readonly Box[]) => boxes.filter((each) => overlapOf(each, box) > 0).map(inBox)
  const shapes = marks.map((mark) => mark.box)
  const covers: Box[] = [...texts.flatMap(({ lines }) => lines), ...shapes, ...hidden]
  if (logo !== undefined) covers.push(logo.box)
  return {
    width: box.width,
    height: box.height,
    zone: subject && inBox(subject),
    covered: onBox(covers),
    marks: onBox(shapes),
  }
}

/** A picture with its product. */
export async function flattened({ pixels, product }: Picture): Promise<Raster> {
  if (product === undefined) return pixels
  const { width, height, channels } = product.pixels
  const { left, top } = product.box
  const data = await sharp(pixels.data, {
    raw: { width: pixels.width, height: pixels.height, channels: pixels.channels },
  })
    .composite([{ input: Buffer.from(product.pixels.data), raw: { width, height, channels }, left, top }])
    .removeAlpha()
    .raw()
    .toBuffer()
  return { ...pixels, channels: 3, data }
}

/**
 * A photo that is cut for each place.
 * @param maps of the same picture, by `measureScene`
 * @param focus where in the picture the subject is, as fractions, if the request says
 */
export function photoSource(
  pixels: Raster,
  maps: PictureMaps,
  focus: { x: number; y: number } | undefined,
): PictureSource {
  return {
    draw: async (place, scale = 1) =>
      await cutScene(pixels, chooseCrop(maps, pixels, place, focus), scaledSize(place, scale)),
    subjectIn: (place) => chooseCrop(maps, pixels, place, focus).subject,
    lightness: maps.lightness,
    plain: maps.plain,
  }
}

/**
 * Cuts a window out of a picture and resizes it to exactly a size: down by Lanczos 3, up by its bicubic counterpart.
 * @param picture RGB, or RGBA that is laid on white
 */
export async function cutScene(
  picture: Raster,
  { window }: Crop,
  { width, height }: { width: number; height: number },
): Promise<{ pixels: Raster; isUpscaled: boolean }> {
  const region = pixelsOf(window, picture)
  const data = await sharp(picture.data, {
    raw: { width: picture.width, height: picture.height, channels: picture.channels },
  })
    .flatten({ background: '#ffffff' })
    .extract(region)
    .resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer()
  return {
    pixels: { width, height, channels: 3, data },
    isUpscaled: region.width < width || region.height < height,
  }
}

/** In whole pixels and inside the picture. */
function pixelsOf(window: Box, { width, height }: { width: number; height: number }): Box {
  const left = Math.min(width - 1, Math.round(window.left * width))
  const top = Math.min(height - 1, Math.round(window.top * height))
  return {
    left,
    top,
    width: Math.max(1, Math.min(width - left, Math.round(window.width * width))),
    height: Math.max(1, Math.min(height - top, Math.round(window.height * height))),
  }
}
