import { cleanText } from '../document/clean-text.ts'
import type { Page } from '../document/page.ts'
import { pageKind } from '../document/page-kind.ts'
import { ownNames } from '../site/own-names.ts'
import { resembles, siteOf } from '../site/site-name.ts'
import { isFreeMail, mailDomainUrl } from './contact/mail-address.ts'
import { type MailMention, mailMentions } from './contact/mail-mentions.ts'
import type { PageFact } from './fact.ts'
import { factsByPlace } from './shared/facts-by-place.ts'

const mailsMax = 20

/** The addresses at which the company can be reached; those of authorities, agencies and other sites are left out. */
export function findContactEmails(page: Page): readonly PageFact[] {
  const byAddress = new Map<string, MailMention[]>()
  const relationOf = createRelations(page)
  const told = mailMentions(page).filter((mention) => mention.evidence !== undefined && !mention.foreign)
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
  { address, area, strength, listed }: MailMention,
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
