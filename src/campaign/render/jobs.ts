import type { AppError } from '../../kernel/runtime/app-error.ts'
import type { Asset, AssetRequest } from '../compose/asset.ts'
import type { BrandFonts } from '../compose/copy/brand-faces.ts'
import type { PictureMaps } from '../compose/cut/choose-crop.ts'
import type { LayoutChoice, LayoutRequest } from '../compose/layout-choice.ts'
import type { CheckedFont } from '../fonts/checked-font.ts'
import type { Jpeg } from '../images/make-jpeg.ts'
import type { MadePhoto } from '../images/make-photo.ts'
import type { Box, Raster } from '../images/raster.ts'
import type { LogoMaster } from '../logos/logo-at-size.ts'
import type { ScenePlan } from '../scene/procedural/families/family.ts'
import type { CutOut } from '../scene/product/cut-out.ts'

/** Where the background of an asset comes from: a plan to render, with or without a product, or a decoded picture to cut. */
export type SceneSource =
  | { kind: 'procedural'; plan: ScenePlan }
  | { kind: 'product'; plan: ScenePlan; cutOut: CutOut }
  | { kind: 'picture'; pixels: Raster; maps: PictureMaps; focus?: { x: number; y: number } }

/** All jobs on pixels, with their results. */
export interface RenderJobs {
  /** Chooses the layouts of a campaign before its assets are rendered; at least one. */
  layouts: {
    input: { request: LayoutRequest; scene: SceneSource | undefined; fonts: BrandFonts }
    output: readonly [LayoutChoice, ...LayoutChoice[]]
  }
  asset: {
    input: { request: AssetRequest; scene: SceneSource | undefined; fonts: BrandFonts }
    output: Asset
  }
  logo: {
    input: { bytes: Uint8Array }
    output: { master: LogoMaster; originalSha256: string; mediaType: string; warnings: string[] }
  }
  /** A product without its background, in memory shared by all workers. */
  cutOut: { input: { bytes: Uint8Array }; output: CutOut }
  /** The file of a kit's photo. */
  photo: { input: { bytes: Uint8Array }; output: MadePhoto }
  font: { input: { bytes: Uint8Array }; output: CheckedFont }
  /** The pixel hash of an image, to compare with an asset. */
  pixels: { input: { bytes: Uint8Array }; output: { width: number; height: number; pixelSha256: string } }
  /** A JPEG of a finished asset, compared with it in the logo's box. */
  jpeg: { input: { png: Uint8Array; box: Box | undefined }; output: Jpeg }
  /** A WebP of a stored image, at most `width` pixels wide. */
  preview: { input: { png: Uint8Array; width: number }; output: { webp: Uint8Array<ArrayBuffer> } }
  /** Decodes a picture into memory shared by all workers, into `spare` if it is large enough. Takes ownership of `bytes`. */
  picture: {
    input: { bytes: Uint8Array; spare?: SharedArrayBuffer | undefined }
    /** `hasAlpha`: some pixels are transparent. */
    output: { pixels: Raster; maps: PictureMaps; hasAlpha?: boolean }
  }
  /** Loads fonts and libraries ahead of the first job. */
  warm: { input: Record<string, never>; output: Record<string, never> }
  reencode: { input: { bytes: Uint8Array }; output: { png: Uint8Array; width: number; height: number } }
}

export type RenderKind = keyof RenderJobs

/** Message to a worker. */
export type RenderRequest = {
  [Kind in RenderKind]: { id: number; kind: Kind; input: RenderJobs[Kind]['input'] }
}[RenderKind]

/** Message to a worker that the caller of a job has left. */
export interface RenderCancel {
  cancel: number
}

/** Message from a worker: `ready` once, then one per request. Public errors keep their fields. */
export type RenderAnswer =
  | { ready: true }
  | { id: number; output: RenderJobs[RenderKind]['output'] }
  | { id: number; refused: Pick<AppError, 'status' | 'slug' | 'message' | 'fields'> }
  | { id: number; failed: string }
