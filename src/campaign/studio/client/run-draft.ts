import type { Draft, DraftAsset } from '../../drafts/draft.ts'
import { type DecisionVerb, reviewAfter } from '../../drafts/review.ts'
import type { StudioApi } from './api.ts'
import type { Command } from './commands.ts'
import {
  type Compare,
  type DraftActions,
  type DraftState,
  decidableDraft,
  fileName,
  formatsOf,
  unsent,
} from './draft-state.ts'
import { refusedText, troubleText, unreadableText } from './failure-texts.ts'
import type { StudioOptions } from './options.ts'
import { announced, reviewActions, signed } from './review-draft.ts'
import { decisionTexts } from './texts.ts'
import { canonicalSha256, type Subtle, summaryOf, verifyReceipt } from './verify-receipt.ts'

export interface DraftPageDeps {
  api: StudioApi
  id: string
  /** Empty without one. */
  token: string
  hasKey: boolean
  options: StudioOptions
  name: { read: () => string; keep: (name: string) => void }
  now: () => number
  /** Schedules a callback. */
  later: (milliseconds: number, callback: () => void) => void
  subtle: Subtle | undefined
  readFile: (url: string) => Promise<Uint8Array<ArrayBuffer> | undefined>
  keys: { areOn: boolean; keep: (areOn: boolean) => void }
  /** Opens the page of a draft with the same token. */
  openRevision: (draftId: string) => void
  /** Copies the address of this page with its token. */
  copyLink: () => Promise<void>
  /** Saves a file as a download. */
  save: (file: Blob, name: string) => void
  /** Renders the state, and closes dialogs that are no longer part of it. */
  show: (state: DraftState, actions: DraftActions) => void
  /** Announces changes to screen readers. */
  announce: (text: string) => void
}

