import type { Blobs } from '../../kernel/blobs/blobs.ts'
import { AppError, messageOf } from '../../kernel/errors.ts'
import type { Log } from '../../kernel/log.ts'
import { version } from '../../kernel/version.ts'
import { demoKitId } from '../brand-kits/kit.ts'
import { type BrandKits, type FoundKit, parsePin } from '../brand-kits/kits.ts'
import { type Capability, capabilities } from '../capability.ts'
import type { DraftAsset, DraftError, DraftResult } from '../drafts/draft.ts'
import type { DraftFile, Drafts } from '../drafts/drafts.ts'
import {
  BrandKitNotApproved,
  BrandKitNotFound,
  BrandKitRequired,
  CampaignError,
  LogoRequired,
} from '../errors.ts'
import { assetHashOf } from '../receipts/receipt.ts'
import type { Receipts } from '../receipts/receipts.ts'
import { parseBrief } from './parse.ts'
import { performRun, type RunDeps, type RunResult } from './perform-run.ts'
import { kitPinOf, planRun, type RunPlan } from './plan-run.ts'
import type { AgentRequest, AgentResponse } from './request.ts'

export interface AgentDeps extends RunDeps {
  kits: BrandKits
  drafts: Drafts
  receipts: Receipts
  blobs: Blobs
  /** Removes files that no draft has. */
  removeUnused: (hashes: readonly string[]) => Promise<void>
  urls: {
    asset: (sha256: string, extension: 'png' | 'webp') => string
    review: (id: string, token: string) => string
  }
  log: Log
}

export interface AgentCall {
  capability: Capability
  caller: string
  request: AgentRequest
  signal?: AbortSignal
}

/** A call that was understood and may be run. */
interface PreparedRun {
  plan: RunPlan
  kit: FoundKit | undefined
}

/** The agent: from a request to finished assets, a draft and a receipt. */
export interface Agent {
  /** Runs a call to its end. @throws AppError; nothing is kept of a run that fails */
  run(call: AgentCall): Promise<AgentResponse>
  /** Keeps a call as a draft to be run later. */
  accept(call: AgentCall): Promise<AgentResponse>
  /** Runs an accepted draft; what it fails with stands in the draft. */
  runAccepted(draftId: string, signal: AbortSignal): Promise<void>
  /** Ends an accepted draft that could not be run however often it was tried. */
  giveUp(draftId: string): Promise<void>
}

export function createAgent(deps: AgentDeps): Agent {
  const { kits, drafts, receipts, blobs, urls, log } = deps

  /** @throws CampaignError for a request that cannot be run; nothing has been done then */
  const prepare = async ({
    capability,
    caller,
    request,
  }: Omit<AgentCall, 'signal'>): Promise<PreparedRun> => {
    const parsed = parseBrief(request.command ?? '')
    const kit = await findKit(kits, { capability, caller, pin: kitPinOf(request, parsed) })
    const plan = planRun(request, parsed, kit?.kit)
    const hasLogo = plan.logoUrl !== undefined || kit?.logo !== undefined
    if (kit !== undefined && !hasLogo && !plan.noLogo) throw new LogoRequired(kit.kit.id)
    return { plan, kit }
  }

  /** Stores the files, then ends the draft and issues the receipt in one transaction. */
  const store = async (
    draft: { id: string; owner: string },
    capability: Capability,
    { plan, kit }: PreparedRun,
    result: RunResult,
  ): Promise<DraftResult> => {
    const made: DraftAsset[] = []
    const files: DraftFile[] = []
    try {
      for (const asset of result.assets) {
        const { format, width, height, byteSha256, pixelSha256 } = asset
        files.push({ sha256: await blobs.put(asset.png), mediaType: 'image/png' })
        const preview = await blobs.put(asset.preview)
        files.push({ sha256: preview, mediaType: 'image/webp' })
        const [resultUrl, previewUrl] = [urls.asset(byteSha256, 'png'), urls.asset(preview, 'webp')]
        made.push({ format, resultUrl, previewUrl, width, height, byteSha256, pixelSha256 })
      }
      const receipt =
        kit === undefined || !capabilities[capability].usesKit
          ? undefined
          : await receipts.issue(specOf(plan, kit, result), made.map(hashesOf))
      const { provider, family } = result.scene
      const draftResult: DraftResult = {
        assets: made,
        assetHash: assetHashOf(made),
        warnings: result.warnings,
        scene: family === undefined ? { provider } : { provider, family },
        seed: plan.seed,
        ...(receipt !== undefined && { provenanceReceiptId: receipt.receiptId }),
      }
      await drafts.complete(draft.id, draftResult, files, async (tx) => {
        if (receipt !== undefined) await receipts.store(tx, draft, receipt)
      })
      return draftResult
    } catch (error) {
      await deps
        .removeUnused(files.map(({ sha256 }) => sha256))
        .catch((cause) =>
          log.warn('cannot remove the files of a failed run', { draftId: draft.id, error: messageOf(cause) }),
        )
      throw error
    }
  }

  const begin = ({ capability, caller, request }: AgentCall, { kit }: PreparedRun) =>
    drafts.begin({
      owner: caller,
      capability,
      brief: request.command ?? request.parameters?.prompt ?? '',
      request: JSON.stringify(request),
      kit: kit && { id: kit.kit.id, version: kit.kit.version },
    })

  return {
    run: async (call) => {
      const prepared = await prepare(call)
      const result = await performRun(deps, prepared.plan, prepared.kit?.logo, call.signal)
      call.signal?.throwIfAborted()
      const draft = await begin(call, prepared)
      try {
        return completed(
          draft,
          prepared,
          await store({ id: draft.id, owner: call.caller }, call.capability, prepared, result),
          urls,
        )
      } catch (error) {
        await drafts.discard(draft.id)
        throw error
      }
    },
    accept: async (call) => {
      const { id, token } = await begin(call, await prepare(call))
      return { status: 'processing', draftId: id, studioReviewUrl: urls.review(id, token) }
    },
    runAccepted: async (draftId, signal) => {
      const row = await drafts.find(draftId)
      if (row?.run !== 'processing') return
      const capability: Capability = row.capability === '1.3.0' ? '1.3.0' : '1.5.0'
      const request: AgentRequest = JSON.parse(row.request)
      try {
        const prepared = await prepare({ capability, caller: row.owner, request })
        const result = await performRun(deps, prepared.plan, prepared.kit?.logo, signal)
        await store(row, capability, prepared, result)
      } catch (error) {
        // The queue retries server errors; errors of the request end the draft with their message.
        if (!(error instanceof AppError) || error.status >= 500) throw error
        await drafts.fail(draftId, failureOf(error))
      }
    },
    giveUp: (draftId) =>
      drafts.fail(draftId, { code: 'internal', message: 'Cannot finish this run: send the request again' }),
  }
}

