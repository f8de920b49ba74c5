import { storableText } from '../../kernel/database/storable-text.ts'
import type { Caller } from '../../kernel/http/request-context.ts'
import type { Llm } from '../../kernel/llm/llm.ts'
import { AppError } from '../../kernel/runtime/app-error.ts'
import { type BrandKits, type FoundKit, parsePin } from '../brand-kits/kits.ts'
import { chooseCopy } from '../brief/choose-copy.ts'
import { parseBrief } from '../brief/parse.ts'
import { type ChosenWords, layoutNames } from '../compose/controls.ts'
import { type DraftError, type DraftResult, isDraftId } from '../drafts/draft.ts'
import { type DraftRow, resultOf } from '../drafts/draft-view.ts'
import type { Drafts } from '../drafts/drafts.ts'
import type { LeasedRun, RunLeases } from '../entitlements/run-leases.ts'
import { campaignError, concerning } from '../errors.ts'
import type { Photos, StoredPhoto } from '../photos/photos.ts'
import { demoKitId } from '../requests/kit.ts'
import { type AgentResponse, type Capability, capabilities } from '../requests/request.ts'
import { type PlannedRun, performRun, type RunDeps } from './perform-run.ts'
import {
  kitPinOf,
  planRun,
  type RunPlan,
  type StoredRequest,
  withinFormats,
  withKitPhoto,
} from './plan-run.ts'
import { type RevisionChanges, revisedRequest } from './revised-request.ts'
import { type PreparedRun, type StoreDeps, storeRun } from './store-run.ts'

export interface AgentDeps extends RunDeps, StoreDeps {
  kits: BrandKits
  requireOpen: Drafts['requireOpen']
  leases: RunLeases
  photos: Photos
  /** Undefined where rules alone read briefs. */
  llm: Pick<Llm, 'write'> | undefined
  callbacks: {
    /** @throws AppError for an address that cannot be a receiver */
    check(url: string, field: string): void
    secretOf(caller: string): string
  }
  urls: StoreDeps['urls'] & {
    review: (id: string, token: string) => string
    photo: (photo: StoredPhoto) => string
  }
}

export interface AgentCall {
  capability: Capability
  caller: Caller
  request: StoredRequest
  signal?: AbortSignal
}

/** The agent: from a request to finished assets, a draft and a receipt. */
export interface Agent {
  /** Runs a request to completion. @throws AppError; a failed run leaves nothing stored */
  run(call: AgentCall): Promise<AgentResponse>
  /**
   * Runs the request of a draft again with the changes of its reviewer, for the draft's owner.
   * @returns the id of the revision, which has the same review token
   * @throws AppError as a run does, draft_not_found and AppError 409
   */
  revise(
    draft: { id: string; token: string },
    changes: Partial<RevisionChanges> & { by: string; assetHash: string },
    signal?: AbortSignal,
  ): Promise<string>
  /** Stores a request as a draft to be run later. */
  accept(call: AgentCall): Promise<AgentResponse>
  /** Runs an accepted draft; an error is stored in the draft. */
  runAccepted(draftId: string, signal: AbortSignal): Promise<void>
  /** Fails an accepted draft after its last retry. */
  giveUp(draftId: string): Promise<void>
  /** Fails an accepted draft at its caller's wish. @returns false when its run has ended */
  cancel(draftId: string): Promise<boolean>
}

