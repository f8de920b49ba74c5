import { AppError } from '../../kernel/runtime/errors.ts'
import type { Asset } from '../compose/compose.ts'
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
 * Makes the assets of one run: the scene once, every format from it, each proven. Nothing is stored.
 * @throws AppError for a source that cannot be had or used; the signal's reason when the caller is gone
 */
export async function performRun(
  deps: RunDeps,
  plan: RunPlan,
  kitLogo: StoredLogo | undefined,
  signal?: AbortSignal,
): Promise<RunResult> {
  const [logo, scene] = await Promise.all([
    chooseLogo(deps, plan, kitLogo, signal),
    chooseScene(deps, plan, signal),
  ])
  const master = logo && (await deps.logos.master(logo))
  // One format that fails fails the run, and the others need not be finished.
  const failed = new AbortController()
  const either = signal === undefined ? failed.signal : AbortSignal.any([signal, failed.signal])
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
    // Of what a caller sent, composing refuses copy alone.
    throw error instanceof AppError && error.status === 400
      ? new FieldRefused(error, 'parameters.text.content')
      : error
  })
  // Only when all went well: an aborted job may still read the picture.
  if (scene.source.kind === 'picture') deps.pool.release(scene.source.pixels)
  const { provider, family } = scene
  return { assets, scene: { provider, family }, logo, warnings: warningsOf(plan, scene, assets) }
}

async function chooseLogo(
  { logos, fetchImage }: RunDeps,
  plan: RunPlan,
  kitLogo: StoredLogo | undefined,
  signal: AbortSignal | undefined,
): Promise<StoredLogo | undefined> {
  if (plan.noLogo) return undefined
  if (plan.logoUrl === undefined) return kitLogo
  const { logoUrl } = plan
  return await concerning('parameters.logoUrl', async () =>
    logos.add(await fetchImage(logoUrl, signal), signal),
  )
}

/** What a format warns of is said once, with the formats that it concerns where it is not all of them. */
function warningsOf(plan: RunPlan, scene: ChosenScene, assets: readonly Asset[]): string[] {
  const formatsOf = new Map<string, string[]>()
  for (const { format, warnings } of assets)
    for (const warning of warnings) formatsOf.set(warning, [...(formatsOf.get(warning) ?? []), format])
  const ofFormats = [...formatsOf].map(([warning, formats]) =>
    formats.length === assets.length ? warning : `${warning} (${formats.join(', ')})`,
  )
  return [...plan.warnings, ...scene.warnings, ...ofFormats]
}
