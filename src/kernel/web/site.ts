import { version } from '../runtime/version.ts'
import { type Html, html } from './html.ts'
import { stones } from './icons.ts'

/** The parts of the navigation, in their order. */
export const sitePlaces = {
  scan: { path: '/scan', word: 'Analysis' },
  studio: { path: '/studio', word: 'Studio' },
  explorer: { path: '/explorer', word: 'Milestones' },
  operations: { path: '/operations', word: 'Operations' },
  keys: { path: '/keys', word: 'Keys and kits' },
} as const

export type SitePlace = keyof typeof sitePlaces | 'docs'

export interface Tab {
  path: string
  word: string
}

/** Header of every page. On phones the navigation is a `details`, which works without scripts. */
export function siteHeader(here: SitePlace | undefined, live: Html | undefined): Html {
  const current = (place: string) => (place === here ? html` aria-current="page"` : undefined)
  const places = Object.entries(sitePlaces).map(
    ([place, { path, word }]) => html`<a href="${path}"${current(place)}>${word}</a>`,
  )
  const more = html`<a href="/docs"${current('docs')}>Docs</a><a href="/swagger">API</a>`
  return html`<header class="site">
<a class="brand" href="/"><svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">${stones}</svg>Cairn</a>
<nav class="places" aria-label="Main">${places}</nav>
<div class="more"><nav aria-label="More">${more}</nav>${live}<details class="menu"><summary>Menu</summary><nav class="panel" aria-label="Menu">${places}${more}</nav></details></div>
</header>`
}

/** Second row of the navigation, of places with several pages. */
export function siteTabs(label: string, tabs: readonly Tab[], here: string): Html {
  return html`<nav class="tabs" aria-label="${label}">${tabs.map(
    ({ path, word }) => html`<a href="${path}"${path === here && html` aria-current="page"`}>${word}</a>`,
  )}</nav>`
}

/** @param about what the page was made from, such as its block */
export function siteFooter(about: string | undefined): Html {
  return html`<footer class="footer no-print">
<a href="/docs">Docs</a><a href="/swagger">API in Swagger UI</a><a href="/llms.txt">llms.txt</a><a href="/docs/security">Security</a>
<span id="made-from"${about !== undefined && html` data-live`}>Cairn ${version}${about && ` · ${about}`}</span>
</footer>`
}
