import sharp from 'sharp'
import type { Box, Raster } from '../images/raster.ts'
import { overlapOf } from './boxes.ts'
import type { PicturePlace, SubjectInCrop } from './cut-scene.ts'
import type { Arrangement } from './layouts/layout.ts'

/** The picture of a layout. */
export interface PictureSource {
  /** The picture for its box, its subject in the zone and seen, at a scale of the box's size. */
  draw(place: PicturePlace, scale?: number): Promise<Picture>
  /** What of the subject is seen in a place, if the picture has one; absent where the scene is composed for its zone. */
  subjectIn?(place: PicturePlace): SubjectInCrop | undefined
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
export function picturePlaceOf(
  { texts, marks, logo, subject }: Arrangement,
  { box, hidden }: NonNullable<Arrangement['picture']>,
): PicturePlace {
  const inBox = ({ left, top, width, height }: Box) => ({
    left: left - box.left,
    top: top - box.top,
    width,
    height,
  })
  const covers: Box[] = [...texts.flatMap(({ lines }) => lines), ...marks.map((mark) => mark.box), ...hidden]
  if (logo !== undefined) covers.push(logo.box)
  return {
    width: box.width,
    height: box.height,
    zone: subject && inBox(subject),
    covered: covers.filter((cover) => overlapOf(cover, box) > 0).map(inBox),
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
