import { AppError } from '../../kernel/runtime/errors.ts'
import type { Work } from '../../kernel/runtime/fair-turns.ts'
import type { Asset } from '../compose/asset.ts'
import { layouts } from '../compose/layouts/layouts.ts'
import { concerning, FieldRefused } from '../errors.ts'
import type { Logos, StoredLogo } from '../logos/logos.ts'
import { type ChosenScene, chooseScene } from '../scene/choose-scene.ts'
import { digitalSourceTypes } from '../scene/scene-provider.ts'
import type { RunPlan } from './plan-run.ts'

export interface RunResult {
  assets: readonly Asset[]
  scene: Pick<ChosenScene, 'provider' | 'family' | 'baseImageSha256'>
  layout: string
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
  { plan, kitLogos, caller }: { plan: RunPlan; kitLogos: readonly StoredLogo[]; caller: string },
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
  const [logos, scene] = await Promise.all([
    chooseLogos(deps, { plan, kitLogos, work }, either),
    chooseScene(deps, { plan, work }, either),
  ]).catch(abortOthers)
  const masters = await Promise.all(logos.map((logo) => deps.logos.master(logo)))
  const { copy, controls, palette, formats, layout, tone, seed } = plan
  const common = { copy, controls, palette, logos: masters, seed }
  const hasPicture = scene.isFitting
  const render = async () => {
    const choice = await deps.pool.run(
      'layout',
      {
        request: {
          ...common,
          formats,
          hasPicture,
          layout,
          tone,
          about: `${plan.brief}\n${plan.prompt}`,
          family: scene.family,
        },
        scene: scene.source,
      },
      either,
    )
    const digitalSourceType = digitalSourceTypes[scene.provider]
    const made = await Promise.all(
      formats.map((format) =>
        deps.pool.run(
          'asset',
          { request: { ...common, format, choice, digitalSourceType }, scene: scene.source },
          either,
        ),
      ),
    )
    return { choice, made }
  }
  const { choice, made: assets } = await render().catch((error: unknown) => {
    failed.abort(error)
    // Of the caller's input, composing can only refuse the copy.
    throw error instanceof AppError && error.status === 400
      ? new FieldRefused(error, 'parameters.text')
      : error
  })
  // Only after success: an aborted job may still read the picture.
  if (scene.source.kind === 'picture') deps.pool.release(scene.source.pixels)
  const { provider, family, baseImageSha256 } = scene
  const isShown = layouts[choice.layout].picture !== 'none'
  return {
    assets,
    scene: {
      provider,
      family: isShown ? family : undefined,
      ...(baseImageSha256 !== undefined && { baseImageSha256 }),
    },
    layout: choice.layout,
    logo: logos[choice.logo],
    warnings: [...plan.warnings, ...scene.warnings, ...choice.warnings, ...warningsOf(assets)],
  }
}

async function chooseLogos(
  { logos, remoteImages }: RunDeps,
  { plan, kitLogos, work }: { plan: RunPlan; kitLogos: readonly StoredLogo[]; work: Work },
  signal: AbortSignal,
): Promise<readonly StoredLogo[]> {
  if (plan.noLogo) return []
  if (plan.logoUrl === undefined) return kitLogos
  const { logoUrl } = plan
  const logo = await concerning('parameters.logoUrl', () =>
    remoteImages.read(logoUrl, { work, signal }, (bytes) => logos.add(bytes, signal)),
  )
  return [logo]
}

/** Lists each warning once, with its formats unless it concerns all of them. */
function warningsOf(assets: readonly Asset[]): string[] {
  const formatsOf = new Map<string, string[]>()
  for (const { format, warnings } of assets)
    for (const warning of warnings) formatsOf.set(warning, [...(formatsOf.get(warning) ?? []), format])
  return [...formatsOf].map(([warning, formats]) =>
    formats.length === assets.length ? warning : `${warning} (${formats.join(', ')})`,
  )
}
