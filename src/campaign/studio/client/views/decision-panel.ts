import { html, nothing } from 'lit-html'
import type { Draft } from '../../../drafts/draft.ts'
import type { DecisionVerb } from '../../../drafts/review.ts'
import { type DraftActions, type DraftState, decidableDraft } from '../draft-state.ts'
import { dateText, decisionTexts, statusOf, timeLeft } from '../texts.ts'
import { badge, type View } from './parts.ts'

const styles: Readonly<Record<DecisionVerb, string>> = {
  approve: '',
  request_changes: 'secondary',
  reject: 'secondary danger',
}

/** State of the review, warnings of the run, and the decision buttons. */
export function decisionPanel(draft: Draft, state: DraftState, actions: DraftActions): View {
  const canDecide = decidableDraft(state) !== undefined
  return html`
    <section class="card stack decide" aria-labelledby="review-title">
      <div class="row apart">
        <h2 id="review-title">Review</h2>
        ${badge(statusOf(draft))}
      </div>
      ${state.notice === undefined ? nothing : html`<p class="notice ${state.notice.tone}">${state.notice.text}</p>`}
      <p>${explanation(draft, state)}</p>
      ${warnings(draft)}
      ${
        canDecide
          ? html`<div class="actions no-print">
              ${(['approve', 'request_changes', 'reject'] as const).map(
                (verb) => html`
                  <button class=${styles[verb]} aria-keyshortcuts=${decisionTexts[verb].key}
                    aria-haspopup="dialog" data-verb=${verb} @click=${() => actions.open(verb)}>
                    ${decisionTexts[verb].button}
                  </button>
                `,
              )}
            </div>`
          : nothing
      }
      <p class="row apart small soft no-print">
        <span title=${dateText(draft.expiresAt)}>${
          draft.review === 'approved' ? 'The assets are kept' : timeLeft(draft.expiresAt, state.now)
        }</span>
        ${
          state.token === ''
            ? nothing
            : html`<button class="quiet link" @click=${actions.copyLink}>Copy link</button>`
        }
        <button class="quiet keys" aria-keyshortcuts="?" aria-haspopup="dialog" @click=${actions.showKeys}>
          <kbd>?</kbd> Keys
        </button>
      </p>
    </section>
  `
}

function explanation(draft: Draft, { token }: DraftState): View | string {
  const last = draft.decisions.at(-1)
  const { revisedBy, revisedByReviewer: reviewer } = draft
  if (revisedBy !== undefined)
    return html`A later revision exists, ${reviewer === undefined ? html`<span class="mono">${revisedBy}</span>` : html`made by <bdi>${reviewer}</bdi>`}.
      ${
        token !== '' && reviewer === undefined
          ? 'It is decided by its own link, which its sender has.'
          : html`<a href=${token === '' ? revisedBy : `${revisedBy}#${token}`}>Show it</a>.`
      }`
  if (last !== undefined && (draft.review === 'approved' || draft.review === 'rejected'))
    return html`${decisionTexts[last.decision].done}${last.by === undefined ? nothing : html` by <bdi>${last.by}</bdi>`} on ${dateText(last.decidedAt)}. This decision is final.`
  if (token === '')
    return 'Shown for its owner. Decisions need the review link: the “studioReviewUrl” that the agent returned for this run.'
  if (draft.review === 'changes_requested' && last !== undefined)
    return `Changes were requested on ${dateText(last.decidedAt)}. Until the agent sends a revision, you can still decide, or edit the draft yourself.`
  return draft.variants === undefined
    ? 'Look at every format, then decide for all of them.'
    : `Choose one of ${draft.variants.length} variants to approve it in all formats, or decide on all of them.`
}

function warnings({ warnings }: Draft): View {
  if (warnings.length === 0) return nothing
  return html`
    <div class="notice warn small">
      <strong>${warnings.length === 1 ? '1 warning' : `${warnings.length} warnings`}</strong>
      <ul>${warnings.map((text) => html`<li>${text}</li>`)}</ul>
    </div>
  `
}
