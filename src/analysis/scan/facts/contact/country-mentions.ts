import { oncePerPage } from '../../document/once-per-page.ts'
import { contactsOf, objectsOf, stringOf } from '../../document/organisation.ts'
import type { Page } from '../../document/page.ts'
import { structuredCountryCode } from '../../site/countries.ts'
import type { Candidate } from '../candidate.ts'
import { candidateInLine, candidateInLink, candidatesOfOrganisations } from '../candidates.ts'
import { countryOfStyle, labelledNumbers } from './phone-lines.ts'
import { chatNumber, readPhone, telNumber } from './phone-numbers.ts'
import { postalAddresses } from './postal-addresses.ts'

export const stated = (value: string, inferred = false) => ({ topic: 'region' as const, value, inferred })

/** What shows a country; `details.clue` is what kind of statement it is, `details.country` the country of its form. */
export const countryMentions = oncePerPage((page): readonly Candidate[] =>
  Object.entries({ 'json-ld': inStructuredData, address: inAddresses, phone: inPhones }).flatMap(
    ([clue, read]) => read(page).map((each) => ({ ...each, details: { ...each.details, clue } })),
  ),
)

function inStructuredData(page: Page): Candidate[] {
  return candidatesOfOrganisations(page, (value) =>
    contactsOf(value)
      .flatMap((holder) => objectsOf(holder['address']))
      .flatMap((address) => regionOf(stringOf(address['addressCountry']), structuredCountryCode)),
  )
}

/** The statement of a text that names a country or a region. */
export function regionOf(written: string, read: (written: string) => string | undefined) {
  const value = read(written)
  return value === undefined ? [] : [{ ...stated(value), written }]
}

function inAddresses(page: Page): Candidate[] {
  return postalAddresses(page).flatMap(({ country, line, from, coded }) => {
    if (country === undefined && !coded) return []
    const statement = country === undefined ? stated(homeCountry, true) : stated(country)
    return candidateInLine(page, statement, line, [from, line.text.length])
  })
}

/** Marks addresses without a country: they support the country of the site. */
export const homeCountry = 'home'

const numberCharsMax = 40

/** A number without a country prefix supports the country in which it is valid. */
function inPhones(page: Page): Candidate[] {
  const links = page.links.flatMap((link) => {
    const number = telNumber(link) ?? chatNumber(link)
    return number === undefined || !link.visible
      ? []
      : candidateInLink(page, ofNumber(number), link, 'contact-link')
  })
  const texts = labelledNumbers(page).flatMap(({ line, number }) =>
    candidateInLine(page, ofNumber(number.text), line, [number.from, number.to]),
  )
  return [...links, ...texts]
}

function ofNumber(number: string) {
  const country = readPhone(number, undefined)?.country
  if (country !== undefined) return stated(country)
  const style = readPhone(number, countryOfStyle(number, ''))?.country
  const details = { number: number.slice(0, numberCharsMax), ...(style !== undefined && { country: style }) }
  return { ...stated('number', true), details }
}
