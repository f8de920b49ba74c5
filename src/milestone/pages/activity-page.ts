import { html } from '../../kernel/web/html.ts'
import { activityTypes } from '../pipeline-event.ts'
import { type ActivityQuery, activity } from '../views/activity.ts'
import type { Feed } from '../views/merged-feed.ts'
import type { Snapshot } from '../views/snapshot.ts'
import { asOfLine, milestonePage } from './page.ts'
import { eventList } from './parts.ts'

const eventsPerPage = 50
const words = {
  verification: 'Verification',
  charge: 'Charges',
  revenue: 'Revenue',
  chaos: 'Faults',
  deadline: 'Deadlines',
} as const

/** The feed, newest first; the first page follows the chain. */
export async function activityPage(
  snapshot: Snapshot & Feed,
  { type, cursor }: Pick<ActivityQuery, 'type' | 'cursor'>,
): Promise<Response> {
  const { events, next, asOf } = activity(
    { ...snapshot, lastEventId: '' },
    { type, cursor, limit: eventsPerPage },
  )
  const ofType = type === undefined ? '' : `type=${type}`
  return await milestonePage({
    title: 'Activity',
    tab: '/explorer/activity',
    asOf,
    main: html`<div class="head"><h1>Activity</h1>${asOfLine(asOf, html` · <a href="/api/activity">JSON</a> · <a href="/docs/milestone#the-live-feed">live stream</a>`)}</div>
<nav class="segments no-print" aria-label="Types of events"><a href="/explorer/activity"${type === undefined && html` aria-current="true"`}>All</a>${activityTypes.map(
      (name) =>
        html`<a href="/explorer/activity?type=${name}"${name === type && html` aria-current="true"`}>${words[name]}</a>`,
    )}</nav>
<section class="card" aria-label="Events"><div id="events"${cursor === undefined && html` data-live`}>${
      events.length === 0 ? html`<p class="empty">No event of this type yet.</p>` : eventList(events)
    }</div>
<div class="pager">${cursor ? html`<a data-page="first" href="/explorer/activity?${ofType}">Newest events</a>` : html`<span>Newest ${events.length}</span>`}${next !== null && html`<a class="button secondary small" data-page="next" href="/explorer/activity?${ofType}${ofType && '&'}cursor=${next}">Older events</a>`}</div></section>`,
  })
}
