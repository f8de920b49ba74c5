import { Type as t } from '@sinclair/typebox'
import rows from './tools.json' with { type: 'json' }

const text = t.String({ minLength: 1, maxLength: 200 })
const lowercase = t.String({ minLength: 1, maxLength: 200, pattern: '^[^A-Z]+$' })
const host = t.String({ pattern: '^[a-z0-9_-]+(\\.[a-z0-9_-]+)+$' })
const address = t.String({ pattern: '^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)*\\.([a-z0-9-]+|\\*)(/\\S+)?$' })
const listOf = <Item extends typeof text>(item: Item, description: string) =>
  t.Optional(t.Readonly(t.Array(item, { minItems: 1, uniqueItems: true, description })))

/**
 * One business tool and the signatures that detect it, a row of `tools.json`; from the tools' own installation guides.
 *
 * Hosts match by whole labels, with subdomains: `stripe.com` covers `js.stripe.com`, not `notstripe.com`. A host that
 * ends with `.*` matches each common country domain. A path after the host is a prefix of the URL's path and query; `*`
 * in it matches one path segment.
 */
export const Tool = t.Object(
  {
    name: text,
    category: t.Union(
      [
        ...['accounting', 'advertising', 'analytics', 'booking', 'commerce', 'consent', 'crm', 'email'],
        ...['hosting', 'marketing', 'media', 'monitoring', 'payments', 'recruiting', 'support'],
        ...['websites', 'work'],
      ].map((name) => t.Literal(name)),
    ),
    loads: listOf(address, 'Scripts, frames, forms, styles and pixels that only a site using the tool loads'),
    links: listOf(
      address,
      'A customer’s own place at the tool: `calendly.com/*` (any handle), `*.zendesk.com` (any customer’s subdomain)',
    ),
    ownLinks: listOf(address, 'As `links`, where only a place named like the site counts'),
    paths: listOf(text, 'Paths on the site’s own host in scripts and styles'),
    inline: listOf(
      text,
      "Starts of calls or variables in inline scripts; `'` matches any quote, white space is ignored",
    ),
    attributes: listOf(lowercase, 'Attributes of the root elements `html` and `body`'),
    generators: listOf(lowercase, 'Starts of `<meta name="generator">`'),
    metas: listOf(lowercase, 'Names of other `<meta>` elements that carry an account or a verification'),
    headers: listOf(lowercase, 'Response headers: `name`, or `name: part of the value`'),
    mx: listOf(host, 'Hosts of MX records'),
    spf: listOf(host, 'Hosts that SPF records include'),
    txt: listOf(lowercase, 'Starts of TXT records'),
    cname: listOf(host, 'Hosts that CNAME records point to'),
    names: listOf(text, 'Spellings in texts, to the letter, when they are more or other than `name`'),
    ordinaryWord: t.Optional(
      t.Boolean({
        description: 'The name is an ordinary word: it counts only as a whole item',
      }),
    ),
  },
  { additionalProperties: false },
)
export type Tool = typeof Tool.static

/** Every business tool that a scan can recognise. */
export const toolTable: readonly Tool[] = rows
