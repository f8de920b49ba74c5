import { cleanText } from '../page/clean-text.ts'
import type { Page, PageElement, PageLink } from '../page.ts'
import type { PageFact } from './fact.ts'
import { attributeEvidence, jsonEvidence, lineEvidence, spanEvidence } from './shared/evidence.ts'
import { factsByPlace, type Said } from './shared/facts-by-place.ts'
import { foreignElements } from './shared/foreign-elements.ts'
import { linesOf } from './shared/lines.ts'
import { listedElements } from './shared/listing.ts'
import { isFreeMail, mailAddress, mailDomainUrl } from './shared/mail-address.ts'
import { decodeCloudflare, mailsIn } from './shared/mail-text.ts'
import { markedProperties } from './shared/microdata.ts'
import { objectsOf, organisationsOf, stringsOf } from './shared/organisation.ts'
import { ownNames } from './shared/own-names.ts'
import { pageKind } from './shared/page-kind.ts'
import { sectionsOf } from './shared/sections.ts'
import { resembles, siteOf } from './shared/site.ts'

const mailsMax = 20

interface Mention extends Said {
  address: string
  /** Stands where the site speaks of somebody else. */
  foreign: boolean
  area: string
  /** Stands in one of several articles. */
  listed?: boolean
}

/** The addresses at which the company can be reached; those of authorities, agencies and other sites are left out. */
export function findContactEmails(page: Page): readonly PageFact[] {
  const mentions = [
    ...structuredMentions(page),
    ...linkMentions(page),
    ...textMentions(page),
    ...attributeMentions(page),
  ]
  const byAddress = new Map<string, Mention[]>()
  const relationOf = createRelations(page)
  const told = mentions.filter((mention) => mention.evidence !== undefined && !mention.foreign)
  const hasOwn = told.some(({ address }) => relationOf(address) !== 'other')
  for (const mention of told) {
    if (!isLikelyOwn(page, mention, relationOf(mention.address), hasOwn)) continue
    const same = byAddress.get(mention.address)
    if (same !== undefined) same.push(mention)
    else if (byAddress.size < mailsMax) byAddress.set(mention.address, [mention])
  }
  return [...byAddress].flatMap(([address, list]) => {
    const value = cleanText(address)
    const text = `Contact e-mail: ${value}`
    return factsByPlace({ topic: 'contact-email', kind: 'found', key: value, text, value }, list)
  })
}

function structuredMentions(page: Page): Mention[] {
  const mentions: Mention[] = []
  const base = { strength: 'structured', foreign: false, area: 'main' } as const
  for (const { item, value } of organisationsOf(page)) {
    const holders = [
      value,
      ...objectsOf(value['contactPoint']),
      ...objectsOf(value['contactPoints']),
      ...objectsOf(value['location']),
      ...objectsOf(value['department']),
    ]
    for (const raw of holders.flatMap((holder) => stringsOf(holder['email']))) {
      const address = mailAddress(raw.replace(/^mailto:/i, ''))
      if (address !== undefined) mentions.push({ ...base, address, evidence: jsonEvidence(page, item, raw) })
    }
  }
  for (const property of markedProperties(page)) {
    if (property.name !== 'email') continue
    const address = mailAddress(property.text.replace(/^mailto:/i, '')) ?? mailsIn(property.text)[0]?.address
    if (address !== undefined) mentions.push({ ...base, address, evidence: property.evidence })
  }
  return mentions
}

function linkMentions(page: Page): Mention[] {
  const mentions: Mention[] = []
  const foreign = foreignElements(page)
  for (const link of page.links) {
    for (const address of mailtoAddresses(link)) {
      // A link to another site's mailbox is said plainly, but it is not the site's own structured data.
      const own = siteOf(mailDomainUrl(address)).domain === siteOf(page.url).domain
      mentions.push({
        address,
        strength: 'explicit',
        evidence: spanEvidence(page, 'link', link.hrefSpan),
        foreign: !link.visible || foreign(link.element),
        area: link.area,
      })
      const last = mentions.at(-1)
      if (last !== undefined && own) last.strength = 'structured'
    }
  }
  return mentions
}

/** Every recipient of a `mailto:` link, and what Cloudflare made of one; parameters are left out. */
function mailtoAddresses(link: PageLink): string[] {
  const protection = link.href.indexOf('/cdn-cgi/l/email-protection#')
  if (protection !== -1)
    return [decodeCloudflare(link.href.slice(link.href.indexOf('#') + 1))].filter((one) => one !== undefined)
  if (!/^\s{0,9}mailto:/i.test(link.href)) return []
  const [path = '', query = ''] = link.href.slice(link.href.indexOf(':') + 1).split('?')
  const to = query.split('&').find((pair) => pair.toLowerCase().startsWith('to='))
  const list = [path, to?.slice(3) ?? ''].join(',').slice(0, 2000)
  return decode(list)
    .split(/[,;]/)
    .slice(0, 10)
    .flatMap((one) => mailAddress(withoutName(one)) ?? [])
}

