import type { Page } from '../document/page.ts'
import { type PageKind, pageKind } from '../document/page-kind.ts'
import type { Candidate } from '../facts/candidate.ts'
import { countryMentions } from '../facts/contact/country-mentions.ts'
import { isFreeMail, mailHost } from '../facts/contact/mail-address.ts'
import { mailMentions } from '../facts/contact/mail-mentions.ts'
import { profileOf } from '../facts/contact/social-profiles.ts'
import { textLanguages } from '../facts/identity/text-languages.ts'
import { legalNameMentions } from './legal-name-mentions.ts'
import { nameMentions } from './name-mentions.ts'
import { type AbsenceTopic, tracesOf } from './traces.ts'

export const countryClues = ['json-ld', 'address', 'phone'] as const
export type CountryClue = (typeof countryClues)[number]

/** Evidence of one page about the identity of its site. Small JSON, sent from the parse child. */
export interface PageClues {
  kind: PageKind
  names: ReadonlyArray<{ name: string; source: string }>
  legalNames: ReadonlyArray<{ name: string; place: string }>
  /** Hosts of e-mail addresses, without free mail providers. */
  mailDomains: readonly string[]
  /** Names of the linked profiles on social networks. */
  handles: readonly string[]
  countries: ReadonlyArray<{ code: string; clue: CountryClue }>
  /** The `lang` of the document, or the language of its text where that is another. */
  lang: string
  /** Editions in other languages, by `hreflang`. */
  alternates: ReadonlyArray<{ lang: string; url: string }>
  /** Topics that the page may cover in a form that is not read. */
  traces: readonly AbsenceTopic[]
}

const mailDomainsMax = 20
const handlesMax = 20
const countriesMax = 20
const alternatesMax = 60

/** Reads the clues of a page. Runs in the parse child. */
export function readClues(page: Page): PageClues {
  const [spoken = page.lang ?? ''] = textLanguages(page)
  return {
    kind: pageKind(page),
    names: own(nameMentions(page)).map(({ value, details }) => ({
      name: value,
      source: details['source'] ?? '',
    })),
    legalNames: own(legalNameMentions(page)).map(({ value, details }) => ({
      name: value,
      place: details['place'] ?? '',
    })),
    mailDomains: mailDomains(page),
    handles: handles(page),
    countries: countries(page),
    traces: tracesOf(page),
    lang: page.lang?.toLowerCase().startsWith(spoken) === true ? page.lang : spoken,
    alternates: page
      .all('[hreflang]')
      .filter(({ localName }) => localName === 'link')
      .slice(0, alternatesMax)
      .flatMap((link) => {
        const [lang = '', url = ''] = [link.getAttribute('hreflang'), link.getAttribute('href')].map(
          (text) => text?.trim().slice(0, 500) ?? '',
        )
        return lang === '' || !URL.canParse(url, page.url) ? [] : [{ lang, url: new URL(url, page.url).href }]
      }),
  }
}

const own = (mentions: readonly Candidate[]) => mentions.filter(({ foreign }) => !foreign)

function mailDomains(page: Page): string[] {
  const own = mailMentions(page).filter(({ foreign, value }) => !foreign && !isFreeMail(value))
  return [...new Set(own.map(({ value }) => mailHost(value)))].slice(0, mailDomainsMax)
}

function handles(page: Page): string[] {
  const profiles = page.links.flatMap(({ url }) => profileOf(url, false) ?? [])
  const names = profiles.flatMap(({ personal, name }) => (personal ? [] : [name]))
  return [...new Set(names)].slice(0, handlesMax)
}

function countries(page: Page): PageClues['countries'] {
  const found = own(countryMentions(page)).flatMap(({ value, inferred, details: { clue, country } }) => {
    const code = inferred ? country : value
    const kind = countryClues.find((each) => each === clue)
    return code === undefined || kind === undefined ? [] : [{ code, clue: kind }]
  })
  return found.slice(0, countriesMax)
}
