import type { Blobs } from '../../kernel/blobs/blobs.ts'
import { sha256Of } from '../../kernel/runtime/canonical-digest.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import { version } from '../../kernel/runtime/version.ts'
import type { KitFonts } from '../brand-kits/fonts.ts'
import type { FoundKit } from '../brand-kits/kits.ts'
import type { Asset } from '../compose/asset.ts'
import { partsOf } from '../compose/copy/parts.ts'
import { type Sizes, safeRows } from '../compose/formats.ts'
import type { DraftAsset, DraftResult } from '../drafts/draft.ts'
import type { DraftRow } from '../drafts/draft-view.ts'
import type { DraftFile, RunDrafts } from '../drafts/run-drafts.ts'
import type { Box } from '../images/raster.ts'
import { assetHashOf, type ReceiptSpec } from '../receipts/receipt.ts'
import type { Receipts } from '../receipts/receipts.ts'
import { freeBytes } from '../render/pool.ts'
import { type Capability, capabilities } from '../requests/request.ts'
import type { RunResult, VariantAsset } from './perform-run.ts'
import type { RunPlan } from './plan-run.ts'

export interface StoreDeps {
  drafts: RunDrafts
  receipts: Receipts
  blobs: Blobs
  urls: { asset: (sha256: string, extension: 'png' | 'webp') => string }
  log: Log
}

/** A validated request. */
export interface PreparedRun {
  plan: RunPlan
  kit: FoundKit | undefined
}

/**
 * Lists and stores the files of a run, then completes its draft and issues its receipt in one transaction.
 * @throws Error when something cannot be stored; the files are then removed
 */
export async function storeRun(
  { drafts, receipts, blobs, urls, log }: StoreDeps,
  row: DraftRow,
  capability: Capability,
  { plan, kit }: PreparedRun,
  result: RunResult,
): Promise<DraftResult> {
  const { assets, scene, layouts, warnings } = result
  const isChoice = layouts.length > 1
  const previewHashes = assets.map(({ preview }) => sha256Of(preview))
  const made = assets.map((asset, index) =>
    draftAssetOf(asset, { sizes: plan.sizes, previewHash: previewHashes[index] ?? '', isChoice, urls }),
  )
  const files = [
    ...made.map(({ byteSha256 }) => ({ sha256: byteSha256, mediaType: 'image/png' })),
    ...previewHashes.map((sha256) => ({ sha256, mediaType: 'image/webp' })),
    ...(await storedPictures(blobs, scene)),
    // It stays as long as the draft, as the pictures do.
    ...(result.logo === undefined ? [] : [{ sha256: result.logo.sha256, mediaType: 'image/png' }]),
  ]
  try {
    await drafts.claim(row.id, files)
    for (const { png, preview } of assets) {
      await blobs.put(png)
      await blobs.put(preview)
      freeBytes([png, preview])
    }
    const hashes = made.map(({ resultUrl, previewUrl, safeArea, logoBox, copyBoxes, ...asset }) => asset)
    const receipt =
      kit === undefined || !capabilities[capability].usesKit
        ? undefined
        : await receipts.issue(specOf(plan, kit, result), hashes)
    const { provider, family } = scene
    const draftResult: DraftResult = {
      assets: made,
      assetHash: assetHashOf(made),
      warnings,
      scene: family === undefined ? { provider } : { provider, family },
      seed: plan.seed,
      layout: layouts[0],
      ...(isChoice && { variants: layouts.map((layout, index) => ({ variant: index + 1, layout })) }),
      ...(plan.tone !== undefined && { tone: plan.tone }),
      copy: partsOf(plan.copy),
      ...(plan.chosen && { chosenCopy: [...plan.chosen] }),
      placement: plan.controls.placement,
      ...(receipt !== undefined && { provenanceReceiptId: receipt.receiptId }),
    }
    await drafts.complete(row, draftResult, async (tx) => {
      if (receipt !== undefined) await receipts.store(tx, row, receipt)
    })
    return draftResult
  } catch (error) {
    await drafts
      .release(row.id)
      .catch((cause) =>
        log.warn('cannot remove the files of a failed run', { draftId: row.id, error: messageOf(cause) }),
      )
    throw error
  }
}

/** Pictures that were read from this service stay as long as the draft, so that its receipt can be reproduced. */
async function storedPictures(blobs: Blobs, { pictures }: RunResult['scene']): Promise<DraftFile[]> {
  const files: DraftFile[] = []
  for (const sha256 of Object.values(pictures ?? {}))
    if (await blobs.has(sha256)) files.push({ sha256, mediaType: 'image/*' })
  return files
}

function draftAssetOf(
  { format, variant, layout, width, height, byteSha256, pixelSha256, logo, copy }: VariantAsset,
  {
    sizes,
    previewHash,
    isChoice,
    urls,
  }: { sizes: Sizes; previewHash: string; isChoice: boolean; urls: StoreDeps['urls'] },
): DraftAsset {
  const [resultUrl, previewUrl] = [urls.asset(byteSha256, 'png'), urls.asset(previewHash, 'webp')]
  const logoBox = logo && logoBoxOf(logo)
  const safe = safeRows(format, sizes)
  return {
    format,
    ...(isChoice && { variant }),
    layout,
    width,
    height,
    ...(safe && { safeArea: { x: 0, y: safe.top, width, height: safe.bottom - safe.top } }),
    resultUrl,
    previewUrl,
    byteSha256,
    pixelSha256,
    ...(logoBox && { logoBox }),
    copyBoxes: copy.map(({ part, box }) => ({ part, ...rectOf(box) })),
  }
}

function specOf(plan: RunPlan, { kit, fonts }: FoundKit, { logo, scene }: RunResult) {
  return {
    kit: { id: kit.id, version: kit.version, digest: kit.digest },
    logoSha256: logo?.sha256 ?? null,
    ...scene.pictures,
    ...(plan.focus !== undefined && { focus: plan.focus }),
    ...(Object.keys(fonts).length > 0 && { fonts: namedFonts(fonts) }),
    brief: plan.brief,
    prompt: plan.prompt,
    seed: plan.seed,
    formats: [...plan.formats],
    ...(Object.keys(plan.sizes).length > 0 && { sizes: { ...plan.sizes } }),
    ...(plan.variants > 1 && { variants: plan.variants }),
    overlayMode: plan.overlayMode,
    layout: plan.layout ?? null,
    tone: plan.tone ?? null,
    controls: plan.controls,
    text: plan.copy,
    engine: {
      version,
      scene: scene.provider,
      family: scene.family ?? null,
      ...(plan.chosen && { copy: 'language-model' as const }),
    },
  }
}

function namedFonts(fonts: KitFonts): NonNullable<ReceiptSpec['fonts']> {
  return Object.fromEntries(
    Object.entries(fonts).map(([use, { sha256, facts }]) => [use, { sha256, family: facts.family }]),
  )
}

function logoBoxOf({ box, clearBox }: NonNullable<Asset['logo']>): NonNullable<DraftAsset['logoBox']> {
  return { ...rectOf(box), clearSpace: box.left - clearBox.left }
}

/** In whole pixels. */
function rectOf({ left, top, width, height }: Box): Record<'x' | 'y' | 'width' | 'height', number> {
  const [x, y] = [Math.floor(left), Math.floor(top)]
  return { x, y, width: Math.ceil(left + width) - x, height: Math.ceil(top + height) - y }
}
