import { normalWords } from '../../../text/normal-words.ts'
import { decodePercents } from '../../decode-percents.ts'
import { nearest } from '../../document/dom-tree.ts'
import { lineOfElement, linesOf } from '../../document/lines.ts'
import { listedElements } from '../../document/listing.ts'
import { oncePerPage } from '../../document/once-per-page.ts'
import { contactsOf, stringsOf } from '../../document/organisation.ts'
import type { Page, PageArea, PageLink } from '../../document/page.ts'
import { type PageKind, pageKind } from '../../document/page-kind.ts'
import { showsSomething } from '../../document/shown-links.ts'
import type { Candidate } from '../candidate.ts'
import {
  candidateInAttribute,
  candidateInLine,
  candidateInLink,
  candidatesOfOrganisations,
} from '../candidates.ts'
import { teamCards } from '../people/team-cards.ts'
import { mailAddress } from './mail-address.ts'
import { decodeCloudflare, decodeTypo3, mailsIn } from './mail-text.ts'
import { otherParties } from './other-parties.ts'

/** Per kind of place. */
const mentionsMax = 200

/** How reliably the place shows an address of the company. */
export type Standing = 'structured' | 'contact' | 'about' | 'passing'

/**
 * Every address on a page that is not marked as another party's; `details.standing` is the kind of place, and
 * `details.person` is present where the page names a person whose mailbox it is.
 */
export const mailMentions = oncePerPage((page: Page): readonly Candidate[] => {
  const people = teamCards(page).flatMap(({ name }) => normalWords(name).filter((word) => word.length > 3))
  const isPersons = (address: string) => {
    const box = address.slice(0, address.indexOf('@')).replace(/[^\p{L}]/gu, '')
    return people.some((word) => box.includes(word))
  }
  return [inStructuredData, inLinks, inText, inAttributes]
    .flatMap((read) => read(page))
    .map((each) => (isPersons(each.value) ? { ...each, details: { ...each.details, person: 'true' } } : each))
})

const stated = (value: string, standing: Standing) =>
  ({ topic: 'contact-email', value, details: { standing } }) as const

function inStructuredData(page: Page): Candidate[] {
  return candidatesOfOrganisations(page, (organisation) =>
    contactsOf(organisation)
      .flatMap(({ email }) => stringsOf(email))
      .flatMap((written) => {
        const [mail] = mailsIn(written.replace(/^mailto:/i, ''))
        return mail === undefined ? [] : [{ ...stated(mail.address, 'structured'), written }]
      }),
  )
}

function inLinks(page: Page): Candidate[] {
  return page.links.flatMap((link) => {
    const addresses = linkedAddresses(link)
    if (addresses.length === 0 || !link.visible || !showsSomething(page, link)) return []
    const standing = standingIn(page, link.area)
    return addresses.flatMap((address) =>
      candidateInLink(page, stated(address, standing), link, 'contact-link'),
    )
  })
}

/** Every recipient of a `mailto:` link, also in Cloudflare's encoding; parameters are ignored. */
function linkedAddresses({ href }: PageLink): string[] {
  if (href.includes('/cdn-cgi/l/email-protection#'))
    return [decodeCloudflare(href.slice(href.indexOf('#') + 1))].filter((one) => one !== undefined)
  if (!/^\s{0,9}mailto:/i.test(href)) return []
  const [path = '', query = ''] = href.slice(href.indexOf(':') + 1).split('?')
  const to = query.split('&').find((pair) => pair.toLowerCase().startsWith('to='))
  return decodePercents([path, to?.slice(3) ?? ''].join(',').slice(0, 2000))
    .split(/[,;]/)
    .slice(0, 10)
    .flatMap((recipient) => mailAddress(recipient.slice(recipient.indexOf('<') + 1).replace('>', '')) ?? [])
}

function inText(page: Page): Candidate[] {
  const isListed = listedElements(page)
  const isOthers = otherParties(page)
  const found: Candidate[] = []
  for (const line of linesOf(page)) {
    if (found.length >= mentionsMax) break
    const mails = mailsIn(line.text)
    if (mails.length === 0 || isCode(line.block.block)) continue
    const standing = isListed(line.block.block) ? 'passing' : standingIn(page, line.area)
    for (const { address, from, to } of mails)
      if (!isOthers(line, from))
        found.push(...candidateInLine(page, stated(address, standing), line, [from, to]))
  }
  return found
}

/** Code contains addresses that are not contacts, such as `git@host`. */
const isCode = (element: Element) => nearest(element, 'pre', 'code', 'samp', 'kbd') !== null

const encodings: ReadonlyArray<readonly [attribute: string, read: (element: Element) => string | undefined]> =
  [
    ['data-cfemail', (element) => decodeCloudflare(element.getAttribute('data-cfemail') ?? '')],
    ...['data-email', 'data-mail', 'data-mailto', 'data-enc-email'].map(
      (name) =>
        [
          name,
          (element: Element) => mailsIn((element.getAttribute(name) ?? '').slice(0, 400))[0]?.address,
        ] as const,
    ),
    ['data-domain', readParts],
    ['data-mailto-token', (element) => decodeTypo3(element.getAttribute('data-mailto-token') ?? '')],
    ['href', (element) => decodeTypo3(element.getAttribute('href') ?? '')],
  ]
/** Elements that may show an address inserted by a script. */
const textTags = new Set(['a', 'span', 'b', 'strong', 'em', 'address'])

/** Addresses inserted by scripts: Cloudflare's, and those of `data-email` and `data-user` with `data-domain`. */
function inAttributes(page: Page): Candidate[] {
  return encodings.flatMap(([attribute, readAddress]) =>
    page
      .all(`[${attribute}]`)
      .filter((element) => attribute !== 'href' || element.getAttribute('href')?.includes('UnCryptMailto('))
      .slice(0, mentionsMax)
      .flatMap((element) => {
        const address =
          textTags.has(element.localName) && page.isVisible(element) ? readAddress(element) : undefined
        if (address === undefined) return []
        const standing = standingIn(page, lineOfElement(page, element)?.area ?? 'main')
        const where = { element, name: attribute, place: 'contact-link' } as const
        return candidateInAttribute(page, stated(address, standing), where)
      }),
  )
}

function readParts(element: Element): string | undefined {
  const read = (name: string) => element.getAttribute(`data-${name}`)
  const ending = read('tld')
  const domain = (read('domain') ?? '') + (ending === null ? '' : `.${ending}`)
  return mailAddress(`${read('user') ?? read('name') ?? read('local') ?? ''}@${domain}`)
}

const standings: Readonly<Partial<Record<PageKind, Standing>>> = {
  home: 'contact',
  contact: 'contact',
  imprint: 'contact',
  about: 'about',
  team: 'about',
  careers: 'about',
}

function standingIn(page: Page, area: PageArea): Standing {
  if (area === 'footer' || area === 'header') return 'contact'
  return standings[pageKind(page)] ?? 'passing'
}
