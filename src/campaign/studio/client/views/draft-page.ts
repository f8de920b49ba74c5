import { html, nothing } from 'lit-html'
import type { Draft } from '../../../drafts/draft.ts'
import type { DraftActions, DraftState } from '../draft-state.ts'
import { headingOf, statusOf } from '../texts.ts'
import { copyPanel } from './copy-panel.ts'
import { decisionPanel } from './decision-panel.ts'
import { history, origin, receiptPanel } from './details.ts'
import { dialogs } from './dialogs.ts'
import { notes } from './notes.ts'
import { badge, type View } from './parts.ts'
import { stage } from './stage.ts'

/** The page of one draft, in any state. */
export function draftPage(state: DraftState, actions: DraftActions): View {
  const { draft, unreadable } = state
  if (draft === undefined) {
    if (unreadable === undefined) return html`<p class="busy">Loading the draft…</p>`
    return html`
      <section class="card message">
        <h1 tabindex="-1">${unreadable.title}</h1>
        <p>${unreadable.text}</p>
        ${unreadable.canRetry ? html`<p><button class="secondary" @click=${actions.reload}>Try again</button></p>` : nothing}
      </section>
    `
  }
  return html`
    <header class="masthead">
      <p class="eyebrow">Draft, revision ${draft.revision}${draft.reviewer === undefined ? nothing : html` by <bdi>${draft.reviewer}</bdi>`}</p>
      <h1 tabindex="-1">${headingOf(draft.brief)}</h1>
      ${state.token !== '' ? nothing : html`<p class="small no-print"><a href="../../studio">All drafts</a></p>`}
    </header>
    ${draft.run === 'completed' ? completed(draft, state, actions) : unfinished(draft)}
    <div class="grid details">
      ${origin(draft)} ${receiptPanel(draft, state, actions)} ${history(draft, state)}
    </div>
    ${dialogs(state, actions)}
  `
}

function completed(draft: Draft, state: DraftState, actions: DraftActions): View {
  return html`
    <div class="split">
      ${stage(draft, state, actions)}
      <div class="aside stack">
        ${decisionPanel(draft, state, actions)} ${copyPanel(draft, state, actions)} ${notes(draft, state, actions)}
      </div>
    </div>
  `
}

function unfinished(draft: Draft): View {
  const { error } = draft
  if (draft.run === 'processing')
    return html`
      <section class="empty">
        <p class="busy">The assets are being made. This page shows them when they are done.</p>
      </section>
    `
  return html`
    <section class="card stack">
      <div class="row apart"><h2>This run failed</h2>${badge(statusOf(draft))}</div>
      <p class="notice bad">${error?.message ?? 'No reason was recorded.'}</p>
      <p class="small soft">
        ${error === undefined ? nothing : html`Code <span class="mono">${error.code}</span>${error.field === undefined ? '' : html`, field <span class="mono">${error.field}</span>`}. `}
        Nothing is to be decided here.
      </p>
    </section>
  `
}