/** Controller of the page of one draft: loads it, renders it, and handles its controls and keys. */
export function runDraft(deps: DraftPageDeps): {
  run: (command: Command) => void
  load: () => Promise<void>
} {
  const { api, id, token, announce } = deps
  const keepName = deps.name.keep
  let pollCount = 0
  let state: DraftState = {
    draft: undefined,
    unreadable: undefined,
    token,
    now: deps.now(),
    options: deps.options,
    format: undefined,
    variant: undefined,
    chosen: undefined,
    zoom: 'fit',
    guides: { safeArea: false, boxes: false },
    compare: 'beside',
    reviewer: { name: deps.name.read(), isAsked: deps.name.read() === '' },
    decision: undefined,
    pin: undefined,
    edit: undefined,
    notice: undefined,
    saving: undefined,
    areKeysShown: false,
    areKeysOn: deps.keys.areOn,
    verification: undefined,
    log: 'unchecked',
  }
  const change = (changes: Partial<DraftState>) => {
    state = { ...state, ...changes, now: deps.now() }
    deps.show(state, actions)
  }

  const take = async (draft: Draft, changes: Partial<DraftState> = {}) => {
    const isSame = draft.assetHash === state.draft?.assetHash
    if (state.draft?.run === 'processing' && draft.run !== 'processing')
      announce(draft.run === 'completed' ? 'The assets are shown' : 'The run failed')
    change({
      draft,
      unreadable: undefined,
      log: 'unchecked',
      ...(!isSame && { verification: undefined }),
      ...changes,
    })
    if (draft.run === 'processing') deps.later(pollDelayMs(pollCount++), () => void load())
    await checkLog(draft)
  }
  const checkLog = async (draft: Draft) => {
    const { subtle } = deps
    if (subtle === undefined) return change({ log: 'uncheckable' })
    for (const { revision, ...one } of [draft.previous ?? draft, draft]) {
      const brokenAt = await brokenDecision(subtle, one).catch(() => 1)
      if (state.draft !== draft) return
      if (brokenAt !== undefined) return change({ log: { revision, brokenAt } })
    }
    change({ log: 'intact' })
  }
  const load = async () => {
    const answer = await api.draft(id)
    if ('body' in answer) return await take(answer.body.draft)
    const isAwaited = state.draft?.run === 'processing' && answer.failure.status !== 404
    if (isAwaited) return deps.later(pollDelayMs(pollCount++), () => void load())
    const unreadable = unreadableText(answer.failure, token !== '' ? 'token' : deps.hasKey ? 'key' : 'none')
    change({ draft: undefined, unreadable, decision: undefined })
    announce(unreadable.title)
  }

  const hasNew = ({ decisions }: Draft, sent: { decision: DecisionVerb; note?: string }): boolean => {
    const last = decisions.at(-1)
    const isNew = decisions.length > (state.draft?.decisions.length ?? 0)
    return isNew && last?.decision === sent.decision && last.note === (sent.note ?? null)
  }
  const send = async () => {
    const { decision } = state
    if (decision === undefined || decision.isSending) return
    const { verb, assetHash } = decision
    const [note, by] = [decision.note.trim(), state.reviewer.name.trim()]
    const variant = verb === 'approve' ? state.chosen : undefined
    const isUnchosen = verb === 'approve' && state.draft?.variants !== undefined && variant === undefined
    if (by === '' || isUnchosen || (verb === 'request_changes' && note === ''))
      return change({ decision: { ...decision, isIncomplete: true } })
    change({ decision: { ...decision, ...unsent, isSending: true } })
    const sent = {
      decision: verb,
      assetHash,
      by,
      ...(note !== '' && { note }),
      ...(variant !== undefined && { variant }),
    }
    // The response to the first attempt may have been lost after the decision was recorded.
    const earlier = decision.failure === undefined ? undefined : await api.draft(id)
    const isRecorded = earlier !== undefined && 'body' in earlier && hasNew(earlier.body.draft, sent)
    const answer = isRecorded ? earlier : await api.decide(id, sent)
    if ('body' in answer) {
      const { tone, done } = decisionTexts[verb]
      const notice = announced(announce, tone, `Recorded: ${done.toLowerCase()}.`)
      const reviewer = signed({ keepName }, by)
      return await take(answer.body.draft, { decision: undefined, notice, reviewer })
    }
    const { failure } = answer
    if (failure.status === 404) return await load()
    const current = failure.status === 409 ? await api.draft(id) : undefined
    if (current === undefined || 'failure' in current)
      return change({ decision: { ...decision, isSending: false, failure } })
    const notice = announced(announce, 'bad', refusedText(failure, current.body.draft))
    await take(current.body.draft, { decision: undefined, notice })
  }

  const copyLink = async () => {
    const isCopied = await deps.copyLink().then(
      () => true,
      () => false,
    )
    const notice = isCopied
      ? announced(announce, 'good', 'The review link is copied.')
      : announced(announce, 'bad', 'The browser did not copy the link.')
    change({ notice })
  }
  const download = async (asset?: DraftAsset) => {
    if (state.saving !== undefined) return
    const saving = fileName(id, asset === undefined ? 'zip' : 'jpg', asset)
    change({ saving })
    const answer = await api.file(id, asset)
    if ('body' in answer) {
      deps.save(answer.body, saving)
      return change({ saving: undefined })
    }
    const text = `The file was not downloaded. ${troubleText(answer.failure)}`
    change({ saving: undefined, notice: announced(announce, 'bad', text) })
  }
  const verify = async () => {
    const { draft } = state
    if (draft?.provenanceReceiptId === undefined || state.verification?.isRunning === true) return
    let checks: NonNullable<DraftState['verification']>['checks'] = []
    change({ verification: { isRunning: true, checks } })
    try {
      for await (const check of verifyReceipt(draft, deps)) {
        checks = [...checks, check]
        change({ verification: { isRunning: true, checks } })
      }
    } catch {
      checks = [...checks, { what: 'Receipt', state: 'failed', detail: 'Is malformed' }]
    }
    change({ verification: { isRunning: false, checks } })
    announce(summaryOf(checks).text)
  }

  const actions: DraftActions = {
    ...reviewActions({ ...deps, keepName, change, take, state: () => state }),
    showFormat: (format) => change({ format, zoom: 'fit' }),
    showVariant: (variant) => change({ variant }),
    choose: (chosen) =>
      change({ chosen, decision: state.decision && { ...state.decision, isIncomplete: false } }),
    setZoom: (zoom) => change({ zoom }),
    toggle: (what) => change({ guides: { ...state.guides, [what]: !state.guides[what] } }),
    compare: (compare) => change({ compare }),
    open: (verb: DecisionVerb) => {
      const assetHash = decidableDraft(state)?.assetHash
      if (assetHash === undefined) return
      change({ decision: { verb, assetHash, note: '', ...unsent }, notice: undefined })
    },
    writeNote: (note) =>
      state.decision && change({ decision: { ...state.decision, note, isIncomplete: false } }),
    send: () => void send(),
    copyLink: () => void copyLink(),
    download: (asset) => void download(asset),
    closed: (dialog) => change(dialog === 'keys' ? { areKeysShown: false } : { decision: undefined }),
    showKeys: () => change({ areKeysShown: true }),
    setKeys: (areKeysOn) => {
      deps.keys.keep(areKeysOn)
      change({ areKeysOn })
    },
    verify: () => void verify(),
    reload: () => void load(),
  }

  const openPin = (first: DraftState['format']) => {
    const format = state.format ?? first
    const variant = state.draft?.variants && (state.variant ?? state.chosen ?? 1)
    if (format !== undefined) actions.openPin({ format, ...(variant !== undefined && { variant }) })
  }
  const run = (command: Command) => {
    const formats = state.draft === undefined ? [] : formatsOf(state.draft)
    const views: DraftState['format'][] = formats.length > 1 ? [undefined, ...formats] : [undefined]
    switch (command.do) {
      case 'decide':
        return actions.open(command.verb)
      case 'format':
        return command.index + 1 < views.length ? actions.showFormat(views[command.index + 1]) : undefined
      case 'step': {
        const next = (views.indexOf(state.format) + command.by + views.length) % views.length
        return actions.showFormat(views[next])
      }
      case 'toggle':
        return actions.toggle(command.what)
      case 'compare':
        return (
          state.draft?.previous &&
          actions.compare(compares[(compares.indexOf(state.compare) + 1) % 3] ?? 'off')
        )
      case 'pin':
        return openPin(formats[0])
      case 'edit':
        return actions.openEdit()
      case 'verify':
        return actions.verify()
      case 'keys':
        return actions.showKeys()
    }
  }
  return { run: (command) => (state.areKeysOn || command.do === 'keys' ? run(command) : undefined), load }
}

const compares: readonly Compare[] = ['off', 'beside', 'slider']

/** Polling delay of a run in progress: short at first, then longer. */
export function pollDelayMs(count: number): number {
  return Math.round(Math.min(15_000, 1_000 * 1.5 ** count))
}

/** The number of the first decision that does not fit its hash or the one before; undefined when all fit. */
export async function brokenDecision(
  subtle: Subtle,
  { draftId, decisions, review }: Pick<Draft, 'draftId' | 'decisions' | 'review'>,
): Promise<number | undefined> {
  let expectedHash = await canonicalSha256(subtle, { draftId })
  for (const [index, entry] of decisions.entries()) {
    const { hash, decidedAt, ...rest } = entry
    const computed = await canonicalSha256(subtle, { ...rest, draftId, decidedAt: Date.parse(decidedAt) })
    if (entry.number !== index + 1 || entry.previousHash !== expectedHash || computed !== hash)
      return index + 1
    expectedHash = hash
  }
  // Hashes do not show entries removed at the end; the review state does.
  const last = decisions.at(-1)
  const isWhole =
    review === 'expired' || review === (last === undefined ? 'pending' : reviewAfter[last.decision])
  return isWhole ? undefined : decisions.length + 1
}
