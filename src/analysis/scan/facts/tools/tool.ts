/**
 * One business tool and what betrays its use. The table is our own writing, from the tools' own installation guides.
 *
 * Hosts match by whole labels and cover their subdomains: `stripe.com` covers `js.stripe.com`, never `notstripe.com`.
 * A path after the host must be the start of the address's path and query; `*` in it stands for one path segment.
 */
export interface Tool {
  name: string
  /** Addresses of scripts, frames, forms, styles and pixels that only a site using the tool loads. */
  loads?: readonly string[]
  /**
   * Addresses of a customer's own place at the tool, where a plain link tells of use: `calendly.com/*` (any one
   * handle), `*.zendesk.com` (any customer's subdomain) or `buy.stripe.com` as it stands.
   */
  links?: readonly string[]
  /** As `links`, but anybody may have a place there: only one that is called like the site counts. */
  ownLinks?: readonly string[]
  /** Paths on the site's own host in scripts and styles. */
  paths?: readonly string[]
  /** Starts of calls or variables in inline scripts; `'` stands for any quote, and white space does not count. */
  inline?: readonly string[]
  /** Attributes of the root elements `html` and `body`. */
  attributes?: readonly string[]
  /** Starts of `<meta name="generator">`, in lower case. */
  generators?: readonly string[]
  /** Names of other `<meta>` elements that carry an account or a verification. */
  metas?: readonly string[]
  /** Response headers: name and what the value contains, both in lower case; an empty text allows any value. */
  headers?: ReadonlyArray<readonly [name: string, value: string]>
  /** Hosts of MX records. */
  mx?: readonly string[]
  /** Hosts that SPF records include. */
  spf?: readonly string[]
  /** Starts of TXT records, in lower case. */
  txt?: readonly string[]
  /** Hosts that CNAME records point to. */
  cname?: readonly string[]
  /** How texts write it, to the letter, when that is more or other than `name`. */
  names?: readonly string[]
  /** The name is an ordinary word: only an item that says nothing else names the tool. */
  ordinaryWord?: true
  /** The catalog's option that a user of this tool would tick, when it is not the name itself. */
  option?: string
}

/** The same place under several country domains: `inCountries('eventbrite', ['com', 'ie'], 'e')`. */
export function inCountries(
  label: string,
  suffixes: readonly string[],
  ...paths: readonly string[]
): string[] {
  return suffixes.flatMap((suffix) =>
    paths.length === 0 ? [`${label}.${suffix}`] : paths.map((path) => `${label}.${suffix}/${path}`),
  )
}

/** Country domains that international services commonly use. */
export const commonSuffixes: readonly string[] =
  'com de at ch fr it es nl be ie co.uk dk se no fi pl pt cz ca com.au co.nz sg hk com.mx com.br jp ae in'.split(
    ' ',
  )
