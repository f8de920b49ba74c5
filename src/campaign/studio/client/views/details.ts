import { html, nothing } from 'lit-html'
import type { CallbackState, Draft } from '../../../drafts/draft.ts'
import { type DraftActions, type DraftState, formatsOf } from '../draft-state.ts'
import { dateText, decisionTexts, formatName, shortHash } from '../texts.ts'
import { type Check, summaryOf } from '../verify-receipt.ts'
import { badge, panel, property, type View } from './forms.ts'

/** What the draft was made from. */
export function origin(draft: Draft): View {
  const { brandKit, scene, seed, assetHash } = draft
  return panel(
    'origin',
    'Brief',
    html`
      <blockquote class="prose brief">${draft.brief === '' ? 'None' : draft.brief}</blockquote>
      <dl class="properties">
        ${property('Brand kit', brandKit === null ? 'None' : `${brandKit.id}, version ${brandKit.version}`)}
        ${property('Scene', scene && [scene.provider, scene.family].filter((part) => part !== undefined).join(', '))}
        ${property('Seed', seed)}
        ${property('Made', dateText(draft.createdAt))}
        ${property('Expires', `${dateText(draft.expiresAt)}${draft.review === 'approved' ? '; the assets are kept' : ''}`)}
        ${property('Draft', html`<span class="mono">${draft.draftId}</span>`)}
        ${property('Asset hash', assetHash && html`<span class="mono" title=${assetHash}>${shortHash(assetHash)}</span>`)}
      </dl>
    `,
    'card',
  )
}

const checkStatus = {
  passed: { label: 'Passed', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  unknown: { label: 'Not checked', tone: 'warn' },
} as const

/** The receipt and its verification. */
export function receiptPanel(
  { provenanceReceiptId, run }: Draft,
  { verification }: DraftState,
  actions: DraftActions,
): View {
  if (provenanceReceiptId === undefined)
    return panel(
      'receipt',
      'Receipt',
      html`<p class="soft">${run === 'completed' ? 'This run has no receipt: version 1.3.0 of the agent does not issue them.' : 'Issued when the run completes.'}</p>`,
      'card',
    )
  return panel(
    'receipt',
    'Receipt',
    html`
      <p class="mono small">${provenanceReceiptId}</p>
      <p class="small soft">A signed record of what this run was made from and of every file. Your browser computes the
        hashes again and checks the signature.</p>
      ${verification === undefined ? nothing : verificationResult(verification.checks, verification.isRunning)}
      <p class="no-print">
        <button class="secondary verify" aria-keyshortcuts="v" aria-busy=${verification?.isRunning === true}
          ?disabled=${verification?.isRunning === true} @click=${actions.verify}>
          ${verification === undefined ? 'Verify' : 'Verify again'}
        </button>
      </p>
    `,
  )
}

function verificationResult(checks: readonly Check[], isRunning: boolean): View {
  const summary = isRunning ? undefined : summaryOf(checks)
  return html`
    <ul class="checks" aria-label="Checks">
      ${checks.map(
        ({ what, state, detail }) => html`
          <li data-state=${state}>
            <span><strong>${what}</strong> <span class="soft small">${detail}</span></span>
            ${badge(checkStatus[state])}
          </li>
        `,
      )}
    </ul>
    ${summary === undefined ? nothing : html`<p class="notice ${summary.tone}">${summary.text}</p>`}
  `
}

/** The decisions of this revision and of the one before. */
export function history(draft: Draft, { log }: DraftState): View {
  const { previous } = draft
  const count = draft.decisions.length + (previous?.decisions.length ?? 0)
  return panel(
    'history',
    'History',
    html`
      <ol class="timeline">
        ${previous === undefined ? nothing : [made(previous), previous.decisions.map(decided)]}
        ${made(draft)}
        ${draft.decisions.map(decided)}
        ${(draft.callbacks ?? []).map(sent)}
      </ol>
      ${count === 0 ? nothing : html`<p class="small soft log">${logText(count, log)}</p>`}
    `,
  )
}

function made({
  revision,
  reviewer,
  createdAt,
  assets,
}: Pick<Draft, 'revision' | 'reviewer' | 'createdAt' | 'assets'>): View {
  return html`
    <li>
      <strong>Revision ${revision}</strong> ${reviewer === undefined ? nothing : html`by <bdi>${reviewer}</bdi>`}
      <span class="small soft">${dateText(createdAt)}</span>
      <p class="small soft">${formatsOf({ assets }).map(formatName).join(', ')}</p>
    </li>
  `
}

function decided({ decision, note, by, variant, decidedAt, hash }: Draft['decisions'][number]): View {
  const { done, tone } = decisionTexts[decision]
  return html`
    <li class=${tone}>
      <strong>${done}${variant === undefined ? '' : ` variant ${variant}`}</strong> ${by === undefined ? nothing : html`by <bdi>${by}</bdi>`} <span class="small soft">${dateText(decidedAt)}</span>
      ${note === null ? nothing : html`<blockquote class="note">${note}</blockquote>`}
      <p class="small soft">Hash <span class="mono" title=${hash}>${shortHash(hash)}</span></p>
    </li>
  `
}

/** A request to the caller about the draft. */
function sent({ event, host, state, attempts, problem, at, nextAt }: CallbackState): View {
  const what = event.replace('draft.', '').replaceAll('_', ' ')
  const tries = `after ${attempts} ${attempts === 1 ? 'try' : 'tries'}`
  const how = {
    delivered: `Caller told: ${what}`,
    pending: `Caller not told yet: ${what}`,
    failed: `Caller could not be notified: ${what}`,
  }[state]
  return html`
    <li class=${state === 'failed' ? 'bad' : ''}>
      <strong>${how}</strong> <span class="small soft">${dateText(at)}</span>
      <p class="small soft">
        <bdi>${host}</bdi> ${attempts === 0 ? nothing : html`${problem === undefined ? '' : `${problem} `}${tries}`}${nextAt === undefined || attempts === 0 ? nothing : html`, next try ${dateText(nextAt)}`}
      </p>
    </li>
  `
}

function logText(count: number, log: DraftState['log']): View | string {
  if (log === 'unchecked') return 'Checking the hashes of the decisions…'
  if (log === 'uncheckable') return 'The hashes of the decisions can be checked on https:// pages only.'
  if (log === 'intact')
    return html`${badge({ label: 'Intact', tone: 'good' })} ${count === 1 ? 'The decision fits its hash' : `All ${count} decisions fit their hashes`},
      computed in this browser.`
  return html`${badge({ label: 'Altered', tone: 'bad' })} Decision ${log.brokenAt} on revision ${log.revision} does not fit its hash.`
}
