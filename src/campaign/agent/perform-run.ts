import { AppError } from '../../kernel/runtime/app-error.ts'
import type { Work } from '../../kernel/runtime/fair-turns.ts'
import type { FontLibrary, KitFonts } from '../brand-kits/fonts.ts'
import type { Logos, StoredLogo } from '../brand-kits/logos.ts'
import type { Asset } from '../compose/asset.ts'
import type { LayoutName } from '../compose/controls.ts'
import type { LayoutChoice } from '../compose/layout-choice.ts'
import { layouts } from '../compose/layouts/layouts.ts'
import { concerning, concerningField } from '../errors.ts'
import { withoutNegated } from '../scene/procedural/read-brief.ts'
import { type ChosenScene, chooseScene, digitalSourceTypes } from './choose-scene.ts'
import type { RunPlan } from './plan-run.ts'

export interface RunResult {
  /** Of the first variant in every format, then of the second one. */
  assets: readonly VariantAsset[]
  scene: Pick<ChosenScene, 'provider' | 'family' | 'pictures'>
  /** The layouts of the variants. */
  layouts: readonly [LayoutName, ...LayoutName[]]
  /** Of the first variant. */
  logo: StoredLogo | undefined
  warnings: readonly string[]
}

/** An asset with the number of its variant, from 1. */
export type VariantAsset = Asset & { variant: number }

export interface PlannedRun {
  plan: RunPlan
  kitLogos: readonly StoredLogo[]
  kitFonts: KitFonts
  caller: string
}

export type RunDeps = Parameters<typeof chooseScene>[0] & { logos: Logos; fonts: FontLibrary }

/**
 * Renders the assets of one run: one scene, every format from it, each verified. Nothing is stored.
 * @throws AppError for a source that cannot be fetched or used; the signal's reason after an abort
 */
export async function performRun(
  deps: RunDeps,
  { plan, kitLogos, kitFonts, caller }: PlannedRun,
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
  const fonts = await deps.fonts.load(kitFonts)
  const masters = await Promise.all(logos.map((logo) => deps.logos.master(logo)))
  const { copy, controls, palette, formats, sizes, layout, tone, seed, variants } = plan
  const common = { sizes, copy, controls, palette, logos: masters, seed }
  const hasPicture = scene.isFitting
  const isPictureGiven = scene.pictures !== undefined
  const render = async () => {
    const choices = await deps.pool.run(
      'layouts',
      {
        request: {
          ...common,
          formats,
          variants,
          hasPicture,
          isPictureGiven,
          isSceneAsked: scene.source.kind === 'procedural' && scene.source.plan.isAsked === true,
          layout,
          tone,
          about: withoutNegated(`${plan.brief}\n${plan.prompt}`),
          // Any stage is arranged as a podium is.
          family: scene.provider === 'product' ? 'studio' : scene.family,
        },
        scene: scene.source,
        fonts,
      },
      { work, signal: either },
    )
    const digitalSourceType = digitalSourceTypes[scene.provider]
    const made = await Promise.all(
      choices.flatMap((choice, index) =>
        formats.map(async (format) => {
          const request = { ...common, format, choice, digitalSourceType }
          const asset = await deps.pool.run(
            'asset',
            { request, scene: scene.source, fonts },
            { work, signal: either },
          )
          return { ...asset, variant: index + 1 }
        }),
      ),
    )
    return { choices, made }
  }
  const { choices, made: assets } = await render().catch((error: unknown) => {
    failed.abort(error)
    // Of the caller's input, composing can only refuse the copy.
    throw error instanceof AppError && error.status === 400 && error.fields.length === 0
      ? concerningField(error, 'parameters.text')
      : error
  })
  // Only after success: an aborted job may still read the picture.
  if (scene.source.kind === 'picture') deps.pool.release(scene.source.pixels)
  const { provider, family, pictures = {} } = scene
  const [first, ...others] = choices
  const isShown = choices.some((choice) => layouts[choice.layout].picture !== 'none')
  return {
    assets,
    scene: {
      provider,
      family: isShown ? family : undefined,
      pictures,
    },
    layouts: [first.layout, ...others.map((choice) => choice.layout)],
    logo: logos[first.logo],
    warnings: [
      ...plan.warnings,
      ...scene.warnings,
      ...(logos[first.logo]?.warnings ?? []),
      ...first.warnings,
      ...others.flatMap(({ warnings }, index) => warnings.map((text) => `${text} (variant ${index + 2})`)),
      ...(isPictureGiven && !isShown ? [unshownPicture(first.layout)] : []),
      ...(!isShown && first.pictograms.length > 0 ? [pictogramsInstead(first)] : []),
      ...(isOneOf(logos[first.logo], pictures) ? [logoIsPicture] : []),
      ...warningsOf(assets),
    ],
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
    remoteImages.read(logoUrl, { work, signal }, (bytes) => logos.add(bytes, { work, signal })),
  )
  return [logo]
}

const logoIsPicture = 'The logo is the same image as the picture: send the mark alone as `logoUrl`'

const isOneOf = (logo: StoredLogo | undefined, pictures: NonNullable<ChosenScene['pictures']>) =>
  logo !== undefined && Object.values(pictures).includes(logo.originalSha256)

const pictogramsInstead = ({ layout, pictograms }: LayoutChoice) =>
  `The layout "${layout}" draws pictograms in place of a scene: ${pictograms.join(' ')}`

const unshownPicture = (layout: string) =>
  `The picture is not shown, as the layout "${layout}" has none: choose another \`layout\`, or send less copy`

/** Lists each warning once, with its variants and formats unless it concerns all of them. */
function warningsOf(assets: readonly VariantAsset[]): string[] {
  const byText = Map.groupBy(
    assets.flatMap((asset) => asset.warnings.map((text) => ({ text, asset }))),
    ({ text }) => text,
  )
  return [...byText].map(([text, found]) => {
    const concerned = found.map(({ asset }) => asset)
    return concerned.length === assets.length ? text : `${text} (${placesOf(concerned, assets)})`
  })
}

/** Such as `square, portrait` of a run with one variant, else `variant 1; variant 2: square`. */
function placesOf(concerned: readonly VariantAsset[], all: readonly VariantAsset[]): string {
  const formatsIn = (assets: readonly VariantAsset[], variant: number) =>
    assets.filter((asset) => asset.variant === variant).map(({ format }) => format)
  const variants = new Set(concerned.map(({ variant }) => variant))
  if (all.every(({ variant }) => variant === 1)) return formatsIn(concerned, 1).join(', ')
  return [...variants]
    .map((variant) => {
      const formats = formatsIn(concerned, variant)
      const isWhole = formats.length === formatsIn(all, variant).length
      return `variant ${variant}${isWhole ? '' : `: ${formats.join(', ')}`}`
    })
    .join('; ')
}
