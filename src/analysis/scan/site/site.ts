import { siteOf as registrableSite } from '../crawl/same-site.ts'
import { languageOf } from '../crawl/url-language.ts'
import type { PageClues } from './clues.ts'
import { decideBrand } from './decide-brand.ts'
import { decideCountry } from './decide-country.ts'
import { decideLegalName } from './decide-legal-name.ts'
import { areAlike, siteOf } from './site-name.ts'

/** Identity of a site, decided once from all pages and used by every topic. */
export interface Site {
  /** The registrable domain, and its label: `acme` of `acme.co.uk`. */
  domain: string
  label: string
  /** The name that the company uses. */
  brand: string | undefined
  /** The name with its legal form, from imprints and copyright lines. */
  legalName: string | undefined
  /** Every spelling of the company's name: brand, legal name, domain label, profile names. */
  names: readonly string[]
  /** ISO 3166-1 alpha-2 of the company's seat. */
  country: string | undefined
  /** Whether only the language of the pages suggests the country. */
  isCountryGuessed: boolean
  /** ISO 639-1 codes of the pages, most frequent first. */
  languages: readonly string[]
  /** The registrable domains of the site and its editions. */
  domains: ReadonlySet<string>
  /** Whether a name is the company's. */
  isOwnName(name: string): boolean
  /** Whether a host belongs to the company. */
  isOwnHost(host: string): boolean
  /**
   * Whether a statement is about the company: not in a credit, testimonial or section about another party, and not in a
   * block that names another organisation.
   */
  isOwn(statement: { foreign: boolean; owner?: string }): boolean
}

export interface SitePage {
  url: string
  clues: PageClues
}

const namesMax = 40

/** @param home the final URL of the start page; `pages` begin with it */
export function decideSite(home: URL, pages: readonly SitePage[]): Site {
  const clues = pages.map((page) => page.clues)
  const { domain, label } = siteOf(home.href)
  const brand = decideBrand(clues, label)
  const legalName = decideLegalName(
    clues,
    [brand, label].filter((name) => name !== undefined),
  )
  const known = [brand, legalName, label].filter((name) => name !== undefined)
  const resemblesKnown = (name: string) => known.some((own) => areAlike(own, name))
  const handles = clues.flatMap((page) => page.handles).filter(resemblesKnown)
  const spellings = clues.flatMap((page) => page.names.map(({ name }) => name)).filter(resemblesKnown)
  const names = [...new Set([...known, ...spellings, ...handles])].slice(0, namesMax)
  const isOwnName = (name: string) => names.some((own) => areAlike(own, name))
  const domains = ownDomains(home, clues, isOwnName)
  return {
    domain,
    label,
    brand,
    legalName,
    names,
    ...decideCountry(clues, home),
    languages: languagesOf(clues),
    domains,
    isOwnName,
    isOwnHost: (host) => domains.has(domainOf(host)),
    isOwn: ({ foreign, owner }) => !foreign && (owner === undefined || isOwnName(owner)),
  }
}

/** The site's domain, and those of its editions in other languages with similar names. */
function ownDomains(
  home: URL,
  clues: readonly PageClues[],
  isOwnName: (name: string) => boolean,
): ReadonlySet<string> {
  const editions = clues.flatMap((page) => page.alternates.map(({ url }) => new URL(url)))
  const alike = editions.filter(({ href }) => isOwnName(siteOf(href).label))
  return new Set([home, ...alike].map(registrableSite))
}

const domainOf = (host: string) => registrableSite(new URL(`https://${host}/`))

function languagesOf(clues: readonly PageClues[]): string[] {
  const counts = new Map<string, number>()
  for (const { lang } of clues) {
    const language = languageOf(lang.split('-', 1)[0] ?? '')
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([language]) => language)
}
