import { type Html, html } from './html.ts'
import { type Page, renderPage } from './page.ts'
import { sitePlaces } from './site.ts'

/** A page that says one thing: what happened, what it means, and where to go on. */
export function messagePage({
  title,
  eyebrow,
  text,
  after,
  notes = [],
}: {
  title: string
  eyebrow?: string
  text: string | Html
  /** What can be done here. */
  after?: Html | undefined
  notes?: readonly (string | Html)[]
}): Page {
  const places = Object.values(sitePlaces).map(({ path, word }) => html` · <a href="${path}">${word}</a>`)
  return renderPage({
    title: `${title} – Cairn`,
    main: html`<section class="message card">
${eyebrow && html`<p class="eyebrow">${eyebrow}</p>`}
<h1>${title}</h1>
<p>${text}</p>
${after}
<p class="no-print"><a href="/">Home</a>${places}</p>
${notes.map((note) => html`<p class="soft small">${note}</p>`)}
</section>`,
  })
}
