import { html, render } from 'lit-html'
import { visibleText } from '../../../src/kernel/web/html.ts'

/** Draws the fragment of the address, as an application draws what an API answers, and opens the dialog. */
const target = document.querySelector<HTMLElement>('#drawn')
const dialog = document.querySelector('dialog')
if (target !== null && dialog !== null) {
  const text = visibleText(decodeURIComponent(location.hash.slice(1)))
  render(
    html`<p title=${text}>${text}</p><button id="open" type="button" @click=${() => dialog.showModal()}>Approve <kbd>A</kbd></button>`,
    target,
  )
}
