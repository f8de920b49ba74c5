import { html, nothing } from 'lit-html'
import type { Draft, Pin } from '../../../drafts/draft.ts'
import { type DraftActions, type DraftState, decidableDraft } from '../draft-state.ts'
import { dateText, formatName } from '../texts.ts'
import type { View } from './parts.ts'

/** The notes on places of this revision, and those of the one before. */
export function notes(draft: Draft, state: DraftState, actions: DraftActions): View {
  const { previous, pins } = draft
  const before = previous?.pins ?? []
  const canRemove = decidableDraft(state) !== undefined
  if (pins.length === 0 && before.length === 0) return nothing
  const remove = ({ number }: Pin) =>
    html`<button class="quiet link no-print" @click=${() => actions.removePin(number)}>Remove<span
      class="visually-hidden"> note ${number}</span></button>`
  return html`
    <section class="card stack" aria-labelledby="notes-title">
      <h2 id="notes-title">Notes</h2>
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
    </section>
  `
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
