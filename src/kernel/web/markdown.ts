import { Html } from './html.ts'

/** GitHub-flavored Markdown as markup; HTML in it is shown as text. Headings get ids, and code can be scrolled by keyboard. */
export function markdown(text: string): Html {
  const options = { noHtmlBlocks: true, noHtmlSpans: true, headings: { ids: true } }
  return new Html([Bun.markdown.html(text, options).replaceAll('<pre>', '<pre tabindex="0">')], [])
}
