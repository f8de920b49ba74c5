import pages from './pages.json'

/** A page of the site: its content, or the body of another type. */
interface SamplePage {
  title?: string
  head?: readonly string[]
  main?: readonly string[]
  type?: string
  body?: readonly string[]
}

/**
 * The website of a fictitious company, for scans without the internet. The telephone number is in the range that Ofcom
 * reserves for drama.
 */
export const samplePages: ReadonlyMap<string, { type: string; body: string }> = new Map(
  Object.entries<SamplePage>(pages).map(([path, { type, body = [], title = '', main = [], head = [] }]) => [
    path,
    type === undefined
      ? { type: 'text/html; charset=utf-8', body: html(title, main.join('\n'), head.join('\n')) }
      : { type, body: body.join('\n') },
  ]),
)

/** The page around a title, its own lines of the head, and its content. */
function html(title: string, main: string, head: string): string {
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="Larkfield plans repairs, orders parts and writes invoices for independent bicycle shops.">
<link rel="stylesheet" href="/style.css">
${head}
</head>
<body>
<nav><a href="/">Larkfield Cycle Works</a><a href="/about">About</a><a href="/pricing">Pricing</a><a href="/integrations">Integrations</a><a href="/security">Security</a><a href="/contact">Contact</a></nav>
<main>
${main}
</main>
<footer>© 2026 Larkfield Cycle Works Ltd. Registered in England. <a href="/private/notes">Notes</a></footer>
</body>
</html>
`
}
