import { decodePercents } from '../../decode-percents.ts'
import { nearest } from '../../document/dom-tree.ts'
import { attributeEvidence, jsonEvidence, lineEvidence, spanEvidence } from '../../document/evidence.ts'
import { foreignElements } from '../../document/foreign-elements.ts'
import { linesOf } from '../../document/lines.ts'
import { listedElements } from '../../document/listing.ts'
import { markedProperties } from '../../document/microdata.ts'
import { objectsOf, organisationsOf, stringsOf } from '../../document/organisation.ts'
import type { Page, PageLink } from '../../document/page.ts'
import { sectionsOf } from '../../document/sections.ts'
import { showsSomething } from '../../document/shown-links.ts'
import { siteOf } from '../../site/site-name.ts'
import type { Said } from '../shared/facts-by-place.ts'
import { mailAddress, mailDomainUrl } from './mail-address.ts'
import { decodeCloudflare, mailsIn } from './mail-text.ts'

/** Of one kind of place. */
const mentionsMax = 200

export interface MailMention extends Said {
  address: string
  /** Stands where the site speaks of somebody else. */
  foreign: boolean
  area: string
  /** Stands in one of several articles. */
  listed?: boolean
}

/** Every address that a page tells, wherever it stands and whosever it is. */
export function mailMentions(page: Page): MailMention[] {
  return [
    ...structuredMentions(page),
    ...linkMentions(page),
    ...textMentions(page),
    ...attributeMentions(page),
  ]
}

function structuredMentions(page: Page): MailMention[] {
  const mentions: MailMention[] = []
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

function linkMentions(page: Page): MailMention[] {
  const mentions: MailMention[] = []
  const foreign = foreignElements(page)
  for (const link of page.links) {
    for (const address of mailtoAddresses(link)) {
      // A link to another site's mailbox is said plainly, but it is not the site's own structured data.
      const own = siteOf(mailDomainUrl(address)).domain === siteOf(page.url).domain
      mentions.push({
        address,
        strength: 'explicit',
        evidence: spanEvidence(page, 'link', link.hrefSpan),
        foreign: !link.visible || foreign(link.element) || !showsSomething(page, link),
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
  return decodePercents(list)
    .split(/[,;]/)
    .slice(0, 10)
    .flatMap((one) => mailAddress(withoutName(one)) ?? [])
}

function withoutName(recipient: string): string {
  const open = recipient.indexOf('<')
  return open === -1 ? recipient : recipient.slice(open + 1).replace('>', '')
}

function textMentions(page: Page): MailMention[] {
  const mentions: MailMention[] = []
  const sections = sectionsOf(page)
  const isListed = listedElements(page)
  for (const line of linesOf(page)) {
    for (const mail of mailsIn(line.text)) {
      if (mentions.length >= mentionsMax) return mentions
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
function attributeMentions(page: Page): MailMention[] {
  const mentions: MailMention[] = []
  const foreign = foreignElements(page)
  const add = (element: Element, attribute: string, address: string | undefined) => {
    if (address === undefined || mentions.length >= mentionsMax || !page.isVisible(element)) return
    const evidence = attributeEvidence(page, 'link', element, attribute)
    mentions.push({ address, strength: 'explicit', evidence, foreign: foreign(element), area: 'main' })
  }
  for (const element of page.all('[data-cfemail]'))
    add(element, 'data-cfemail', decodeCloudflare(element.getAttribute('data-cfemail') ?? ''))
  for (const attribute of mailAttributes) {
    for (const element of page.all(`[${attribute}]`)) {
      const text = (element.getAttribute(attribute) ?? '').slice(0, 400)
      if (textTags.has(element.localName)) add(element, attribute, mailsIn(text)[0]?.address)
    }
  }
  for (const element of page.all('[data-domain]')) {
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
function isCode(element: Element): boolean {
  return nearest(element, 'pre', 'code', 'samp', 'kbd') !== null
}

export const patterns = [/^mailto:/i, /^\s{0,9}mailto:/i, /[,;]/]
