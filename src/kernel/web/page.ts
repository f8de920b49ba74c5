import { type Html, html } from './html.ts'
import { style as sharedStyle } from './style.ts'

/** A whole document. Only `pageResponse` sends one: the policy that it needs follows from its style and script. */
export interface Page {
  document: string
  style: string
  script: string | undefined
}

/** Three stones on each other. */
const stones =
  '<ellipse cx="16" cy="26" rx="13" ry="4.6"/><ellipse cx="16.6" cy="16.8" rx="9" ry="4.1"/><ellipse cx="15.6" cy="8.4" rx="5.6" ry="3.7"/>'
const icon = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="#0b7a69">${stones}</svg>`)}`

/**
 * A page in the design of this service, complete in itself.
 * @param style of this page alone, after the shared one
 * @param script a bundle of `browserScript`, run as a module once the document is parsed
 * @param wide whether an application takes the width of the window, instead of a column to read
 */
export function renderPage({
  title,
  main,
  style: ownStyle = '',
  script,
  wide = false,
}: {
  title: string
  main: Html
  style?: string
  script?: string
  wide?: boolean
}): Page {
  const style = requireInline(`${sharedStyle}\n${ownStyle}`, /<\/style/i)
  const document = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow, noarchive">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
${html`<title>${title}</title>`}
<link rel="icon" href="${icon}">
<style>${style}</style>${script === undefined ? '' : `\n<script type="module">${requireInline(script, /<\/?script|<!--/i)}</script>`}
</head>
<body${wide ? ' class="wide"' : ''}>
<header class="top"><svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">${stones}</svg><span>Cairn</span></header>
<main>
${main}
</main>
</body>
</html>
`
  return { document, style, script }
}

/** A style or script must not contain what ends its element or changes how the rest of it is parsed. */
function requireInline(text: string, forbidden: RegExp): string {
  const found = forbidden.exec(text)
  if (found === null) return text
  throw new Error(
    `Cannot put a style or script into a page as it contains "${found[0]}" at position ${found.index}`,
  )
}
