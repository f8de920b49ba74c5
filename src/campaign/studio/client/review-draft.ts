import type { Draft } from '../../drafts/draft.ts'
import type { StudioApi } from './api.ts'
import {
  type DraftActions,
  type DraftState,
  decidableDraft,
  type PendingEdit,
  type PendingPin,
  unsent,
} from './draft-state.ts'
import type { Tone } from './texts.ts'

export interface ReviewPage {
  api: Pick<StudioApi, 'pin' | 'unpin' | 'revise'>
  id: string
  state: () => DraftState
  change: (changes: Partial<DraftState>) => void
  /** Shows a draft as the server has it. */
  take: (draft: Draft, changes?: Partial<DraftState>) => Promise<void>
  keepName: (name: string) => void
  openRevision: (draftId: string) => void
  announce: (text: string) => void
}

/** What a reviewer does besides deciding: notes on places, and revisions. What was written stays until it is stored. */
export function reviewActions(page: ReviewPage) {
  const { api, id, state, change, take, announce } = page

  const sendPin = async () => {
    const { pin } = state()
    if (pin === undefined || pin.isSending) return
    const { format, variant, x, y } = pin
    const [note, by] = [pin.note.trim(), state().reviewer.name.trim()]
    if (note === '' || by === '') return change({ pin: { ...pin, isIncomplete: true } })
    change({ pin: { ...pin, ...unsent, isSending: true } })
    const answer = await api.pin(id, { format, ...(variant !== undefined && { variant }), x, y, note, by })
    if ('failure' in answer) return change({ pin: { ...pin, ...unsent, failure: answer.failure } })
    announce('The note is added')
    await take(answer.body.draft, { pin: undefined, reviewer: signed(page, by) })
  }
  const removePin = async (number: number) => {
    const answer = await api.unpin(id, number)
    if ('body' in answer) return await take(answer.body.draft)
    change({ notice: announced(announce, 'bad', `The note was not removed. ${answer.failure.detail}.`) })
  }
  const sendEdit = async () => {
    const { edit, draft } = state()
    if (edit === undefined || edit.isSending || draft === undefined) return
    const by = state().reviewer.name.trim()
    const changes = changesOf(edit, draft)
    if (by === '' || changes === undefined) return change({ edit: { ...edit, isIncomplete: true } })
    change({ edit: { ...edit, ...unsent, isSending: true } })
    announce('The revision is being made')
    const answer = await api.revise(id, { by, assetHash: edit.assetHash, ...changes })
    if ('failure' in answer) return change({ edit: { ...edit, ...unsent, failure: answer.failure } })
    signed(page, by)
    page.openRevision(answer.body.draft.draftId)
  }

  return {
    setName: (name) => change({ reviewer: { name, isAsked: true } }),
    askName: () => change({ reviewer: { ...state().reviewer, isAsked: true } }),
    openPin: (place) => {
      if (decidableDraft(state()) === undefined || state().pin?.isSending === true) return
      const written: PendingPin = { x: 0.5, y: 0.5, note: state().pin?.note ?? '', ...unsent, ...place }
      change({ pin: written })
    },
    changePin: (changes) => {
      const { pin } = state()
      if (pin?.isSending === false) change({ pin: changes && { ...pin, ...changes, isIncomplete: false } })
    },
    sendPin: () => void sendPin(),
    removePin: (number) => void removePin(number),
    openEdit: () => {
      const draft = decidableDraft(state())
      if (draft?.assetHash === undefined) return
      const { assetHash, placement = 'auto' } = draft
      const { chosen, variant } = state()
      const base = draft.variants?.find((one) => one.variant === (chosen ?? variant)) ?? draft
      const { layout = 'auto' } = base
      change({ edit: { assetHash, text: textOf(draft), layout, placement, ...unsent } })
    },
    changeEdit: (changes) => {
      const { edit } = state()
      if (edit?.isSending === false) change({ edit: changes && { ...edit, ...changes, isIncomplete: false } })
    },
    sendEdit: () => void sendEdit(),
  } satisfies Partial<DraftActions>
}

/** A notice, announced to screen readers. */
export function announced(announce: (text: string) => void, tone: Tone, text: string): DraftState['notice'] {
  announce(text)
  return { tone, text }
}

/** Keeps the name for the next time. */
export function signed({ keepName }: Pick<ReviewPage, 'keepName'>, name: string): DraftState['reviewer'] {
  keepName(name)
  return { name, isAsked: false }
}

/** The parts of a draft's copy, by their names. */
export function textOf({ copy = {} }: Pick<Draft, 'copy'>): Record<string, string> {
  return { ...copy }
}

/** What is to be sent; undefined where nothing differs. The layout stays, unless another one is chosen. */
function changesOf({ text, layout, placement }: PendingEdit, draft: Draft) {
  const before = textOf(draft)
  const changed = Object.entries(text).filter(([name, value]) => value.trim() !== (before[name] ?? ''))
  const isMoved = placement !== (draft.placement ?? 'auto')
  const isLaidOut = layout !== (draft.layout ?? 'auto') || draft.variants !== undefined
  if (changed.length === 0 && !isMoved && !isLaidOut) return undefined
  return {
    layout,
    ...(changed.length > 0 && { text: Object.fromEntries(changed) }),
    ...(isMoved && { placement }),
  }
}
