import { LRUCache } from 'lru-cache'
import sharp from 'sharp'
import { sha256Of } from '../../kernel/runtime/canonical-digest.ts'
import { overlapOf, scaledBox, scaledSize } from '../compose/boxes.ts'
import { chooseLayouts } from '../compose/choose-layout.ts'
import { composeAsset } from '../compose/compose.ts'
import { type BrandFonts, createBrandFaces } from '../compose/copy/brand-faces.ts'
import { loadFonts } from '../compose/copy/load-fonts.ts'
import { measureScene, type PictureMaps } from '../compose/cut/choose-crop.ts'
import { type Picture, type PictureSource, photoSource } from '../compose/picture-source.ts'
import { checkUntrustedFont } from '../fonts/check-untrusted-font.ts'
import { decodeImage } from '../images/decode-image.ts'
import { baseImageLimits } from '../images/image-limits.ts'
import { makeJpeg, makePreview } from '../images/make-jpeg.ts'
import { decodePhoto, makePhoto } from '../images/make-photo.ts'
import { hashPixels } from '../images/pixel-hash.ts'
import type { Box, Raster } from '../images/raster.ts'
import { makeLogoMaster } from '../logos/make-logo-master.ts'
import { renderWithSubject } from '../scene/procedural/render-with-subject.ts'
import { readCutOut } from '../scene/product/cut-out.ts'
import { productBox, renderProduct } from '../scene/product/render-product.ts'
import type { RenderJobs, RenderKind, RenderRequest, SceneSource } from './jobs.ts'

/** A photo is mostly used for many campaigns; what is found in it takes a few kilobytes. */
const measuredMax = 200

/** Runs jobs one at a time; fonts are loaded once. @throws AppError for input that is refused */
export function createRenderer(): (request: RenderRequest) => Promise<RenderJobs[RenderKind]['output']> {
  let fonts: ReturnType<typeof loadFonts> | undefined
  const fontsOnce = () => {
    fonts ??= loadFonts()
    return fonts
  }
  const brandFaces = createBrandFaces()
  const measured = new LRUCache<string, PictureMaps>({ max: measuredMax })
  const fontsWith = async (brand: BrandFonts) => ({ ...(await fontsOnce()), brand: brandFaces(brand) })
  return async ({ kind, input }) => {
    switch (kind) {
      case 'layouts': {
        const { request, scene } = input
        return await chooseLayouts(await fontsWith(input.fonts), request, scene && pictureOf(scene))
      }
      case 'asset': {
        const { request, scene } = input
        return await composeAsset({ fonts: await fontsWith(input.fonts) }, request, scene && pictureOf(scene))
      }
      case 'logo':
        return await makeLogoMaster(input.bytes)
      case 'cutOut': {
        const cutOut = await readCutOut(input.bytes)
        return { ...cutOut, pixels: shared(cutOut.pixels, undefined) }
      }
      case 'photo':
        return await makePhoto(input.bytes)
      case 'font':
        return await checkUntrustedFont(input.bytes)
      case 'picture': {
        const digest = sha256Of(input.bytes)
        const pixels = shared(await decodePhoto(input.bytes), input.spare)
        const maps = measured.get(digest) ?? (await measureScene(pixels))
        measured.set(digest, maps)
        return { pixels, maps, hasAlpha: hasAlpha(pixels) }
      }
      case 'jpeg':
        return await makeJpeg(input.png, input.box)
      case 'preview':
        return { webp: await makePreview(input.png, input.width) }
      case 'pixels':
        return await hashPixels(input.bytes)
      case 'reencode': {
        const { data, width, height, channels } = await decodePicture(input.bytes)
        const png = await sharp(data, { raw: { width, height, channels } }).png().toBuffer()
        return { png, width, height }
      }
      case 'warm':
        await fontsOnce()
        return {}
    }
  }
}

function pictureOf(source: SceneSource): PictureSource {
  if (source.kind === 'procedural')
    return composedSource((size, zone) => renderWithSubject(source.plan, size, zone))
  if (source.kind === 'product') return productSource(source)
  return photoSource(source.pixels, source.maps, source.focus)
}

/** A product on its stage; layouts must not cover it. */
function productSource({ plan, cutOut }: Extract<SceneSource, { kind: 'product' }>): PictureSource {
  return {
    ...composedSource((size, zone) => renderProduct(plan, cutOut, size, zone)),
    subjectIn: (place) => {
      const box = productBox(plan, cutOut, place, place.zone)
      const hidden = place.covered.reduce((sum, cover) => sum + overlapOf(box, cover), 0)
      const covered = Math.min(1, hidden / (box.width * box.height))
      return { isSure: true, cut: 0, covered, hasFaces: false, faceCut: 0, faceCovered: 0 }
    },
  }
}

/** A scene that is composed for each place, its subject in the zone. */
function composedSource(
  render: (size: { width: number; height: number }, zone: Box | undefined) => Promise<Picture>,
): PictureSource {
  return {
    draw: async ({ width, height, zone }, scale = 1) =>
      await render(scaledSize({ width, height }, scale), zone && scaledBox(zone, scale)),
  }
}

function decodePicture(bytes: Uint8Array): Promise<Raster> {
  return decodeImage(bytes, baseImageLimits)
}

function hasAlpha({ channels, data }: Raster): boolean {
  if (channels === 3) return false
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return true
  return false
}

/** In shared memory, which every worker reads without a copy. */
function shared(raster: Raster, spare: SharedArrayBuffer | undefined): Raster {
  const { byteLength } = raster.data
  const isEnough = spare !== undefined && spare.byteLength >= byteLength
  const data = new Uint8Array(isEnough ? spare : new SharedArrayBuffer(byteLength), 0, byteLength)
  data.set(raster.data)
  return { ...raster, data }
}
