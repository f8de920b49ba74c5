import type { Asset, AssetRequest } from '../compose/compose.ts'
import type { PictureMaps } from '../compose/cut-scene.ts'
import type { LogoMaster } from '../logos/logo-master.ts'
import type { Raster } from '../raster.ts'
import type { ScenePlan } from '../scene/procedural/scene-plan.ts'

/** Where the background of an asset comes from: a plan to render, or a decoded picture to cut. */
export type SceneSource =
  | { kind: 'procedural'; plan: ScenePlan }
  | { kind: 'picture'; pixels: Raster; maps: PictureMaps }

/** Everything that computes on pixels, and what it results in. */
export interface RenderJobs {
  asset: { input: { request: AssetRequest; scene: SceneSource }; output: Asset }
  logo: {
    input: { bytes: Uint8Array }
    output: { master: LogoMaster; originalSha256: string; mediaType: string }
  }
  /** What an image shows, to be compared with an asset. */
  pixels: { input: { bytes: Uint8Array }; output: { width: number; height: number; pixelSha256: string } }
  /** Decodes a picture into memory that every worker reads, `spare` where it is large enough. Takes `bytes` over. */
  picture: {
    input: { bytes: Uint8Array; spare?: SharedArrayBuffer | undefined }
    output: { pixels: Raster; maps: PictureMaps }
  }
  /** Loads what the first job would wait for. */
  warm: { input: Record<string, never>; output: Record<string, never> }
  reencode: { input: { bytes: Uint8Array }; output: { png: Uint8Array; width: number; height: number } }
}

export type RenderKind = keyof RenderJobs

/** What a worker is sent. */
export type RenderRequest = {
  [Kind in RenderKind]: { id: number; kind: Kind; input: RenderJobs[Kind]['input'] }
}[RenderKind]

/** What it answers: `ready` once, then one answer per request. An error that a caller may read keeps its fields. */
export type RenderAnswer =
  | { ready: true }
  | { id: number; output: RenderJobs[RenderKind]['output'] }
  | { id: number; refused: { status: number; slug: string; message: string } }
  | { id: number; failed: string }
