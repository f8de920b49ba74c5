import type { PageKind } from '../../document/page-kind.ts'
import type { Site } from '../../site/site.ts'
import { resembles, siteOf } from '../../site/site-name.ts'
import type { Decision, SiteCandidate, Topic } from '../topic.ts'
import { isFreeMail, mailHost } from './mail-address.ts'
import { mailMentions } from './mail-mentions.ts'

/** The company's e-mail addresses, without those of authorities, agencies and other sites. */
export const email: Topic = {
  topics: ['contact-email'],
  readsLegalPages: true,
  read: mailMentions,
  decide,
}

const mailsMax = 20

/** Relation of an address to the company: its domain or name, a mail provider, or another domain. */
type Relation = 'own' | 'free' | 'other'

function decide(candidates: readonly SiteCandidate[], site: Site): Decision[] {
  const boxes = [...Map.groupBy(candidates, ({ value }) => value)].map(([address, mentions]) => ({
    address,
    mentions,
    relation: relationOf(address, site),
  }))
  const all = boxes.filter((box) => !isJoined(box, boxes))
  const hasOwn = all.some(({ relation }) => relation !== 'other')
  const own = all.flatMap((each) => {
    const support = each.mentions.filter((mention) => isOwn(mention, each.relation, site, hasOwn))
    return support.length === 0 ? [] : { ...each, mentions: support }
  })
  // Without other addresses, a provider's or the only one of privacy notices and terms is the company's.
  const isOnly = all.length === 1
  const inLegal = all.filter(
    ({ relation, mentions }) =>
      (relation === 'free' || isOnly) && mentions.some(({ page }) => legalKinds.has(page.kind)),
  )
  const found = withoutDirectory(own.length > 0 ? own : inLegal)
  const hasNamed = found.some((box) => isNamed(box, site))
  return found.slice(0, mailsMax).map((box) => decisionOf(box, hasNamed && !isNamed(box, site)))
}

/** Whether an address has the company's domain or name, or is stated in structured data. */
function isNamed({ address, mentions, relation }: Mailbox, site: Site): boolean {
  return relation === 'own' || mentions.some(isStructured) || hasName(address, site)
}

const isStructured = ({ details }: SiteCandidate) => details['standing'] === 'structured'

const hasName = (address: string, site: Site) =>
  site.names.some((name) => resembles(name, address.slice(0, address.indexOf('@'))))

/** `Contactinfo@acme.example` and `info@acme.exampleReply`: another address beside a word in an element of its own. */
function isJoined({ address, mentions }: Mailbox, boxes: readonly Mailbox[]): boolean {
  const crosses = mentions.every(({ evidence }) => evidence.every(({ quote }) => quote.includes('<')))
  const isIn = (other: string) => other !== address && (address.endsWith(other) || address.startsWith(other))
  return crosses && boxes.some((other) => isIn(other.address))
}

const directoryMin = 3

/** The mailboxes of a directory of people are not the company's, where it has others. */
function withoutDirectory(boxes: readonly Mailbox[]): readonly Mailbox[] {
  const others = boxes.filter(({ mentions }) => !mentions.some(({ details }) => details['person'] === 'true'))
  return others.length > 0 && boxes.length - others.length >= directoryMin ? others : boxes
}

const legalKinds: ReadonlySet<PageKind> = new Set<PageKind>(['privacy', 'terms'])

interface Mailbox {
  address: string
  mentions: readonly SiteCandidate[]
  relation: Relation
}

/** @param isBeside a provider's address without the company's name, beside others that have it, may be the web designer's */
function decisionOf({ address, mentions, relation }: Mailbox, isBeside: boolean): Decision {
  return {
    topic: 'contact-email',
    key: address,
    value: address,
    text: `Contact e-mail: ${address}`,
    support: mentions,
    // A mailbox of another domain is not confirmed by links.
    ...(relation === 'other' && !mentions.some(isStructured) && { confidenceMax: 'medium' }),
    ...(relation === 'free' && isBeside && { confidenceMax: 'low' }),
  }
}

function relationOf(address: string, site: Site): Relation {
  const host = mailHost(address)
  if (site.isOwnHost(host)) return 'own'
  if (isFreeMail(address)) return 'free'
  return site.isOwnName(siteOf(`https://${host}/`).label) ? 'own' : 'other'
}

/**
 * A provider's address counts at places of contact details; one of another domain only there, and only as the single
 * one.
 */
function isOwn({ value, details }: SiteCandidate, relation: Relation, site: Site, hasOwn: boolean): boolean {
  const standing = details['standing']
  if (relation === 'own' || standing === 'structured') return true
  if (relation === 'other') return !hasOwn && standing === 'contact'
  return standing !== 'passing' || hasName(value, site)
}
