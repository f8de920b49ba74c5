import { lineOfElement } from '../../document/lines.ts'
import { contactsOf, stringOf, stringsOf } from '../../document/organisation.ts'
import type { Page } from '../../document/page.ts'
import { showsSomething } from '../../document/shown-links.ts'
import type { Site } from '../../site/site.ts'
import { candidateInLine, candidateInLink, candidatesOfOrganisations } from '../candidates.ts'
import { registrationsIn } from '../identity/registration-numbers.ts'
import type { Candidate, Decision, SiteCandidate, Topic } from '../topic.ts'
import { otherParties } from './other-parties.ts'
import { countryOfStyle, labelledNumbers, plainPhones } from './phone-lines.ts'
import { chatNumber, digitsOf, numbersIn, type PhoneNumber, readPhone, telNumber } from './phone-numbers.ts'

/**
 * The company's telephone numbers. Pages return numbers as written, as the country is decided from the whole site;
 * numbers labelled as fax or register number on any page are excluded.
 */
export const phone: Topic = {
  topics: ['contact-phone'],
  readsLegalPages: true,
  read,
  decide,
}

/** The use of a number on the page. */
type Use = 'phone' | 'fax' | 'other'

const phonesMax = 20
const numberCharsMax = 60

function read(page: Page): Candidate[] {
  return [...inStructuredData(page), ...inLinks(page), ...inText(page), ...inOtherUse(page)]
}

const stated = (number: string, use: Use, country?: string) => ({
  topic: 'contact-phone' as const,
  value: number.slice(0, numberCharsMax),
  details: { use, ...(country !== undefined && { country }) },
})

function inStructuredData(page: Page): Candidate[] {
  const numberIn = (written: string) => numbersIn(written)[0]?.text ?? written.replace(/^tel:/i, '')
  const isFax = (text: string) => /fax/i.test(text.slice(0, 100))
  return candidatesOfOrganisations(page, (organisation) =>
    contactsOf(organisation).flatMap(({ telephone, faxNumber, contactType }) => {
      const phones = stringsOf(telephone).filter((text) => !isFax(text) && !isFax(stringOf(contactType)))
      return [
        ...phones.map((written) => ({ ...stated(numberIn(written), 'phone'), written })),
        ...stringsOf(faxNumber).map((written) => ({ ...stated(written, 'fax'), written })),
      ]
    }),
  )
}

function inLinks(page: Page): Candidate[] {
  const isOthers = otherParties(page)
  return page.links.flatMap((link) => {
    const chat = chatNumber(link)
    if (chat !== undefined) return candidateInLink(page, stated(chat, 'phone'), link, 'contact-link')
    const number = telNumber(link)
    if (number === undefined || !link.visible || !showsSomething(page, link)) return []
    const line = lineOfElement(page, link.element)
    if (line !== undefined && isOthers(line, line.text.indexOf(link.text) + link.text.length)) return []
    return shownOther(link.text, digitsOf(number))
      ? []
      : candidateInLink(page, stated(number, 'phone'), link, 'contact-link')
  })
}

/** A whole national number: digits of groups, without a prefix of a country. */
const national = /^\d[\d ./-]{7,14}$/

/** Whether the text of a link shows another number than its URL, which a template or a slip left there. */
function shownOther(text: string, digits: string): boolean {
  const shown = digitsOf(text)
  if (numbersIn(text).length === 0) return false
  const isWhole = national.test(text.trim()) && shown.length >= 9 && !shown.startsWith('00')
  return isWhole ? !digits.endsWith(shown.replace(/^0/, '')) : !shown.includes(digits.slice(-4))
}

function inText(page: Page): Candidate[] {
  const isOthers = otherParties(page)
  return plainPhones(page)
    .slice(0, 5 * phonesMax)
    .flatMap(({ line, number }) => {
      if (isOthers(line, number.from) || isRegistration(line.text, number)) return []
      const country = countryOfWriting(page, number.text)
      return candidateInLine(page, stated(number.text, 'phone', country), line, [number.from, number.to])
    })
}

