import { sha256Of } from '../../kernel/runtime/canonical-digest.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import type { Work } from '../../kernel/runtime/fair-turns.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import { partsOf } from '../compose/copy/parts.ts'
import type { PictureMaps } from '../compose/cut/choose-crop.ts'
import { concerning } from '../errors.ts'
import type { RemoteImages } from '../images/remote-images.ts'
import type { SceneSource } from '../render/jobs.ts'
import type { RenderPool } from '../render/pool.ts'
import type { ImageModel } from '../scene/image-model.ts'
import { planScene, unshownWarning } from '../scene/procedural/plan-scene.ts'
import { planStage } from '../scene/product/plan-stage.ts'
import type { RunPlan } from './plan-run.ts'

export interface ChosenScene {
  provider: SceneProvider
  /** Of procedural scenes. */
  family: string | undefined
  source: SceneSource
  /** The picture shows what the brief asks for. */
  isFitting: boolean
  /** SHA-256 of the bytes that were read. */
  pictures?: { baseImageSha256?: string; productSha256?: string }
  warnings: readonly string[]
}

/**
 * The scene of a run: the stage of a product or the base image if one is sent, else by the configured image model, else (also when that fails)
 * procedural.
 * @throws AppError when the product or base image cannot be fetched or used
 */
export async function chooseScene(
  deps: {
    pool: RenderPool
    remoteImages: RemoteImages
    imageModel: ImageModel | undefined
    log: Log
  },
  { plan, work }: { plan: RunPlan; work: Work },
  signal: AbortSignal,
): Promise<ChosenScene> {
  const { pool, imageModel, log } = deps
  const picture = async (bytes: Uint8Array) => ({
    kind: 'picture' as const,
    ...(await pool.decode(bytes, { work, signal })),
  })
  const read = <Result>(name: string, url: string, use: (bytes: Uint8Array) => Promise<Result>) =>
    concerning(`parameters.${name}`, () =>
      deps.remoteImages.read(url, { work, signal }, async (bytes) => {
        const sha256 = sha256Of(bytes)
        return { sha256, read: await use(bytes) }
      }),
    )
  const { baseImageUrl, productUrl, focus } = plan
  const warnings = focus !== undefined && baseImageUrl === undefined ? [focusWarning] : []
  if (productUrl !== undefined) {
    const { read: cutOut, sha256 } = await read('productUrl', productUrl, (bytes) =>
      pool.run('cutOut', { bytes }, { work, signal }),
    )
    const { stage, warnings: ofStage } = planStage({
      brief: plan.prompt,
      palette: plan.palette,
      seed: plan.seed,
    })
    return {
      provider: 'product',
      family: stage.family,
      source: { kind: 'product', plan: stage, cutOut },
      isFitting: true,
      pictures: { productSha256: sha256 },
      warnings: [...warnings, ...ofStage],
    }
  }
  if (baseImageUrl !== undefined) {
    const { read: source, sha256 } = await read('baseImageUrl', baseImageUrl, picture)
    return {
      provider: 'base-image',
      family: undefined,
      source: { ...source, ...(focus && { focus }) },
      isFitting: true,
      pictures: { baseImageSha256: sha256 },
      warnings: [
        ...(source.hasAlpha === true ? [transparentWarning] : []),
        ...(isPlain(source.maps) ? [plainWarning] : []),
      ],
    }
  }
  if (imageModel !== undefined) {
    try {
      const bytes = await imageModel.generate({ prompt: scenePrompt(plan), seed: plan.seed, signal })
      return {
        provider: 'image-model',
        family: undefined,
        source: await picture(bytes),
        isFitting: true,
        warnings,
      }
    } catch (error) {
      if (signal.aborted) throw error
      log.warn('image model failed, using a procedural scene', { error: messageOf(error) })
      warnings.push('The image model did not answer with a usable picture, so the scene is procedural')
    }
  }
  const scene = planScene({ brief: plan.prompt, palette: plan.palette, seed: plan.seed })
  const copy = Object.values(partsOf(plan.copy))
  const unshown = unshownWarning(scene, { brief: plan.prompt, copy })
  if (unshown !== undefined) warnings.push(unshown)
  return {
    provider: 'procedural',
    family: scene.family,
    source: { kind: 'procedural', plan: scene },
    isFitting: scene.isFitting,
    warnings,
  }
}

const transparentWarning =
  'The base image has transparent pixels, which are shown white: send it as `productUrl` to set it on a stage'

const focusWarning = 'The focus is not used, as it is that of a base image: send `baseImageUrl`'

const plainWarning = 'The base image has one colour only: send a photo, or leave it out to get a scene'

const isPlain = ({ saliency }: PictureMaps) => (saliency.sums.at(-1) ?? 0) < 0.001

function scenePrompt({ prompt, palette }: RunPlan): string {
  return palette.length === 0 ? prompt : `${prompt}. Colours: ${palette.join(', ')}`
}

/** Source of a scene. */
type SceneProvider = 'procedural' | 'image-model' | 'base-image' | 'product'

/** IPTC digital source type of each, for the file's metadata. @see https://cv.iptc.org/newscodes/digitalsourcetype */
export const digitalSourceTypes: Readonly<Record<SceneProvider, string>> = {
  procedural: 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia',
  'image-model': 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
  product: 'http://cv.iptc.org/newscodes/digitalsourcetype/composite',
  'base-image': 'http://cv.iptc.org/newscodes/digitalsourcetype/composite',
}
