import { browserScript } from '../../kernel/web/browser-script.ts'
import { html } from '../../kernel/web/html.ts'
import { renderPage } from '../../kernel/web/page.ts'
import { pageResponse } from '../../kernel/web/page-response.ts'
import { planNames, plans } from '../entitlements/plans.ts'
import style from './keys.css' with { type: 'text' }

/** Keys of callers and kits of a caller. It is the same for everybody: its script asks the API. */
export async function keysPage(): Promise<Response> {
  const about = planNames.map((name) => ({
    name,
    about: `${plans[name].runsPerDay} runs a day, ${plans[name].runsInFlight} in flight`,
  }))
  const page = renderPage({
    title: 'Keys and kits – Cairn',
    wide: true,
    here: 'keys',
    style,
    script: await browserScript('campaign/keys/keys.client.ts'),
    main: html`<h1>Keys and kits</h1>
<div id="keys" data-plans="${JSON.stringify(about)}"><p class="busy">Loading…</p>
<noscript><p class="notice">This page needs JavaScript. The same from the command line: <code>cairn key list</code>, and <a href="/docs/campaign#callers-and-plans">Callers and plans</a>.</p></noscript></div>
<p id="announcements" class="visually-hidden" role="status"></p>`,
  })
  return pageResponse(page, { connect: ["'self'"], images: ["'self'"] })
}
