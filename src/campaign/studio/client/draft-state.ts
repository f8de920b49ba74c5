import type { Draft, DraftAsset } from '../../drafts/draft.ts'
import type { DecisionVerb } from '../../drafts/review.ts'
import type { Failure } from './api.ts'
import type { FailureText } from './failure-texts.ts'
import type { Tone } from './texts.ts'
import type { Check } from './verify-receipt.ts'

/** State of the page of one draft. */
export interface DraftState {
  /** Undefined until it was read, or when it cannot be shown. */
  draft: Draft | undefined
  unreadable: FailureText | undefined
  /** A reviewer has the token of the draft and decides; an owner has a caller key and reads. */
  isReviewer: boolean
  now: number
  noteCharsMax: number
  /** Of the format that is shown alone; undefined shows all. */
  format: DraftAsset['format'] | undefined
  guides: { safeArea: boolean; clearSpace: boolean; previous: boolean }
  decision: PendingDecision | undefined
  notice: { tone: Tone; text: string } | undefined
  areKeysShown: boolean
  areKeysOn: boolean
  verification: { isRunning: boolean; checks: readonly Check[] } | undefined
  /** Whether the log of decisions is intact, by its hashes. */
  log: 'unchecked' | 'uncheckable' | 'intact' | { revision: number; brokenAt: number }
}

/** A decision whose dialog is open, bound to the assets that were shown when it opened. */
export interface PendingDecision {
  verb: DecisionVerb
  assetHash: string
  note: string
  isSending: boolean
  isNoteMissing: boolean
  failure: Failure | undefined
}

/** What controls of the page do. */
export interface DraftActions {
  showFormat(format: DraftState['format']): void
  toggle(what: keyof DraftState['guides']): void
  open(verb: DecisionVerb): void
  writeNote(note: string): void
  send(): void
  /**
   * Called after a dialog was closed, by a button or by Escape. The event is asynchronous: another dialog may be open by
   * then, and stays open.
   */
  closed(dialog: 'decision' | 'keys'): void
  showKeys(): void
  setKeys(areOn: boolean): void
  verify(): void
  reload(): void
}

/** The draft, if its reviewer may decide on it now. */
export function decidableDraft({ draft, isReviewer, now }: DraftState): Draft | undefined {
  if (draft?.run !== 'completed' || !isReviewer || draft.revisedBy !== undefined) return undefined
  const isOpen = draft.review === 'pending' || draft.review === 'changes_requested'
  return isOpen && now < Date.parse(draft.expiresAt) ? draft : undefined
}

/** Tall formats first, so that rows of equal height fill the width; otherwise as they were made. */
export function orderedAssets(draft: Pick<Draft, 'assets'>): Draft['assets'] {
  return draft.assets.toSorted((a, b) => Number(a.width > a.height) - Number(b.width > b.height))
}
