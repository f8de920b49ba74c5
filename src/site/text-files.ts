import type { HomePart } from '../kernel/web/home-part.ts'
import { docPages } from './doc-pages.ts'

/** Home and documentation may be listed; everything else is of one visitor or of a moment. @see RFC 9309 */
export function robotsText(base: string): string {
  return `User-agent: *
Allow: /$
Allow: /docs
Allow: /llms.txt
Disallow: /

# ${base}/llms.txt says what an agent needs.
`
}

const securityDays = 365

/** @see RFC 9116 */
export function securityText(base: string, now: number): string {
  const expires = new Date(now + securityDays * 86_400_000).toISOString().replace(/\.\d+/, '')
  return `Contact: ${base}/docs/security
Expires: ${expires}
Preferred-Languages: en
Canonical: ${base}/.well-known/security.txt
`
}

/** What an agent needs, in the form of https://llmstxt.org. */
export function llmsText(base: string, parts: readonly HomePart[]): string {
  const links = (list: readonly { path: string; about: string }[]) =>
    list.map(({ path, about }) => `- [${path}](${base}${path}): ${about}`).join('\n')
  return `# Cairn

> One service with three areas: business analysis (facts of a company's public website, with quotes), a campaign creative agent (images with the exact logo, reviewed and signed), and milestone status (reads over contracts on a chain).

Every error is an RFC 9457 problem document with a stable slug in \`error\`.

## For programs

${links([{ path: '/openapi.json', about: 'OpenAPI description of all operations' }, { path: '/mcp', about: 'MCP endpoint (POST, Streamable HTTP) with tools and resources' }, ...parts.flatMap((part) => part.links)])}

## Documentation

${links(docPages.map(({ slug, about }) => ({ path: `/docs/${slug}`, about })))}
`
}