/** The error of a failed run, as answers and drafts show it. */
export function failureOf(error: AppError): DraftError {
  const field =
    error instanceof CampaignError ? error.field : error.fields[0]?.path.slice(1).replaceAll('/', '.')
  const base = { code: error.slug, message: error.message }
  return field === undefined || field === '' ? base : { ...base, field }
}

async function findKit(
  kits: BrandKits,
  { capability, caller, pin }: { capability: Capability; caller: string; pin: string | undefined },
): Promise<FoundKit | undefined> {
  if (pin === undefined) {
    if (capabilities[capability].usesKit) throw new BrandKitRequired(demoKitId)
    return undefined
  }
  const parsed = parsePin(pin)
  if (parsed === undefined) throw new BrandKitNotFound(pin, 'parameters.brandKitId')
  const kit = await kits.read(caller, parsed)
  if (!kit.kit.approved) throw new BrandKitNotApproved(kit.kit.id)
  return kit
}

function completed(
  draft: { id: string; token: string },
  { plan, kit }: PreparedRun,
  result: DraftResult,
  urls: AgentDeps['urls'],
): AgentResponse {
  const [first] = result.assets
  const assets = result.assets.map(({ format, resultUrl, previewUrl }) => ({ format, resultUrl, previewUrl }))
  return {
    status: 'completed',
    ...(assets.length === 1 && first !== undefined && { resultUrl: first.resultUrl }),
    ...(first !== undefined && { previewUrl: first.previewUrl }),
    ...((assets.length > 1 || plan.formatsGiven) && { assets }),
    draftId: draft.id,
    studioReviewUrl: urls.review(draft.id, draft.token),
    ...(result.provenanceReceiptId !== undefined && { provenanceReceiptId: result.provenanceReceiptId }),
    warnings: [...result.warnings],
    ...(kit !== undefined && { brandKit: { id: kit.kit.id, version: kit.kit.version } }),
    seed: result.seed,
    scene: result.scene,
  }
}

function specOf(plan: RunPlan, { kit }: FoundKit, { logo, scene }: RunResult) {
  return {
    kit: { id: kit.id, version: kit.version, digest: kit.digest },
    logoSha256: logo?.sha256 ?? null,
    brief: plan.brief,
    prompt: plan.prompt,
    seed: plan.seed,
    formats: [...plan.formats],
    overlayMode: plan.overlayMode,
    controls: plan.controls,
    text: plan.copy,
    engine: { version, scene: scene.provider, family: scene.family ?? null },
  }
}

function hashesOf({ format, byteSha256, pixelSha256 }: DraftAsset) {
  return { format, byteSha256, pixelSha256 }
}
