import { html, nothing } from 'lit-html'
import { submitted } from '../../../../kernel/web/client/submitted.ts'
import type { DraftSummary } from '../../../drafts/draft.ts'
import { type ListActions, type ListState, statusesOf } from '../run-list.ts'
import { headingOf, statusOf, timeLeft } from '../texts.ts'
import { alertOf, badge, segments, type View } from './forms.ts'

/** The list of a caller's drafts. */
export function listPage(state: ListState, actions: ListActions): View {
  return html`
    <header class="masthead row apart">
      <h1>Drafts</h1>
      ${state.hasKey ? html`<button class="quiet" @click=${actions.forget}>Forget the key</button>` : nothing}
    </header>
    ${alertOf(state.trouble)}
    ${state.keyNeed === 'none' ? found(state, actions) : keyForm(state, actions)}
  `
}

function keyForm({ keyNeed, isLoading }: ListState, actions: ListActions): View {
  const isRefused = keyNeed === 'refused'
  return html`
    <form class="card stack key" @submit=${submitted((field) => actions.enter(field('key')))}>
      <h2>Your caller key</h2>
      <p class="soft">The list shows the drafts of one caller. To review a single draft you need no key: open its link.</p>
      <div class="field">
        <label for="key">Key</label>
        <input id="key" name="key" type="password" class="mono" autocomplete="off" required maxlength="200"
          aria-invalid=${isRefused} aria-describedby="key-hint">
        <p id="key-hint" class=${isRefused ? 'error' : 'hint'}>
          ${isRefused ? 'This key is unknown or revoked.' : 'Kept in this tab until it is closed, and sent to the API alone.'}
        </p>
      </div>
      <p><button ?disabled=${isLoading} aria-busy=${isLoading}>Show drafts</button></p>
    </form>
  `
}

function found(state: ListState, actions: ListActions): View {
  const { drafts, status, next, isLoading } = state
  if (drafts === undefined) return isLoading ? html`<p class="busy">Loading drafts…</p>` : nothing
  if (drafts.length === 0)
    return html`<p class="empty">There are no drafts yet. Each run of the agent leaves one here for 7 days.</p>`
  const statuses = statusesOf(drafts)
  const segment = (value: string | undefined, label: string, count: number) => html`
    <button aria-pressed=${status === value} @click=${() => actions.filter(value)}>
      ${label} <span class="count">${count}</span>
    </button>
  `
  return html`
    ${
      statuses.length < 2
        ? nothing
        : segments('Show', [
            segment(undefined, 'All', drafts.length),
            statuses.map(({ label, count }) => segment(label, label, count)),
          ])
    }
    <ul class="grid drafts">
      ${drafts
        .filter((draft) => status === undefined || statusOf(draft).label === status)
        .map((draft) => draftCard(draft, state.now))}
    </ul>
    ${
      next === undefined
        ? nothing
        : html`<p><button class="secondary" ?disabled=${isLoading} aria-busy=${isLoading} @click=${actions.more}>
            Show older drafts
          </button></p>`
    }
  `
}

function draftCard(draft: DraftSummary, now: number): View {
  const { draftId, revision, review, brief, previewUrl, formats, brandKit } = draft
  const facts = [
    `Revision ${revision}`,
    formats.length === 0 ? undefined : formats.join(', '),
    brandKit === null ? undefined : `${brandKit.id}@${brandKit.version}`,
    review === 'approved' ? undefined : timeLeft(draft.expiresAt, now),
  ]
  return html`
    <li class="draft">
      <a href="studio/drafts/${draftId}">
        <span class="preview">
          ${previewUrl === undefined ? nothing : html`<img src=${previewUrl} alt="" loading="lazy" decoding="async">`}
        </span>
        <span class="title">${headingOf(brief, 90)}</span>
      </a>
      ${badge(statusOf(draft))}
      <p class="small soft">${facts.filter((fact) => fact !== undefined).join(' · ')}</p>
    </li>
  `
}
