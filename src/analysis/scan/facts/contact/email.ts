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
  const byAddress = [...Map.groupBy(candidates, ({ value }) => value)].map(([address, mentions]) => ({
    address,
    mentions,
    relation: relationOf(address, site),
  }))
  const hasOwn = byAddress.some(({ relation }) => relation !== 'other')
  return byAddress
    .flatMap(({ address, mentions, relation }): Decision[] => {
      const support = mentions.filter((mention) => isTold(mention, relation, site, hasOwn))
      const isStructured = support.some(({ details }) => details['standing'] === 'structured')
      const decision: Decision = {
        topic: 'contact-email',
        key: address,
        value: address,
        text: `Contact e-mail: ${address}`,
        support,
      }
      if (support.length === 0) return []
      // A link to a mailbox of another domain is not the site's own structured data.
      return [relation === 'other' && !isStructured ? { ...decision, confidenceMax: 'medium' } : decision]
    })
    .slice(0, mailsMax)
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
