import { html, nothing } from 'lit-html'
import { submitted } from '../../../../kernel/web/client/submitted.ts'
import type { Draft, Pin } from '../../../drafts/draft.ts'
import type { DecisionVerb } from '../../../drafts/review.ts'
import { type DraftActions, type DraftState, decidableDraft, type PendingEdit } from '../draft-state.ts'
import { textOf } from '../review-draft.ts'
import {
  dateText,
  decisionTexts,
  formatName,
  headingOf,
  partName,
  placeName,
  statusOf,
  timeLeft,
} from '../texts.ts'
import { history, origin, receiptPanel } from './details.ts'
import { dialogs } from './dialogs.ts'
import { badge, panel, property, signature, unsentNotice, type View, writtenIn } from './forms.ts'
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

/** The notes on places of this revision, and those of the one before. */
function notes(draft: Draft, state: DraftState, actions: DraftActions): View {
  const { previous, pins } = draft
  const before = previous?.pins ?? []
  const canRemove = decidableDraft(state) !== undefined
  if (pins.length === 0 && before.length === 0) return nothing
  const remove = ({ number }: Pin) =>
    html`<button class="quiet link no-print" @click=${() => actions.removePin(number)}>Remove<span
      class="visually-hidden"> note ${number}</span></button>`
  return panel(
    'notes',
    'Notes',
    html`
      ${
        pins.length === 0
          ? html`<p class="small soft">None on this revision.</p>`
          : html`<ol class="pins">${pins.map((pin) => row(pin, canRemove ? remove(pin) : nothing, actions))}</ol>`
      }
      ${
        before.length === 0
          ? nothing
          : html`<h3 class="small">On revision ${previous?.revision}</h3>
              <ol class="pins">${before.map((pin) => row(pin, nothing, actions))}</ol>`
      }
    `,
  )
}

function row({ number, format, variant, note, by, createdAt }: Pin, end: View, actions: DraftActions): View {
  return html`
    <li>
      <button class="pin" @click=${() => actions.showFormat(format)} title="Show the ${format} asset">${number}<span
        class="visually-hidden">: show the ${format} asset</span></button>
      <div>
        <p class="written" dir="auto">${note}</p>
        <p class="small soft row">${formatName(format)}${variant === undefined ? '' : `, variant ${variant}`} · <bdi>${by}</bdi> · ${dateText(createdAt)} ${end}</p>
      </div>
    </li>
  `
}

/** The parts of the copy, layout and logo, to be read or to be changed as a revision. */
function copyPanel(draft: Draft, state: DraftState, actions: DraftActions): View {
  const { edit } = state
  const body = edit === undefined ? reading(draft, state, actions) : editing(edit, state, actions)
  return panel('copy', 'Copy and layout', body)
}

function reading(draft: Draft, state: DraftState, actions: DraftActions): View {
  const text = textOf(draft)
  const { tone, placement, variants } = draft
  const layouts = variants?.map(({ variant, layout }) => `${variant} ${partName(layout)}`).join(', ')
  const layout = layouts ?? (draft.layout && partName(draft.layout))
  const parts = state.options.parts.filter(({ name }) => text[name] !== undefined)
  return html`
    <dl class="properties">
      ${parts.map(({ name }) => property(partName(name), html`<span class="part" data-part=${name} dir="auto">${text[name]}</span>`))}
      ${parts.length === 0 ? property('Copy', 'None') : nothing}
      ${property('Layout', layout)}
      ${property('Tone', tone && partName(tone))}
      ${property('Logo', placement && placeName(placement))}
    </dl>
    ${
      decidableDraft(state) === undefined
        ? nothing
        : html`<p class="no-print"><button class="secondary" aria-keyshortcuts="e" @click=${actions.openEdit}>Edit as a revision</button></p>`
    }
  `
}

function editing(edit: PendingEdit, state: DraftState, actions: DraftActions): View {
  const { text, layout, placement, isSending, isIncomplete, failure } = edit
  const { options } = state
  const write = (name: string) => (event: Event) =>
    actions.changeEdit({ text: { ...text, [name]: writtenIn(event) } })
  const field = ({ name, charsMax }: { name: string; charsMax: number }) => html`
    <div class="field">
      <label for="edit-${name}">${partName(name)}</label>
      ${
        charsMax > 120
          ? html`<textarea id="edit-${name}" rows=${name === 'legal' ? 2 : 3} maxlength=${charsMax} dir="auto" .value=${text[name] ?? ''}
              ?readonly=${isSending} @input=${write(name)}></textarea>`
          : html`<input id="edit-${name}" maxlength=${charsMax} dir="auto" .value=${text[name] ?? ''} ?readonly=${isSending} @input=${write(name)}>`
      }
    </div>
  `
  const choice = (value: string, label: string, chosen: string) =>
    html`<option value=${value} ?selected=${value === chosen}>${label}</option>`
  const isUnchanged = isIncomplete && state.reviewer.name.trim() !== ''
  return html`
    <form class="stack edit no-print" @submit=${submitted(actions.sendEdit)} novalidate>
      <p class="small soft">Empty a part to remove it. The scene stays the same.</p>
      ${options.parts.map(field)}
      <div class="field">
        <label for="edit-layout">Layout</label>
        <select id="edit-layout" aria-describedby="layout-hint" ?disabled=${isSending}
          @change=${(event: Event) => actions.changeEdit({ layout: writtenIn(event) })}>
          ${choice('auto', 'The one that fits best', layout)}
          ${options.layouts.map(({ name }) => choice(name, partName(name), layout))}
        </select>
        <p id="layout-hint" class="hint">${options.layouts.find(({ name }) => name === layout)?.description ?? 'Chosen by copy and picture'}</p>
      </div>
      <div class="field">
        <label for="edit-placement">Logo</label>
        <select id="edit-placement" ?disabled=${isSending}
          @change=${(event: Event) => actions.changeEdit({ placement: writtenIn(event) })}>
          ${options.placements.map((name) => choice(name, placeName(name), placement))}
        </select>
      </div>
      ${signature('edit', state, actions, isIncomplete)}
      ${isUnchanged ? html`<p class="error" role="alert">Change something first.</p>` : nothing}
      ${unsentNotice('The revision was not made.', failure)}
      <div class="row">
        <button ?disabled=${isSending} aria-busy=${isSending}>${isSending ? 'Making the revision…' : 'Make revision'}</button>
        <button type="button" class="secondary" ?disabled=${isSending} @click=${() => actions.changeEdit(undefined)}>Cancel</button>
      </div>
    </form>
  `
}

const styles: Readonly<Record<DecisionVerb, string>> = {
  approve: '',
  request_changes: 'secondary',
  reject: 'secondary danger',
}

/** State of the review, warnings of the run, and the decision buttons. */
function decisionPanel(draft: Draft, state: DraftState, actions: DraftActions): View {
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
      <button class="secondary no-print" ?disabled=${state.saving !== undefined} aria-busy=${state.saving !== undefined}
        @click=${() => actions.download()}>${state.saving === undefined ? 'Download all (ZIP)' : 'Preparing the download…'}</button>
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
