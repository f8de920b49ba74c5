import { browserScript } from '../../kernel/web/browser-script.ts'
import { type Html, html } from '../../kernel/web/html.ts'
import { icon } from '../../kernel/web/icons.ts'
import { renderPage } from '../../kernel/web/page.ts'
import { pageResponse } from '../../kernel/web/page-response.ts'
import { siteTabs } from '../../kernel/web/site.ts'
import type { AsOf } from '../views/snapshot.ts'
import style from './pages.css' with { type: 'text' }
import { asOfText, dateTime, liveMark, shortHash } from './parts.ts'

const tabs = [
  { path: '/explorer', word: 'Milestones' },
  { path: '/explorer/money', word: 'Money' },
  { path: '/explorer/verifiers', word: 'Verifiers' },
  { path: '/explorer/names', word: 'Names' },
  { path: '/explorer/activity', word: 'Activity' },
]

/**
 * A page of the explorer or of operations. Its parts with `data-live` follow the chain.
 * @param tab path of its tab; undefined outside the explorer
 */
export async function milestonePage(about: {
  title: string
  tab?: string
  asOf: AsOf
  main: Html
  status?: number
}): Promise<Response> {
  const { title, tab, asOf, main, status = 200 } = about
  const page = renderPage({
    title: `${title} – Cairn`,
    wide: true,
    here: tab === undefined ? 'operations' : 'explorer',
    live: liveMark(asOf),
    about: asOfText(asOf),
    style,
    script: await browserScript('milestone/pages/milestone.client.ts'),
    main: html`${tab !== undefined && siteTabs('Milestones', tabs, tab)}
<div id="stale" data-live>${asOf.stale && staleNotice(asOf)}</div>
${main}
<p id="announcements" class="visually-hidden" role="status"></p>`,
  })
  return pageResponse(page, { status, connect: ["'self'"] })
}

/** Block and time that a page was made from. */
export function asOfLine({ blockNumber, blockHash, timestamp }: AsOf, more?: Html): Html {
  return html`<p class="as-of" id="as-of" data-live>Block ${blockNumber} ${shortHash(blockHash)} · ${dateTime(timestamp)}${more}</p>`
}

function staleNotice({ blockNumber, timestamp }: AsOf): Html {
  return html`<p class="notice warn">${icon('warning')} Shown as of block ${blockNumber}, ${dateTime(timestamp)}: the chain cannot be reached, or this server is behind it. <a href="/operations">Operations</a> shows why.</p>`
}
