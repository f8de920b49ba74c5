import { AppError } from '../../kernel/runtime/errors.ts'
import type { Work } from '../../kernel/runtime/fair-turns.ts'
import type { Asset } from '../compose/asset.ts'
import { concerning, FieldRefused } from '../errors.ts'
import type { Logos, StoredLogo } from '../logos/logos.ts'
import { type ChosenScene, chooseScene } from '../scene/choose-scene.ts'
import { digitalSourceTypes } from '../scene/scene-provider.ts'
import type { RunPlan } from './plan-run.ts'

export interface RunResult {
  assets: readonly Asset[]
  scene: Pick<ChosenScene, 'provider' | 'family'>
  logo: StoredLogo | undefined
  warnings: readonly string[]
}

export type RunDeps = Parameters<typeof chooseScene>[0] & { logos: Logos }

/**
 * Renders the assets of one run: one scene, every format from it, each verified. Nothing is stored.
 * @throws AppError for a source that cannot be fetched or used; the signal's reason after an abort
 */
export async function performRun(
  deps: RunDeps,
  { plan, kitLogo, caller }: { plan: RunPlan; kitLogo: StoredLogo | undefined; caller: string },
  signal: AbortSignal = new AbortController().signal,
): Promise<RunResult> {
  const work = { caller }
  // A failed part fails the run: abort the others.
  const failed = new AbortController()
  const either = AbortSignal.any([signal, failed.signal])
  const abortOthers = (error: unknown): never => {
    failed.abort(error)
    throw error
  }
  const [logo, scene] = await Promise.all([
    chooseLogo(deps, { plan, kitLogo, work }, either),
    chooseScene(deps, { plan, work }, either),
  ]).catch(abortOthers)
  const master = logo && (await deps.logos.master(logo))
  const assets = await Promise.all(
    plan.formats.map((format) =>
      deps.pool.run(
        'asset',
        {
          scene: scene.source,
          request: {
            format,
            overlayMode: plan.overlayMode,
            controls: plan.controls,
            copy: plan.copy,
            palette: plan.palette,
            logo: master,
            digitalSourceType: digitalSourceTypes[scene.provider],
          },
        },
        either,
      ),
    ),
  ).catch((error: unknown) => {
    failed.abort(error)
    // Of the caller's input, composing can only refuse the copy.
    throw error instanceof AppError && error.status === 400
      ? new FieldRefused(error, 'parameters.text.content')
      : error
  })
  // Only after success: an aborted job may still read the picture.
  if (scene.source.kind === 'picture') deps.pool.release(scene.source.pixels)
  const { provider, family } = scene
  return { assets, scene: { provider, family }, logo, warnings: warningsOf(plan, scene, assets) }
}

async function chooseLogo(
  { logos, remoteImages }: RunDeps,
  { plan, kitLogo, work }: { plan: RunPlan; kitLogo: StoredLogo | undefined; work: Work },
  signal: AbortSignal,
): Promise<StoredLogo | undefined> {
  if (plan.noLogo) return undefined
  if (plan.logoUrl === undefined) return kitLogo
  const { logoUrl } = plan
  return await concerning('parameters.logoUrl', () =>
    remoteImages.read(logoUrl, { work, signal }, (bytes) => logos.add(bytes, signal)),
  )
}

/** Lists each warning once, with its formats unless it concerns all of them. */
function warningsOf(plan: RunPlan, scene: ChosenScene, assets: readonly Asset[]): string[] {
  const formatsOf = new Map<string, string[]>()
  for (const { format, warnings } of assets)
    for (const warning of warnings) formatsOf.set(warning, [...(formatsOf.get(warning) ?? []), format])
  const ofFormats = [...formatsOf].map(([warning, formats]) =>
    formats.length === assets.length ? warning : `${warning} (${formats.join(', ')})`,
  )
  return [...plan.warnings, ...scene.warnings, ...ofFormats]
}
