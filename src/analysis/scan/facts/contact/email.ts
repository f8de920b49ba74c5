import type { PageKind } from '../../document/page-kind.ts'
import type { Site } from '../../site/site.ts'
import { resembles, siteOf } from '../../site/site-name.ts'
import type { Decision, SiteCandidate, Topic } from '../topic.ts'
import { isFreeMail, mailHost } from './mail-address.ts'
import { mailMentions } from './mail-mentions.ts'

/** The addresses at which the company can be reached; those of authorities, agencies and other sites are left out. */
export const email: Topic = {
  name: 'contact-email',
  topics: ['contact-email'],
  readsLegalPages: true,
  read: mailMentions,
  decide,
}

const mailsMax = 20

/** How far an address is the company's: of its domain or called like it, of a mail provider, or of another domain. */
type Relation = 'own' | 'free' | 'other'

function decide(candidates: readonly SiteCandidate[], site: Site): Decision[] {
  const all = [...Map.groupBy(candidates, ({ value }) => value)].map(([address, mentions]) => ({
    address,
    mentions,
    relation: relationOf(address, site),
  }))
  const hasOwn = all.some(({ relation }) => relation !== 'other')
  const told = all.flatMap((each) => {
    const support = each.mentions.filter((mention) => isTold(mention, each.relation, site, hasOwn))
    return support.length === 0 ? [] : { ...each, mentions: support }
  })
  // Where no other place has one, a provider's or the only address of privacy notices and terms is the company's.
  const isOnly = all.length === 1
  const inLegal = all.filter(
    ({ relation, mentions }) =>
      (relation === 'free' || isOnly) && mentions.some(({ page }) => legalKinds.has(page.kind)),
  )
  return (told.length > 0 ? told : inLegal).slice(0, mailsMax).map(decisionOf)
}

const legalKinds: ReadonlySet<PageKind> = new Set<PageKind>(['privacy', 'terms'])

interface Mailbox {
  address: string
  mentions: readonly SiteCandidate[]
  relation: Relation
}

function decisionOf({ address, mentions, relation }: Mailbox): Decision {
  const isStructured = mentions.some(({ details }) => details['standing'] === 'structured')
  return {
    topic: 'contact-email',
    key: address,
    value: address,
    text: `Contact e-mail: ${address}`,
    support: mentions,
    // A link to a mailbox of another domain is not the site's own structured data.
    ...(relation === 'other' && !isStructured && { confidenceMax: 'medium' }),
  }
}

function relationOf(address: string, site: Site): Relation {
  const host = mailHost(address)
  if (site.isOwnHost(host)) return 'own'
  if (isFreeMail(address)) return 'free'
  return site.isOwnName(siteOf(`https://${host}/`).label) ? 'own' : 'other'
}

/** A provider's address counts where a site gives its contacts; one of another domain only there, and as the only one. */
function isTold({ value, details }: SiteCandidate, relation: Relation, site: Site, hasOwn: boolean): boolean {
  const standing = details['standing']
  if (relation === 'own' || standing === 'structured') return true
  if (relation === 'other') return !hasOwn && standing === 'contact'
  return (
    standing !== 'passing' || site.names.some((name) => resembles(name, value.slice(0, value.indexOf('@'))))
  )
}