function withoutName(recipient: string): string {
  const open = recipient.indexOf('<')
  return open === -1 ? recipient : recipient.slice(open + 1).replace('>', '')
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function textMentions(page: Page): Mention[] {
  const mentions: Mention[] = []
  const sections = sectionsOf(page)
  const isListed = listedElements(page)
  for (const line of linesOf(page)) {
    for (const mail of mailsIn(line.text)) {
      if (mentions.length >= 10 * mailsMax) return mentions
      mentions.push({
        address: mail.address,
        strength: 'explicit',
        evidence: lineEvidence(page, line, mail.from, mail.to),
        foreign: mail.from >= (sections.get(line)?.foreignFrom ?? 0) || isCode(line.block.block),
        listed: isListed(line.block.block),
        area: line.area,
      })
    }
  }
  return mentions
}

/** What may show an address that a script puts there. */
const textTags = new Set(['a', 'span', 'b', 'strong', 'em', 'address'])
const mailAttributes = ['data-email', 'data-mail', 'data-mailto', 'data-enc-email']

/** Addresses that a script puts in place: Cloudflare's, and those of `data-email` and `data-user` with `data-domain`. */
function attributeMentions(page: Page): Mention[] {
  const mentions: Mention[] = []
  const foreign = foreignElements(page)
  const add = (element: PageElement, attribute: string, address: string | undefined) => {
    if (address === undefined || mentions.length >= 10 * mailsMax || !page.isVisible(element)) return
    const evidence = attributeEvidence(page, 'link', element, attribute)
    mentions.push({ address, strength: 'explicit', evidence, foreign: foreign(element), area: 'main' })
  }
  for (const element of page.elementsWith('data-cfemail'))
    add(element, 'data-cfemail', decodeCloudflare(element.getAttribute('data-cfemail') ?? ''))
  for (const attribute of mailAttributes) {
    for (const element of page.elementsWith(attribute)) {
      const text = (element.getAttribute(attribute) ?? '').slice(0, 400)
      if (textTags.has(element.localName)) add(element, attribute, mailsIn(text)[0]?.address)
    }
  }
  for (const element of page.elementsWith('data-domain')) {
    const read = (name: string) => element.getAttribute(name)
    const user = read('data-user') ?? read('data-name') ?? read('data-local') ?? ''
    const ending = read('data-tld')
    const domain = (read('data-domain') ?? '') + (ending === null ? '' : `.${ending}`)
    if (user !== '' && textTags.has(element.localName))
      add(element, 'data-domain', mailAddress(`${user}@${domain}`))
  }
  return mentions
}

/** Code quotes addresses that are no contacts, such as `git@host`. */
function isCode(element: PageElement): boolean {
  return element.closestNamed('pre', 'code', 'samp', 'kbd') !== null
}

type Relation = 'own' | 'free' | 'other'

/** How far an address is the site's own: its domain's or name's, a mail provider's, or another site's. */
function createRelations(page: Page): (address: string) => Relation {
  const site = siteOf(page.url)
  const names = ownNames(page)
  const byDomain = new Map<string, Relation>()
  return (address) => {
    const domain = address.slice(address.indexOf('@') + 1)
    const before = byDomain.get(domain)
    if (before !== undefined) return before
    const mail = siteOf(mailDomainUrl(address))
    const fits = () => names.some((name) => resembles(name, mail.label))
    const relation =
      mail.domain === site.domain ? 'own' : isFreeMail(address) ? 'free' : fits() ? 'own' : 'other'
    byDomain.set(domain, relation)
    return relation
  }
}

/** A mail provider's address where a site tells its contacts; another site's only there, and if no other is told. */
function isLikelyOwn(
  page: Page,
  { address, area, strength, listed }: Mention,
  relation: Relation,
  hasOwn: boolean,
): boolean {
  if (relation === 'own' || strength === 'structured') return true
  const kind = pageKind(page)
  if (listed === true) return false
  const quiet = kind === 'privacy' || kind === 'terms' || kind === 'others' || kind === 'article'
  const edge = area === 'footer' || area === 'header'
  if (relation === 'other') return !hasOwn && !quiet && (edge || kind === 'contact' || kind === 'home')
  const local = address.slice(0, address.indexOf('@'))
  return edge || (!quiet && kind !== 'other') || ownNames(page).some((name) => resembles(name, local))
}

export const patterns = [/^mailto:/i, /^\s{0,9}mailto:/i, /[,;]/]
