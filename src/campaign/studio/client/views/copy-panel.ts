import { html, nothing } from 'lit-html'
import type { Draft } from '../../../drafts/draft.ts'
import { type DraftActions, type DraftState, decidableDraft, type PendingEdit } from '../draft-state.ts'
import { textOf } from '../review-draft.ts'
import { partName, placeName } from '../texts.ts'
import { signature, submitted, unsentNotice, writtenIn } from './forms.ts'
import { property, type View } from './parts.ts'

/** The parts of the copy, layout and logo, to be read or to be changed as a revision. */
export function copyPanel(draft: Draft, state: DraftState, actions: DraftActions): View {
  const { edit } = state
  return html`
    <section class="card stack" aria-labelledby="copy-title">
      <h2 id="copy-title">Copy and layout</h2>
      ${edit === undefined ? reading(draft, state, actions) : editing(edit, state, actions)}
    </section>
  `
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
