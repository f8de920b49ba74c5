import type { Draft, DraftSummary } from '../../drafts/draft.ts'
import type { DecisionVerb } from '../../drafts/review.ts'

export type Tone = 'neutral' | 'good' | 'warn' | 'bad'

export interface Status {
  label: string
  tone: Tone
}

const reviews: Readonly<Record<Draft['review'], Status>> = {
  pending: { label: 'Waiting for a decision', tone: 'neutral' },
  approved: { label: 'Approved', tone: 'good' },
  changes_requested: { label: 'Changes requested', tone: 'warn' },
  rejected: { label: 'Rejected', tone: 'bad' },
  expired: { label: 'Expired', tone: 'neutral' },
}

/** State of a draft, in words. */
export function statusOf({
  run,
  review,
  revisedBy,
}: Pick<DraftSummary, 'run' | 'review' | 'revisedBy'>): Status {
  if (run === 'processing') return { label: 'In progress', tone: 'neutral' }
  if (run === 'failed') return { label: 'Run failed', tone: 'bad' }
  if (revisedBy !== undefined && review !== 'expired') return { label: 'Revised', tone: 'neutral' }
  return reviews[review]
}

/** The words of each decision. */
export const decisionTexts: Readonly<
  Record<
    DecisionVerb,
    { key: string; button: string; done: string; tone: Tone; effect: string; note: string }
  >
> = {
  approve: {
    key: 'a',
    button: 'Approve',
    done: 'Approved',
    tone: 'good',
    effect: 'Approval is final. The assets are kept and may be used.',
    note: 'Note (optional)',
  },
  request_changes: {
    key: 'c',
    button: 'Request changes',
    done: 'Changes requested',
    tone: 'warn',
    effect: 'The agent can send a revision. Until it does, this draft can still be decided.',
    note: 'What should change',
  },
  reject: {
    key: 'r',
    button: 'Reject',
    done: 'Rejected',
    tone: 'bad',
    effect: 'Rejection is final. The assets are removed when the draft expires.',
    note: 'Reason (optional)',
  },
}

export function formatName(format: string): string {
  return format.charAt(0).toUpperCase() + format.slice(1)
}

const partNames: Readonly<Record<string, string>> = { cta: 'Button', bigtype: 'Big type' }

/** Name of a part of the copy, a layout or a tone. */
export function partName(name: string): string {
  return partNames[name] ?? formatName(name)
}

/** Name of a place for the logo. */
export function placeName(placement: string): string {
  return placement === 'auto' ? 'Where the layout has it' : formatName(placement.replace('-', ' '))
}

export function percent(fraction: number): string {
  return `${Math.round(fraction * 100)} %`
}

export function shortHash(hash: string): string {
  return hash.slice(0, 12)
}

/** The beginning of a brief, cut to the length of a heading. */
export function headingOf(brief: string, charsMax = 110): string {
  const text = brief.replace(/\s+/g, ' ').trim()
  if (text === '') return 'Draft without a brief'
  if (text.length <= charsMax) return text
  const cut = text.slice(0, charsMax)
  const wordEnd = cut.lastIndexOf(' ')
  const whole = wordEnd > charsMax / 2 ? cut.slice(0, wordEnd) : cut.toWellFormed().replace('\ufffd', '')
  return `${whole.replace(/[\s.,;:]+$/, '')}…`
}

const hourMs = 3_600_000

export function timeLeft(expiresAt: string, now: number): string {
  const hours = (Date.parse(expiresAt) - now) / hourMs
  if (hours <= 0) return 'Expired'
  if (hours < 1) return 'Less than an hour left'
  if (hours < 48) return counted(Math.floor(hours), 'hour')
  return counted(Math.ceil(hours / 24), 'day')
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} left`
}

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** In the reader's time zone. */
export function dateText(date: string): string {
  return dateFormat.format(new Date(date))
}
