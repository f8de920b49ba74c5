import { type Html, html } from '../../kernel/web/html.ts'
import { type Page, renderPage } from '../../kernel/web/page.ts'
import notices from './notices.json'
import style from './style.css' with { type: 'text' }

/** A page about reports or products: no scripts, no external resources. */
export function renderAnalysisPage({ title, main }: { title: string; main: Html }): Page {
  return renderPage({ title, main, style })
}

/** A page of a fixed text. */
export function plainNotice(name: keyof typeof notices): Page {
  const { title, heading, text, note } = { note: '', ...notices[name] }
  return noticePage(title, heading, html`<p>${text}</p>${note && html`\n<p class="soft">${note}</p>`}`)
}

/** A page that only says something. */
export function noticePage(title: string, heading: string, content: Html): Page {
  const main = html`<section class="message card">
<h1>${heading}</h1>
${content}
</section>`
  return renderAnalysisPage({ title, main })
}