export function createAgent(deps: AgentDeps): Agent {
  const { kits, drafts, leases, photos, llm, log, callbacks, urls } = deps

  /** What a language model chooses of a brief as copy; a revision keeps the choice of its draft. */
  const wordsFor = async (call: AgentCall, { guessed = [] }: RunPlan): Promise<readonly ChosenWords[]> => {
    const { caller, request, signal } = call
    const { revises } = request.parameters ?? {}
    if (guessed.length === 0) return []
    if (revises !== undefined) {
      const revised = isDraftId(revises) ? await drafts.find(revises) : undefined
      return revised?.owner === caller.id ? (resultOf(revised).chosenCopy ?? []) : []
    }
    const task = { brief: request.command ?? '', parts: guessed, caller: caller.id }
    return llm === undefined ? [] : await chooseCopy(task, { llm, log, signal })
  }

  /**
   * @param isLater the run comes later, and no language model is asked yet
   * @throws AppError for a request that cannot be run; nothing has been done then
   */
  const prepare = async (call: AgentCall, { isLater = false } = {}): Promise<PreparedRun> => {
    const { capability, caller, request } = call
    const { callbackUrl } = request.parameters ?? {}
    if (callbackUrl !== undefined) callbacks.check(callbackUrl, 'parameters.callbackUrl')
    const parsed = parseBrief(request.command ?? '')
    const kit = await findKit(kits, { capability, caller: caller.id, pin: kitPinOf(request, parsed) })
    const byRules = planRun(request, parsed, kit?.kit)
    const hasLogo = byRules.logoUrl !== undefined || (kit?.logos.length ?? 0) > 0
    if (kit !== undefined && !hasLogo && !byRules.noLogo) throw campaignError('logo_required', kit.kit.id)
    const words = isLater ? [] : await wordsFor(call, byRules)
    const planned = words.length === 0 ? byRules : planRun(request, parsed, kit?.kit, words)
    const plan = withinFormats(planned, await leases.planOf(caller.id))
    if (kit === undefined) return { plan, kit }
    return { plan: withKitPhoto(plan, await photos.ofKit(kit.owner, kit.kit.id), urls.photo), kit }
  }

  const secretFor = ({ caller, request }: AgentCall) =>
    request.parameters?.callbackUrl === undefined ? {} : { callbackSecret: callbacks.secretOf(caller.id) }

  const begin = (
    { capability, caller, request }: AgentCall,
    { kit }: PreparedRun,
    revisedBy?: { name: string; token: string },
  ) =>
    drafts.create({
      revisedBy,
      owner: caller.id,
      keyId: caller.keyId,
      capability,
      brief: storableText(request.command ?? request.parameters?.prompt ?? ''),
      request: JSON.stringify(request),
      kit: kit && { id: kit.kit.id, version: kit.kit.version },
      revises: request.parameters?.revises,
    })

  /** A finished run counts only if it completed. */
  const endLease = async (draftId: string) => {
    const row = await drafts.find(draftId)
    if (row !== undefined) await leases.end(leaseOf(row), { counts: row.run === 'completed' })
  }

  const perform = async (call: AgentCall, prepared: PreparedRun, row: DraftRow) => {
    if (row.revises !== null) await drafts.requireRevisable(row)
    const { formats, variants: runs } = prepared.plan
    return await leases.during(leaseOf(row), { formats, runs, signal: call.signal }, async () => {
      const run = plannedRun(prepared, row.owner)
      const result = await performRun(deps, run, call.signal)
      call.signal?.throwIfAborted()
      return await storeRun(deps, row, call.capability, prepared, result)
    })
  }

  return {
    run: async (call) => {
      const prepared = await prepare(call)
      const { row, token } = begin(call, prepared)
      const stored = await perform(call, prepared, row)
      return { ...completed({ id: row.id, token }, prepared, stored, urls), ...secretFor(call) }
    },
    revise: async ({ id, token }, { by, assetHash, ...changes }, signal) => {
      const parent = await deps.requireOpen({ id, token }, { assetHash })
      const { layout: current, variants } = resultOf(parent)
      const kept = variants === undefined ? layoutNames.find((name) => name === current) : undefined
      const layout = changes.layout ?? kept ?? 'auto'
      const request = revisedRequest(JSON.parse(parent.request), id, { ...changes, layout })
      const call = {
        capability: capabilityOf(parent),
        caller: { id: parent.owner },
        request,
        ...(signal !== undefined && { signal }),
      }
      const prepared = await prepare(call)
      const { row } = begin(call, prepared, { name: storableText(by).trim(), token })
      await perform(call, prepared, row)
      return row.id
    },
    accept: async (call) => {
      const prepared = await prepare(call, { isLater: true })
      const { row, token } = begin(call, prepared)
      const { formats, variants: runs } = prepared.plan
      await leases.start(leaseOf(row), { formats, runs, isAsync: true }, (tx) => drafts.accept(row, tx))
      return {
        status: 'processing',
        draftId: row.id,
        studioReviewUrl: urls.review(row.id, token),
        ...secretFor(call),
      }
    },
    runAccepted: async (draftId, signal) => {
      const row = await drafts.find(draftId)
      if (row?.run !== 'processing') return await endLease(draftId)
      const capability = capabilityOf(row)
      const request: StoredRequest = JSON.parse(row.request)
      try {
        const prepared = await prepare({ capability, caller: { id: row.owner }, request, signal })
        const run = plannedRun(prepared, row.owner)
        const result = await performRun(deps, run, signal)
        await storeRun(deps, row, capability, prepared, result)
      } catch (error) {
        // The queue retries server errors; errors of the request end the draft with their message.
        if (!(error instanceof AppError) || error.status >= 500) throw error
        await drafts.fail(draftId, failureOf(error))
      }
      await endLease(draftId)
    },
    giveUp: async (draftId) => {
      await drafts.fail(draftId, {
        code: 'internal',
        message: 'Cannot finish this run: send the request again',
      })
      await endLease(draftId)
    },
    cancel: async (draftId) => {
      const isCanceled = await drafts.fail(draftId, {
        code: 'canceled',
        message: 'Canceled by its caller',
      })
      if (isCanceled) await endLease(draftId)
      return isCanceled
    },
  }
}

/** The error of a failed run, as shown in responses and drafts. */
export function failureOf(error: AppError): DraftError {
  const field = error.fields[0]?.path.slice(1).replaceAll('/', '.')
  const base = { code: error.slug, message: error.message }
  return field === undefined || field === '' ? base : { ...base, field }
}

function capabilityOf({ capability }: DraftRow): Capability {
  return capability === '1.3.0' ? '1.3.0' : '1.5.0'
}

function plannedRun({ plan, kit }: PreparedRun, caller: string): PlannedRun {
  return { plan, kitLogos: kit?.logos ?? [], kitFonts: kit?.fonts ?? {}, caller }
}

function leaseOf({ id, owner, createdAt }: DraftRow): LeasedRun {
  return { id, caller: owner, startedAt: createdAt }
}

async function findKit(
  kits: BrandKits,
  { capability, caller, pin }: { capability: Capability; caller: string; pin: string | undefined },
): Promise<FoundKit | undefined> {
  if (pin === undefined) {
    if (capabilities[capability].usesKit) throw campaignError('brand_kit_required', demoKitId)
    return undefined
  }
  const kit = await concerning('parameters.brandKitId', async () => {
    const parsed = parsePin(pin)
    if (parsed === undefined) throw campaignError('brand_kit_not_found', pin)
    return await kits.read(caller, parsed)
  })
  if (!kit.kit.approved) throw campaignError('brand_kit_not_approved', kit.kit.id)
  return kit
}

function completed(
  draft: { id: string; token: string },
  { plan, kit }: PreparedRun,
  result: DraftResult,
  urls: AgentDeps['urls'],
): AgentResponse {
  const [first] = result.assets
  const assets = result.assets.map(({ byteSha256, pixelSha256, logoBox, copyBoxes, ...asset }) => asset)
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
    layout: result.layout,
    ...(result.variants && { variants: [...result.variants] }),
    scene: result.scene,
  }
}
