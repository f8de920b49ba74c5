import { linesOf } from '../document/lines.ts'
import { objectsOf, organisationsOf, stringOf } from '../document/organisation.ts'
import type { Page } from '../document/page.ts'
import { type PageKind, pageKind } from '../document/page-kind.ts'
import { sectionsOf } from '../document/sections.ts'
import { numbersIn, readPhone } from '../facts/contact/phone-numbers.ts'
import { isFreeMail } from '../facts/shared/mail-address.ts'
import { mailMentions } from '../facts/shared/mail-mentions.ts'
import { postalAddresses } from '../facts/shared/postal-addresses.ts'
import { profileOf } from '../facts/shared/social-profiles.ts'
import { structuredCountryCode } from './countries.ts'
import { nameWithForm } from './legal-names.ts'
import { nameCandidates } from './name-candidates.ts'
import type { NameSource } from './visible-names.ts'
import { copyrightHolder } from './visible-names.ts'

/** Where a legal name stands, the most telling place first. */
export type LegalNamePlace = 'json-ld' | 'imprint' | 'copyright' | 'footer' | 'terms' | 'text'
export type CountryClue = 'json-ld' | 'address' | 'phone'

/** What one page says about whose site it is. Small JSON: it crosses from the parse child to the scan. */
export interface PageClues {
  kind: PageKind
  names: ReadonlyArray<{ name: string; source: NameSource }>
  legalNames: ReadonlyArray<{ name: string; place: LegalNamePlace }>
  /** Hosts of mail addresses, without the providers of free mailboxes. */
  mailDomains: readonly string[]
  /** Names of the profiles on social networks that the page links to. */
  handles: readonly string[]
  countries: ReadonlyArray<{ code: string; clue: CountryClue }>
  /** The `lang` of the document. */
  lang: string | undefined
  /** Editions in other languages, by `hreflang`. */
  alternates: ReadonlyArray<{ lang: string; url: string }>
}

const namesMax = 40
const legalNamesMax = 12
const mailDomainsMax = 20
const handlesMax = 20
const countriesMax = 20
const alternatesMax = 60
const textMax = 120
const legalLineMax = 200

/** Reads the clues of a page. Runs in the parse child. */
export function readClues(page: Page): PageClues {
  return {
    kind: pageKind(page),
    names: nameCandidates(page)
      .slice(0, namesMax)
      .map(({ name, source }) => ({ name: name.slice(0, textMax), source })),
    legalNames: legalNames(page),
    mailDomains: mailDomains(page),
    handles: handles(page),
    countries: countries(page),
    lang: page.lang,
    alternates: page
      .all('link[hreflang]')
      .slice(0, alternatesMax)
      .flatMap((link) => {
        const [lang = '', url = ''] = [link.getAttribute('hreflang'), link.getAttribute('href')].map(
          (text) => text?.trim().slice(0, 500) ?? '',
        )
        return lang === '' || !URL.canParse(url, page.url) ? [] : [{ lang, url: new URL(url, page.url).href }]
      }),
  }
}

/** Names with a legal form; those under headings about others are left out. */
function legalNames(page: Page): PageClues['legalNames'] {
  const found: Array<{ name: string; place: LegalNamePlace }> = []
  for (const { value } of organisationsOf(page)) {
    const name = stringOf(value['legalName'])
    if (name !== '') found.push({ name: name.slice(0, textMax), place: 'json-ld' })
  }
  const kind = pageKind(page)
  const sections = sectionsOf(page)
  for (const line of linesOf(page)) {
    if (found.length >= legalNamesMax) break
    if (line.text.length > legalLineMax) continue
    const name = nameWithForm(line.text)
    const section = sections.get(line)
    if (name === undefined || (section !== undefined && line.text.indexOf(name) >= section.foreignFrom))
      continue
    found.push({
      name: name.slice(0, textMax),
      place: legalPlace(kind, line.area === 'footer', copyrightHolder(line)),
    })
  }
  return found
}

function legalPlace(kind: PageKind, inFooter: boolean, holder: string | undefined): LegalNamePlace {
  if (inFooter) return holder === undefined ? 'footer' : 'copyright'
  if (kind === 'imprint') return 'imprint'
  return kind === 'terms' || kind === 'privacy' ? 'terms' : 'text'
}

function mailDomains(page: Page): string[] {
  const own = mailMentions(page).filter(({ foreign, address }) => !foreign && !isFreeMail(address))
  return [...new Set(own.map(({ address }) => address.slice(address.indexOf('@') + 1)))].slice(
    0,
    mailDomainsMax,
  )
}

function handles(page: Page): string[] {
  const profiles = page.links.flatMap(({ url }) => profileOf(url, false) ?? [])
  return [...new Set(profiles.filter(({ personal }) => !personal).map(({ name }) => name))].slice(
    0,
    handlesMax,
  )
}

function countries(page: Page): PageClues['countries'] {
  const found: Array<{ code: string; clue: CountryClue }> = []
  for (const { value } of organisationsOf(page)) {
    for (const holder of [value, ...objectsOf(value['location'])])
      for (const address of objectsOf(holder['address'])) {
        const code = structuredCountryCode(stringOf(address['addressCountry']))
        if (code !== undefined) found.push({ code, clue: 'json-ld' })
      }
  }
  const sections = sectionsOf(page)
  for (const { country, line, from } of postalAddresses(page))
    if (country !== undefined && from < (sections.get(line)?.foreignFrom ?? 0))
      found.push({ code: country, clue: 'address' })
  for (const line of linesOf(page)) {
    if (found.length >= countriesMax) break
    if (!line.text.includes('+')) continue
    for (const { text, from } of numbersIn(line.text)) {
      const country = text.startsWith('+') ? readPhone(text, undefined)?.country : undefined
      if (country !== undefined && from < (sections.get(line)?.foreignFrom ?? 0))
        found.push({ code: country, clue: 'phone' })
    }
  }
  return found.slice(0, countriesMax)
}
