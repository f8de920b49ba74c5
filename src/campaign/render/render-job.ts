import sharp from 'sharp'
import { composeAsset } from '../compose/compose.ts'
import { loadFonts } from '../compose/copy/load-fonts.ts'
import { cutScene, measureScene } from '../compose/cut-scene.ts'
import { decodeImage } from '../images/decode-image.ts'
import { hashPixels } from '../images/hash-pixels.ts'
import { baseImageLimits } from '../images/image-limits.ts'
import type { Raster } from '../images/raster.ts'
import { makeLogoMaster } from '../logos/make-logo-master.ts'
import { renderProcedural } from '../scene/procedural/render-procedural.ts'
import type { RenderJobs, RenderKind, RenderRequest } from './jobs.ts'

/** Runs jobs one at a time; fonts are loaded once. @throws AppError for input that is refused */
export function createRenderer(): (request: RenderRequest) => Promise<RenderJobs[RenderKind]['output']> {
  let fonts: ReturnType<typeof loadFonts> | undefined
  const fontsOnce = () => {
    fonts ??= loadFonts()
    return fonts
  }
  return async ({ kind, input }) => {
    switch (kind) {
      case 'asset': {
        const { request, scene: source } = input
        const scene =
          source.kind === 'procedural'
            ? await renderProcedural(source.plan, request.format)
            : await cutScene(source.pixels, source.maps, request.format)
        return await composeAsset({ fonts: await fontsOnce() }, request, scene)
      }
      case 'logo':
        return await makeLogoMaster(input.bytes)
      case 'picture': {
        const pixels = shared(await decodePicture(input.bytes), input.spare)
        return { pixels, maps: measureScene(pixels) }
      }
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

function decodePicture(bytes: Uint8Array): Promise<Raster> {
  return decodeImage(bytes, baseImageLimits)
}

/** In shared memory, which every worker reads without a copy. */
function shared(raster: Raster, spare: SharedArrayBuffer | undefined): Raster {
  const { byteLength } = raster.data
  const isEnough = spare !== undefined && spare.byteLength >= byteLength
  const data = new Uint8Array(isEnough ? spare : new SharedArrayBuffer(byteLength), 0, byteLength)
  data.set(raster.data)
  return { ...raster, data }
}
