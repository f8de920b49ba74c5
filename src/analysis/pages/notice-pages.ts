import { type Html, html } from '../../kernel/web/html.ts'
import type { Page } from '../../kernel/web/page.ts'
import type { PublicReport } from '../reports/schema.ts'
import { noticePage, plainNotice } from './layout.ts'
import { dayOf } from './text.ts'

/** For unknown, deleted and expired reports. */
export const renderNotFoundPage = (): Page => plainNotice('not-found')

/** Confirmation page of the delete link: mail programs open links automatically. */
export function renderDeletePage(
  { id, createdAt, expiresAt }: PublicReport,
  token: string | undefined,
): Page {
  return noticePage(
    'Delete this report?',
    'Delete this report?',
    html`<p>It was saved on ${dayOf(createdAt)} and would be kept until ${dayOf(expiresAt)}. Deletion is immediate and permanent.</p>
${deleteForm(id, token)}
<p class="back"><a href="/r/${id}">Back to the report</a></p>`,
  )
}

/** Shown for a wrong token: the report still exists, which anyone with its link can see. */
export function renderWrongTokenPage({ id }: PublicReport): Page {
  return noticePage(
    'That token is not right',
    'That token is not right',
    html`<p>Nothing was deleted: the report is still here. The deletion token has 43 letters, digits, hyphens and underscores, and was shown once, when the report was saved.</p>
${deleteForm(id)}
<p class="back"><a href="/r/${id}">Back to the report</a></p>`,
  )
}

export const renderDeletedPage = (): Page => plainNotice('deleted')

/** While the database is unavailable. */
export const renderUnavailablePage = (): Page => plainNotice('unavailable')

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
