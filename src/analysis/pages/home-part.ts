import type { HomePart } from '../../kernel/web/home-part.ts'
import { html } from '../../kernel/web/html.ts'
import { pagesMax } from '../scan/schema.ts'

/** @param example a site to scan, such as the demo's */
export function analysisHomePart(example: string | undefined): HomePart {
  return {
    card: html`<h2>Analyse a business</h2>
<p>Enter an address. You get facts with quotes, one open question, and the product that fits, by fixed rules.</p>
<form class="try" action="/scan"><label for="url">Website</label>
<div class="inline"><input id="url" name="url" type="text" inputmode="url" required maxlength="2048" autocapitalize="none" spellcheck="false" placeholder="example.com"${example && html` value="${example}"`}><button type="submit">Scan</button></div>
${example && html`<p class="hint">An example. Any public site works too.</p>`}</form>
<p class="proof end">A scan reads at most ${pagesMax} public pages, obeys robots.txt, and never reaches a private network. <a href="/docs/analysis">How it decides</a></p>`,
    links: [{ path: '/bot', about: 'what the crawler does' }],
  }
}
