import { html, nothing, type TemplateResult } from 'lit-html'
import { submitted } from '../../../../kernel/web/client/submitted.ts'
import type { Failure } from '../api.ts'
import type { DraftActions, DraftState, PendingPin } from '../draft-state.ts'
import { troubleText } from '../failure-texts.ts'
import type { Status } from '../texts.ts'

/** The value of the field of an event. */
export function writtenIn({ currentTarget }: Event): string {
  const isField =
    currentTarget instanceof HTMLInputElement ||
    currentTarget instanceof HTMLTextAreaElement ||
    currentTarget instanceof HTMLSelectElement
  return isField ? currentTarget.value : ''
}

/** The name of the reviewer: asked once, then shown. @param of distinguishes the forms that are open at once */
export function signature(
  of: string,
  { reviewer, options }: DraftState,
  actions: DraftActions,
  isIncomplete: boolean,
): View {
  if (!reviewer.isAsked)
    return html`<p class="small soft">Signed as <strong><bdi>${reviewer.name}</bdi></strong>.
      <button type="button" class="quiet link" @click=${actions.askName}>Change the name</button></p>`
  const isMissing = isIncomplete && reviewer.name.trim() === ''
  return html`
    <div class="field">
      <label for="${of}-name">Your name</label>
      <input id="${of}-name" name="name" autocomplete="name" maxlength=${options.nameCharsMax} .value=${reviewer.name}
        aria-invalid=${isMissing} aria-describedby="${of}-name-hint" @input=${(event: Event) => actions.setName(writtenIn(event))}>
      ${hint(`${of}-name-hint`, isMissing && 'Write your name. ', 'Shown to everyone who has this link.')}
    </div>
  `
}

export function unsentNotice(what: string, failure: Failure | undefined): View {
  return alertOf(failure && `${what} ${troubleText(failure)}`)
}

export function alertOf(text: string | undefined): View {
  return text === undefined ? nothing : html`<p class="notice bad" role="alert">${text}</p>`
}

/** What is to be known about a field, after what is wrong with it. */
export function hint(id: string, error: string | false, text: string): View {
  return html`<p id=${id} class=${error === false ? 'hint' : 'error'}>${error === false ? '' : error}${text}</p>`
}

/** A part of a page with a heading. */
export function panel(name: string, title: string, body: unknown, layout = 'card stack'): View {
  return html`
    <section class=${layout} aria-labelledby="${name}-title">
      <h2 id="${name}-title">${title}</h2>
      ${body}
    </section>
  `
}

/** Buttons of which one is pressed. */
export function segments(label: string, buttons: unknown): View {
  return html`<div class="segments" role="group" aria-label=${label}>${buttons}</div>`
}

/** The note that is being written for a place. */
export function pinForm(pin: PendingPin, state: DraftState, actions: DraftActions): View {
  const { note, isSending, isIncomplete, failure } = pin
  const isMissing = isIncomplete && note.trim() === ''
  return html`
    <form class="card stack pin-form no-print" @submit=${submitted(actions.sendPin)} novalidate aria-label="New note">
      <div class="field">
        <label for="pin-note">Note on this place</label>
        <textarea id="pin-note" rows="3" maxlength=${state.options.pinNoteCharsMax} .value=${note} ?readonly=${isSending}
          aria-invalid=${isMissing} aria-describedby="pin-hint" @input=${(event: Event) => actions.changePin({ note: writtenIn(event) })}></textarea>
        ${hint('pin-hint', isMissing && 'Write the note. ', 'Click on the image to move the marker, or focus it and use the arrow keys.')}
      </div>
      ${signature('pin', state, actions, isIncomplete)}
      ${unsentNotice('The note was not added.', failure)}
      <div class="row">
        <button ?disabled=${isSending} aria-busy=${isSending}>Add note</button>
        <button type="button" class="secondary" ?disabled=${isSending} @click=${() => actions.changePin(undefined)}>Cancel</button>
      </div>
    </form>
  `
}

export type View = TemplateResult | typeof nothing

export function badge({ label, tone }: Status): View {
  return html`<span class="badge ${tone}">${label}</span>`
}

export function property(name: string, value: unknown): View {
  return value === undefined ? nothing : html`<div><dt>${name}</dt><dd>${value}</dd></div>`
}
