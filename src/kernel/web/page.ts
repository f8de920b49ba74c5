import { type Html, html } from './html.ts'
import { iconSvg } from './icons.ts'
import { type SitePlace, siteFooter, siteHeader } from './site.ts'
import { style as sharedStyle } from './style.ts'

/** A whole document. Only `pageResponse` sends one: the policy that it needs follows from its style and script. */
export interface Page {
  document: string
  style: string
  script: string | undefined
}

const icon = `data:image/svg+xml,${encodeURIComponent(iconSvg)}`

/**
 * A page in the design of this service, complete in itself.
 * @param style of this page alone, after the shared one
 * @param script a bundle of `browserScript`, run as a module once the document is parsed
 * @param wide whether an application takes the width of the window, instead of a column to read
 * @param here the part of the navigation that the page belongs to
 * @param live state of the service, at the end of the navigation
 * @param about what the page was made from, at its end
 * @param indexable whether search engines may list it
 */
export function renderPage({
  title,
  main,
  style: ownStyle = '',
  script,
  wide = false,
  here,
  live,
  about,
  indexable = false,
}: {
  title: string
  main: Html
  style?: string
  script?: string
  wide?: boolean
  here?: SitePlace | undefined
  live?: Html | undefined
  about?: string | undefined
  indexable?: boolean
}): Page {
  const style = requireInline(`${sharedStyle}\n${ownStyle}`, /<\/style/i)
  const document = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${indexable ? '' : '<meta name="robots" content="noindex, nofollow, noarchive">\n'}<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
${html`<title>${title}</title>`}
<link rel="icon" href="${icon}">
<style>${style}</style>${script === undefined ? '' : `\n<script type="module">${requireInline(script, /<\/?script|<!--/i)}</script>`}
</head>
<body${wide ? ' class="wide"' : ''}>
<a class="skip" href="#main">Skip to the content</a>
${siteHeader(here, live)}
<main id="main">
${main}
</main>
${siteFooter(about)}
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
