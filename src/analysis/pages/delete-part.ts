import { type Html, html } from '../../kernel/web/html.ts'

/** Asks for the token and posts it: deleting needs no script. */
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
