import type { Draft, DraftAsset, Pin } from '../../drafts/draft.ts'
import type { DecisionVerb } from '../../drafts/review.ts'
import type { Failure } from './api.ts'
import type { FailureText } from './failure-texts.ts'
import type { StudioOptions } from './options.ts'
import type { Tone } from './texts.ts'
import type { Check } from './verify-receipt.ts'

/** State of the page of one draft. */
export interface DraftState {
  /** Undefined until it was read, or when it cannot be shown. */
  draft: Draft | undefined
  unreadable: FailureText | undefined
  /** The review token, with which a reviewer decides; empty for an owner, who has a caller key and reads. */
  token: string
  now: number
  options: StudioOptions
  /** Of the format that is shown alone; undefined shows all. */
  format: DraftAsset['format'] | undefined
  /** Of several variants: the one that is shown alone, and the one that an approval would choose. */
  variant: number | undefined
  chosen: number | undefined
  zoom: Zoom
  guides: { safeArea: boolean; boxes: boolean }
  compare: Compare
  reviewer: ReviewerState
  decision: PendingDecision | undefined
  pin: PendingPin | undefined
  edit: PendingEdit | undefined
  notice: { tone: Tone; text: string } | undefined
  /** The name of the file that is being downloaded. */
  saving: string | undefined
  areKeysShown: boolean
  areKeysOn: boolean
  verification: { isRunning: boolean; checks: readonly Check[] } | undefined
  /** Whether the log of decisions is intact, by its hashes. */
  log: 'unchecked' | 'uncheckable' | 'intact' | { revision: number; brokenAt: number }
}

/** Of an asset that is shown alone: to the width of the page, or times its pixels. */
export type Zoom = 'fit' | 1 | 2
/** How the revision before is shown. */
export type Compare = 'off' | 'beside' | 'slider'

/** The name that a reviewer signs with. */
export interface ReviewerState {
  name: string
  /** The field is shown: no name was kept, or it is being changed. */
  isAsked: boolean
}

/** What is being sent, or was not sent: what was written stays. */
interface Sending {
  isSending: boolean
  /** A required field is empty. */
  isIncomplete: boolean
  failure: Failure | undefined
}

export const unsent: Sending = { isSending: false, isIncomplete: false, failure: undefined }

/** A decision whose dialog is open, bound to the assets that were shown when it opened. */
export interface PendingDecision extends Sending {
  verb: DecisionVerb
  assetHash: string
  note: string
}

/** A note that is being written. */
export interface PendingPin extends Sending, Pick<Pin, 'format' | 'variant' | 'x' | 'y' | 'note'> {}

/** A revision that is being written, bound to the assets that were shown when it opened. */
export interface PendingEdit extends Sending {
  assetHash: string
  text: Readonly<Record<string, string>>
  layout: string
  placement: string
}

/** What controls of the page do. */
export interface DraftActions {
  showFormat(format: DraftState['format']): void
  showVariant(variant: number | undefined): void
  choose(variant: number): void
  setZoom(zoom: Zoom): void
  toggle(what: keyof DraftState['guides']): void
  compare(how: Compare): void
  setName(name: string): void
  askName(): void
  open(verb: DecisionVerb): void
  writeNote(note: string): void
  send(): void
  openPin(place: Pick<PendingPin, 'format'> & Partial<PendingPin>): void
  changePin(changes: Partial<Pick<PendingPin, 'x' | 'y' | 'note'>> | undefined): void
  sendPin(): void
  removePin(number: number): void
  openEdit(): void
  changeEdit(changes: Partial<Pick<PendingEdit, 'text' | 'layout' | 'placement'>> | undefined): void
  sendEdit(): void
  copyLink(): void
  /** Downloads an asset as JPEG, or all files as ZIP. */
  download(asset?: DraftAsset): void
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
export function decidableDraft({ draft, token, now }: DraftState): Draft | undefined {
  if (draft?.run !== 'completed' || token === '' || draft.revisedBy !== undefined) return undefined
  const isOpen = draft.review === 'pending' || draft.review === 'changes_requested'
  return isOpen && now < Date.parse(draft.expiresAt) ? draft : undefined
}

/** Name of a downloaded file: of an asset, or of the ZIP of all. */
export function fileName(draftId: string, extension: string, asset?: DraftAsset): string {
  const parts = asset === undefined ? [draftId] : [draftId, asset.variant, asset.format]
  return `${parts.filter((part) => part !== undefined).join('-')}.${extension}`
}

/** The formats of a draft, tall ones first. */
export function formatsOf(draft: Pick<Draft, 'assets'>): DraftAsset['format'][] {
  return [...new Set(orderedAssets(draft).map(({ format }) => format))]
}

/** Tall formats first, so that rows of equal height fill the width; otherwise as they were made. */
export function orderedAssets(draft: Pick<Draft, 'assets'>): Draft['assets'] {
  return draft.assets.toSorted((a, b) => Number(a.width > a.height) - Number(b.width > b.height))
}