function isRegistration(text: string, { from, to }: { from: number; to: number }): boolean {
  return registrationsIn(text).some((number) => number.from < to && from < number.to)
}

/** Numbers with another use: they are not phones on any page. */
function inOtherUse(page: Page): Candidate[] {
  return labelledNumbers(page).flatMap(({ line, number, label }) => {
    const registered = isRegistration(line.text, number)
    if (label !== 'fax' && !registered) return []
    const use = registered ? 'other' : 'fax'
    return candidateInLine(page, stated(number.text, use), line, [number.from, number.to])
  })
}

/** The country whose format a number has, for a site with another country or none. */
function countryOfWriting(page: Page, text: string): string | undefined {
  const language = (page.lang ?? '').toLowerCase().split('-')[0] ?? ''
  const country = countryOfStyle(text, language)
  return country === undefined ? undefined : `${country}?`
}

const frenchCountries = new Set(['FR', 'BE', 'CH', 'LU', 'CA', 'MC', 'MA', 'TN', 'DZ', 'SN', 'CI'])

/** Digits by which a number without a country is the same as one with it. */
const nationalMin = 7

interface ReadNumber {
  phone: PhoneNumber & { isGuessed: boolean; isLocal?: true }
  candidate: SiteCandidate
}

function decide(candidates: readonly SiteCandidate[], site: Site): Decision[] {
  const read: ReadNumber[] = candidates.flatMap((candidate) => {
    const phone = phoneOf(candidate, site)
    return phone === undefined ? [] : [{ phone, candidate }]
  })
  const used = (use: Use) =>
    new Set(read.filter(({ candidate }) => candidate.details['use'] === use).map(({ phone }) => phone.value))
  const [faxes, others] = [used('fax'), used('other')]
  const phones = read.filter(
    ({ phone, candidate }) =>
      candidate.details['use'] === 'phone' && !faxes.has(phone.value) && !others.has(phone.value),
  )
  const international = phones.flatMap(({ phone }) => (phone.isLocal === true ? [] : [phone.value]))
  const nationalOf = ({ candidate }: ReadNumber) => digitsOf(candidate.value).replace(/^0/, '')
  const locals = new Map(
    phones.filter(({ phone }) => phone.isLocal).map((one) => [nationalOf(one), one.phone.value]),
  )
  // `0690 73 45 80` beside `+590690734580` is not a French number, and `+533 654 033` beside `533 654 033` has no country.
  const wholeOf = (one: ReadNumber) => {
    const national = nationalOf(one)
    if (one.phone.isLocal !== true || national.length < nationalMin)
      return locals.get(digitsOf(one.phone.value)) ?? one.phone.value
    return international.find((each) => each.endsWith(national) && each !== `+${national}`) ?? one.phone.value
  }
  const byNumber = Map.groupBy(phones, wholeOf)
  return [...byNumber].slice(0, phonesMax).map(([value, mentions]) => ({
    topic: 'contact-phone',
    key: value,
    value,
    text: `Contact phone: ${mentions.find(({ phone }) => phone.value === value)?.phone.shown ?? value}`,
    support: mentions.map(({ candidate }) => candidate),
    ...(mentions.every(({ phone }) => phone.isGuessed) && { confidenceMax: 'low' }),
  }))
}

/** The country of a number without a prefix is guessed when only its form or the language of the pages suggests it. */
function phoneOf({ value, details }: SiteCandidate, site: Site): ReadNumber['phone'] | undefined {
  const { country: home } = site
  const { country = '' } = details
  const assumed = country.endsWith('?') ? country.slice(0, -1) : undefined
  const isForeignStyle = assumed === 'FR' && home !== undefined && !frenchCountries.has(home)
  const isHomeKnown = home !== undefined && !site.isCountryGuessed
  const isHome = assumed === undefined || (isHomeKnown && !isForeignStyle)
  const named = assumed === undefined && country !== '' ? country : undefined
  const found = readPhone(value, named)
  if (found !== undefined) return { ...found, isGuessed: false }
  const local = readPhone(value, isHome ? home : assumed)
  return local && { ...local, isGuessed: site.isCountryGuessed || !isHome, isLocal: true }
}
