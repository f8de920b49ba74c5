import { browserScript } from '../kernel/web/browser-script.ts'
import type { HomePart } from '../kernel/web/home-part.ts'
import { html } from '../kernel/web/html.ts'
import { type Page, renderPage } from '../kernel/web/page.ts'
import style from './home.css' with { type: 'text' }

/** The whole service on one page: what its areas have in common, and one thing to try in each. */
export async function homePage(parts: readonly HomePart[]): Promise<Page> {
  const numbers = parts.flatMap((part) => part.numbers ?? [])
  const activity = parts.find((part) => part.activity !== undefined)?.activity
  const links: HomePart['links'] = [
    { path: '/swagger', about: 'every operation, with examples that run' },
    { path: '/openapi.json', about: 'OpenAPI description' },
    ...parts.flatMap((part) => part.links),
    { path: '/llms.txt', about: 'what an agent needs' },
  ]
  return renderPage({
    title: 'Cairn: answers that come with their proof',
    wide: true,
    indexable: true,
    style,
    live: parts.find(({ live }) => live !== undefined)?.live,
    about: parts.find(({ about }) => about !== undefined)?.about,
    script: await browserScript('site/home.client.ts'),
    main: html`<div class="hero"><h1>Answers that come with their proof</h1>
<p>Cairn reads a company’s website and quotes what it says, makes campaign images and signs how, and follows milestones on a chain and checks every vote. Each answer names its source: a quote with its position, a receipt with its signature, a block with its hash.</p></div>
<div class="columns areas">${parts.map(({ card }) => html`<section class="card area">${card}</section>`)}</div>
${numbers.length > 0 && html`<div class="stats" id="numbers" data-live>${numbers}</div>`}
<div class="split">
${activity && html`<section class="card" aria-labelledby="activity"><div class="row apart"><h2 id="activity">Activity</h2><a href="/explorer/activity">All activity</a></div><div id="events" data-live>${activity}</div></section>`}
<section class="card" aria-labelledby="programs"><h2 id="programs">For programs</h2>
<ul class="link-list">${links.map(({ path, about, isPost }) => html`<li>${isPost === true ? html`<code>${path}</code>` : html`<a href="${path}">${path}</a>`}<span>${about}</span></li>`)}</ul></section>
</div>
<p id="announcements" class="visually-hidden" role="status"></p>`,
  })
}
