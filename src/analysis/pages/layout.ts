import { type Html, html } from './html.ts'
import { style } from './style.ts'

/** Three stones on each other. */
const stones =
  '<ellipse cx="16" cy="26" rx="13" ry="4.6"/><ellipse cx="16.6" cy="16.8" rx="9" ry="4.1"/><ellipse cx="15.6" cy="8.4" rx="5.6" ry="3.7"/>'
const icon = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="#0b7a69">${stones}</svg>`)}`

/** A whole page: it needs no script, and nothing but itself. */
export function renderPage({ title, main }: { title: string; main: Html }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow, noarchive">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
${html`<title>${title}</title>`}
<link rel="icon" href="${icon}">
<style>${style}</style>
</head>
<body>
<header class="top"><svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">${stones}</svg><span>Cairn</span></header>
<main>
${main}
</main>
</body>
</html>
`
}
