import { html, nothing } from 'lit-html'
import { submitted } from '../../../../kernel/web/client/submitted.ts'
import type { Draft } from '../../../drafts/draft.ts'
import { keyHelp } from '../commands.ts'
import { type DraftActions, type DraftState, formatsOf, type PendingDecision } from '../draft-state.ts'
import { unsentText } from '../failure-texts.ts'
import { decisionTexts, headingOf, partName, shortHash } from '../texts.ts'
import { alertOf, hint, property, signature, type View, writtenIn } from './forms.ts'

/** The dialog that is open, if one is. */
export function dialogs(state: DraftState, actions: DraftActions): View {
  if (state.decision !== undefined) return decisionDialog(state, state.decision, actions)
  return state.areKeysShown ? keysDialog(state, actions) : nothing
}

function decisionDialog(state: DraftState, decision: PendingDecision, actions: DraftActions): View {
  const { draft, options } = state
  if (draft === undefined) return nothing
  const { verb, note, isSending, isIncomplete, failure, assetHash } = decision
  const { button, effect, note: label } = decisionTexts[verb]
  const needsNote = verb === 'request_changes'
  const isNoteMissing = isIncomplete && needsNote && note.trim() === ''
  return html`
    <dialog class="decision" aria-labelledby="decision-title" aria-describedby="decision-effect" @close=${() => actions.closed('decision')}
      @cancel=${(event: Event) => isSending && event.preventDefault()}>
      <form @submit=${submitted(actions.send)} novalidate>
        <header><h2 id="decision-title" tabindex="-1" ?autofocus=${!needsNote}>${button}?</h2></header>
        <div class="body">
          <p id="decision-effect">${effect}</p>
          <dl class="properties">
            ${property('Draft', `Revision ${draft.revision} of “${headingOf(draft.brief, 80)}”`)}
            ${property('Formats', formatsOf(draft).join(', '))}
            <div><dt>Asset hash</dt><dd class="mono">${shortHash(assetHash)}</dd></div>
          </dl>
          ${verb === 'approve' && draft.variants !== undefined ? choice(draft.variants, state, actions, isIncomplete) : nothing}
          <div class="field">
            <label for="note">${label}</label>
            <textarea id="note" name="note" maxlength=${options.noteCharsMax} .value=${note} ?readonly=${isSending}
              @input=${(event: Event) => actions.writeNote(writtenIn(event))}
              aria-describedby="note-hint" aria-invalid=${isNoteMissing} ?autofocus=${needsNote}></textarea>
            ${hint('note-hint', isNoteMissing && 'Write what should change. ', `${note.length.toLocaleString('en')} of ${options.noteCharsMax.toLocaleString('en')} characters`)}
          </div>
          ${signature('decision', state, actions, isIncomplete)}
          ${alertOf(failure && unsentText(failure))}
        </div>
        <footer>
          <button type="button" class="secondary" ?disabled=${isSending}
            @click=${(event: Event) => closeDialogOf(event)}>Cancel</button>
          <button type="submit" class=${verb === 'reject' ? 'danger' : ''} ?disabled=${isSending} aria-busy=${isSending}>
            ${button}
          </button>
        </footer>
      </form>
    </dialog>
  `
}

function choice(
  variants: NonNullable<Draft['variants']>,
  { chosen }: DraftState,
  actions: DraftActions,
  isIncomplete: boolean,
): View {
  return html`
    <fieldset class="field">
      <legend class="label">Variant</legend>
      ${variants.map(
        ({ variant, layout }) => html`
          <label class="row"><input type="radio" name="variant" .checked=${chosen === variant}
            @change=${() => actions.choose(variant)}> ${variant}, ${partName(layout)}</label>
        `,
      )}
      ${isIncomplete && chosen === undefined ? html`<p class="error">Choose one of them.</p>` : nothing}
    </fieldset>
  `
}

function keysDialog({ areKeysOn }: DraftState, actions: DraftActions): View {
  const change = ({ currentTarget }: Event) => {
    if (currentTarget instanceof HTMLInputElement) actions.setKeys(currentTarget.checked)
  }
  return html`
    <dialog aria-labelledby="keys-title" @close=${() => actions.closed('keys')}>
      <header><h2 id="keys-title">Keys</h2></header>
      <div class="body">
        <dl class="key-list">
          ${keyHelp.map(
            ([keys, effect]) =>
              html`<div><dt>${keys.map((key) => html`<kbd>${key}</kbd> `)}</dt><dd>${effect}</dd></div>`,
          )}
        </dl>
        <label class="row"><input type="checkbox" .checked=${areKeysOn} @change=${change}> Use these keys</label>
      </div>
      <footer><button autofocus @click=${(event: Event) => closeDialogOf(event)}>Close</button></footer>
    </dialog>
  `
}

/** Closing raises `close`, which every way out of a dialog shares. */
function closeDialogOf({ currentTarget }: Event): void {
  if (currentTarget instanceof HTMLElement) currentTarget.closest('dialog')?.close()
}
