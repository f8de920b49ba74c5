import { type Html, html } from '../../kernel/web/html.ts'

/** Form that posts the token: deleting works without scripts. */
export function deleteForm(id: string, token?: string): Html {
  const field =
    token === undefined
      ? html`<label for="token">Deletion token</label>
<input class="mono" id="token" name="token" type="text" required maxlength="100" autocomplete="off" autocapitalize="none" spellcheck="false">`
      : html`<input type="hidden" name="token" value="${token}">`
  return html`<form class="delete" method="post" action="/r/${id}/delete">
${field}
<button class="danger" type="submit">Delete this report</button>
</form>`
}
