import { html } from '../../kernel/web/html.ts'
import { markdown } from '../../kernel/web/markdown.ts'
import type { Page } from '../../kernel/web/page.ts'
import { pagesMax } from '../scan/schema.ts'
import { renderAnalysisPage } from './layout.ts'

interface Crawler {
  name: string
  userAgent: string
}

/** What the crawler does and how to exclude it, for the operator of a website. */
export function aboutCrawler({ name, userAgent }: Crawler): string {
  return `${name} reads public web pages of a company when a user of this service requests a scan.

It sends this User-Agent:
  ${userAgent}

A scan reads at most ${pagesMax} pages and two sitemaps of a site, two requests at a time, and nothing that robots.txt forbids. A
page that is empty until its scripts have run is opened in a browser. The browser only reads (GET and HEAD, no forms, no
sockets), fetches data only from the page's own site and scripts and styles from at most six others, and obeys the
robots.txt of each. Its cookies are deleted when it closes; nothing else sends cookies. The crawler never signs in.

To exclude it from a whole site, put this into robots.txt:
  User-agent: ${name}
  Disallow: /

Changes to robots.txt take effect within 24 hours.
`
}

/** The same as a page. */
export function crawlerPage(crawler: Crawler): Page {
  // Indented lines are code, which Markdown needs apart and with four spaces.
  const text = aboutCrawler(crawler)
    .replaceAll(':\n  ', ':\n\n    ')
    .replace(/^ {2}(?=\S)/gm, '    ')
  return renderAnalysisPage({
    title: `${crawler.name}, the crawler`,
    main: html`<section class="card stack"><h1>${crawler.name}, the crawler of this service</h1>${markdown(text)}</section>`,
  })
}
