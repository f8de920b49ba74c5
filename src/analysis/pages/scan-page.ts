import { browserScript } from '../../kernel/web/browser-script.ts'
import { html } from '../../kernel/web/html.ts'
import { renderPage } from '../../kernel/web/page.ts'
import { pageResponse } from '../../kernel/web/page-response.ts'
import { pagesMax } from '../scan/schema.ts'
import style from './scan.css' with { type: 'text' }

/**
 * The page that scans a website, and leads from its facts to a recommendation. It is the same for everybody: its script
 * asks the API.
 * @param url to scan at once
 */
export async function scanPage(
  url: string,
  { example, reportDays }: { example: string | undefined; reportDays: number },
): Promise<Response> {
  const page = renderPage({
    title: 'Analysis – Cairn',
    wide: true,
    here: 'scan',
    style,
    script: await browserScript('analysis/pages/scan.client.ts'),
    main: html`<form class="scan-form no-print" id="scan-form" role="search"><label class="visually-hidden" for="url">Website</label>
<input id="url" name="url" type="text" inputmode="url" required maxlength="2048" autocapitalize="none" spellcheck="false" placeholder="example.com" value="${url === '' ? example : url}"><button type="submit">Scan</button></form>
<div id="scan" data-report-days="${reportDays}"><section class="message card"><h1>What does a company say about itself?</h1>
<p>Enter its address. Cairn reads at most ${pagesMax} public pages, as far as robots.txt allows, and quotes what they say: who the company is, what it sells, to whom, and how to reach it. Then it asks one question and recommends a product by fixed rules.</p>
<noscript><p class="notice">This page needs JavaScript. The same as a request: <a href="/docs/analysis">Business analysis</a></p></noscript></section></div>
<p id="announcements" class="visually-hidden" role="status"></p>`,
  })
  // Nothing is loaded from the scanned site: its logo is a link, until a brand kit has a copy on this server.
  return pageResponse(page, { connect: ["'self'"], images: ["'self'"] })
}
