import type { Draft } from '../../drafts/draft.ts'
import type { DecisionVerb } from '../../drafts/review.ts'
import type { StudioApi } from './api.ts'
import type { Command } from './commands.ts'
import { brokenDecision } from './decision-chain.ts'
import type { Subtle } from './digest.ts'
import { type DraftActions, type DraftState, decidableDraft, orderedAssets } from './draft-state.ts'
import { refusedText, unreadableText } from './failure-texts.ts'
import { decisionTexts } from './texts.ts'
import { summaryOf, verifyReceipt } from './verify-receipt.ts'

export interface DraftPageDeps {
  api: StudioApi
  id: string
  credential: 'token' | 'key' | 'none'
  noteCharsMax: number
  now: () => number
  /** Schedules a callback. */
  later: (milliseconds: number, callback: () => void) => void
  subtle: Subtle | undefined
  readFile: (url: string) => Promise<Uint8Array<ArrayBuffer> | undefined>
  keys: { areOn: boolean; keep: (areOn: boolean) => void }
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
  const { api, id, credential, announce } = deps
  let pollCount = 0
  let state: DraftState = {
    draft: undefined,
    unreadable: undefined,
    isReviewer: credential === 'token',
    now: deps.now(),
    noteCharsMax: deps.noteCharsMax,
    format: undefined,
    guides: { safeArea: false, clearSpace: false, previous: true },
    decision: undefined,
    notice: undefined,
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
    const unreadable = unreadableText(answer.failure, credential)
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
    const note = decision.note.trim()
    if (verb === 'request_changes' && note === '')
      return change({ decision: { ...decision, isNoteMissing: true } })
    change({ decision: { ...decision, isSending: true, isNoteMissing: false, failure: undefined } })
    const sent = { decision: verb, assetHash, ...(note !== '' && { note }) }
    // The response to the first attempt may have been lost after the decision was recorded.
    const earlier = decision.failure === undefined ? undefined : await api.draft(id)
    const isRecorded = earlier !== undefined && 'body' in earlier && hasNew(earlier.body.draft, sent)
    const answer = isRecorded ? earlier : await api.decide(id, sent)
    if ('body' in answer) {
      const { tone, done } = decisionTexts[verb]
      const notice = { tone, text: `Recorded: ${done.toLowerCase()}.` }
      announce(notice.text)
      return await take(answer.body.draft, { decision: undefined, notice })
    }
    const { failure } = answer
    if (failure.status === 404) return await load()
    const current = failure.status === 409 ? await api.draft(id) : undefined
    if (current === undefined || 'failure' in current)
      return change({ decision: { ...decision, isSending: false, failure } })
    const text = refusedText(failure, current.body.draft)
    announce(text)
    await take(current.body.draft, { decision: undefined, notice: { tone: 'bad', text } })
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
    showFormat: (format) => change({ format }),
    toggle: (what) => change({ guides: { ...state.guides, [what]: !state.guides[what] } }),
    open: (verb: DecisionVerb) => {
      const assetHash = decidableDraft(state)?.assetHash
      if (assetHash === undefined) return
      const idle = { note: '', isSending: false, isNoteMissing: false, failure: undefined }
      change({ decision: { verb, assetHash, ...idle }, notice: undefined })
    },
    writeNote: (note) =>
      state.decision && change({ decision: { ...state.decision, note, isNoteMissing: false } }),
    send: () => void send(),
    closed: (dialog) => change(dialog === 'keys' ? { areKeysShown: false } : { decision: undefined }),
    showKeys: () => change({ areKeysShown: true }),
    setKeys: (areKeysOn) => {
      deps.keys.keep(areKeysOn)
      change({ areKeysOn })
    },
    verify: () => void verify(),
    reload: () => void load(),
  }

  const run = (command: Command) => {
    const formats = state.draft === undefined ? [] : orderedAssets(state.draft).map(({ format }) => format)
    const views: DraftState['format'][] = formats.length > 1 ? [undefined, ...formats] : [undefined]
    switch (command.do) {
      case 'decide':
        return actions.open(command.verb)
      case 'format':
        return command.index + 1 < views.length ? change({ format: views[command.index + 1] }) : undefined
      case 'step': {
        const next = (views.indexOf(state.format) + command.by + views.length) % views.length
        return change({ format: views[next] })
      }
      case 'toggle':
        return actions.toggle(command.what)
      case 'verify':
        return actions.verify()
      case 'keys':
        return actions.showKeys()
    }
  }
  return { run: (command) => (state.areKeysOn || command.do === 'keys' ? run(command) : undefined), load }
}

/** Polling delay of a run in progress: short at first, then longer. */
export function pollDelayMs(count: number): number {
  return Math.round(Math.min(15_000, 1_000 * 1.5 ** count))
}
