import type { Blobs } from '../../kernel/blobs/blobs.ts'
import type { BrandKits } from '../brand-kits/kits.ts'
import type { StoredLogo } from '../brand-kits/logos.ts'
import { layoutNames, overlayModes } from '../compose/controls.ts'
import { formatIds } from '../compose/formats.ts'
import { campaignError } from '../errors.ts'
import type { ReceiptSpec } from '../receipts/receipt.ts'
import type { Reproduce, Reproduction, ReproductionReason } from '../receipts/reproduction.ts'
import { performRun, type RunDeps } from './perform-run.ts'
import type { RunPlan } from './plan-run.ts'

export function createReproduce(
  deps: Omit<RunDeps, 'imageModel' | 'remoteImages'> & { kits: BrandKits; blobs: Blobs; version: string },
): Reproduce {
  const { kits, logos, blobs, version } = deps

  const findLogo = async (sha256: string): Promise<StoredLogo | undefined> => {
    const logo = await logos.find(sha256)
    const files =
      logo === undefined ? [] : [logo.sha256, ...(logo.svgSha256 === null ? [] : [logo.svgSha256])]
    const isThere = await Promise.all(files.map((file) => blobs.has(file)))
    return isThere.every(Boolean) ? logo : undefined
  }

  /** By their hashes instead of URLs. */
  const storedImages: RunDeps['remoteImages'] = {
    read: async (sha256, _, use) => use((await blobs.get(sha256)) ?? new Uint8Array()),
  }
  const hasPictures = async ({ engine, baseImageSha256, productSha256 }: ReceiptSpec) => {
    const sha256 = baseImageSha256 ?? productSha256
    return sha256 === undefined ? engine.scene === 'procedural' : await blobs.has(sha256)
  }

  return async ({ spec, assets }, owner, signal) => {
    if (owner === undefined) return impossible('receipt')
    if (!(await hasPictures(spec))) return impossible('scene')
    if (spec.engine.version !== version) return impossible('engine')
    const found = await kits.read(owner, spec.kit, { anyVersion: true }).catch((error) => {
      if (campaignError.is(error, 'brand_kit_not_found')) return undefined
      throw error
    })
    if (found?.kit.digest !== spec.kit.digest) return impossible('kit')
    const logo = spec.logoSha256 === null ? undefined : await findLogo(spec.logoSha256)
    if (logo === undefined && spec.logoSha256 !== null) return impossible('logo')
    const overlayMode = overlayModes.find((mode) => mode === spec.overlayMode)
    const layout = layoutNames.find((name) => name === spec.layout)
    if (overlayMode === undefined || (spec.layout !== null && layout === undefined))
      return impossible('engine')

    const plan: RunPlan = {
      brief: spec.brief,
      prompt: spec.prompt,
      logoUrl: undefined,
      noLogo: logo === undefined,
      baseImageUrl: spec.baseImageSha256,
      productUrl: spec.productSha256,
      focus: spec.focus,
      overlayMode,
      layout,
      tone: spec.tone ?? undefined,
      copy: spec.text,
      controls: spec.controls,
      formats: formatIds.filter((format) => spec.formats.includes(format)),
      sizes: spec.sizes ?? {},
      variants: spec.variants ?? 1,
      formatsGiven: true,
      palette: found.kit.palette,
      seed: spec.seed,
      warnings: [],
    }
    // The layout has chosen among the kit's variants, unless the request had a logo of its own.
    const isKitLogo = found.logos.some(({ sha256 }) => sha256 === logo?.sha256)
    const kitLogos = logo === undefined ? [] : isKitLogo ? found.logos : [logo]
    const run = { plan, kitLogos, kitFonts: found.fonts, caller: owner }
    const again = await performRun(
      { ...deps, remoteImages: storedImages, imageModel: undefined },
      run,
      signal,
    )
    const compared = assets.map(({ format, variant, pixelSha256 }) => {
      const same = again.assets.find((asset) => asset.format === format && asset.variant === (variant ?? 1))
      const made = same?.pixelSha256 ?? ''
      return {
        format,
        ...(variant !== undefined && { variant }),
        pixelSha256: made,
        same: made === pixelSha256,
      }
    })
    return { possible: true, same: compared.every(({ same }) => same), assets: compared }
  }
}

function impossible(reason: ReproductionReason): Reproduction {
  return { possible: false, reason }
}
