import type { Html } from '../../kernel/web/html.ts'
import { type Page, renderPage } from '../../kernel/web/page.ts'
import style from './style.css' with { type: 'text' }

/** A page about reports or products: no scripts, no external resources. */
export function renderAnalysisPage({ title, main }: { title: string; main: Html }): Page {
  return renderPage({ title, main, style })
}
