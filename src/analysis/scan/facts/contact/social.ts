import { cleanText } from '../../../text/clean-text.ts'
import { hasPhrase, phraseLine } from '../../../text/phrases.ts'
import { nearest } from '../../document/dom-tree.ts'
import { lineOfElement } from '../../document/lines.ts'
import { metaOf } from '../../document/metas.ts'
import { stringsOf } from '../../document/organisation.ts'
import type { Page, PageLink } from '../../document/page.ts'
import { pageKind } from '../../document/page-kind.ts'
import { sectionsOf } from '../../document/sections.ts'
import type { Site } from '../../site/site.ts'
import { candidateInLink, candidateInMeta, candidatesOfOrganisations } from '../candidates.ts'
import type { Candidate, Decision, SiteCandidate, Topic } from '../topic.ts'
import followWords from './follow-words.json'
import { type Profile, profileOf } from './social-profiles.ts'

/** The company's own profiles, without share buttons, chats, posts, persons and profiles of other companies. */
export const social: Topic = {
  topics: ['social'],
  read: (page) => [...inStructuredData(page), ...inLinks(page)],
  decide,
}

const profilesMax = 25

/** How reliably the place shows a profile of the company: running text may link to any profile. */
type Standing = 'own' | 'named'

const stated = (profile: Profile, url: string, standing: Standing) => ({
  topic: 'social' as const,
  value: `${profile.network}:${profile.handle}`,
  details: { name: profile.name, url: url.slice(0, 400), standing },
})

function inStructuredData(page: Page): Candidate[] {
  const inJsonLd = candidatesOfOrganisations(page, (organisation) =>
    stringsOf(organisation['sameAs']).flatMap((url) => {
      const profile = profileOf(url, true)
      return profile === undefined ? [] : [{ ...stated(profile, url, 'own'), written: url }]
    }),
  )
  const metas = [
    [metaOf(page, 'twitter:site'), (content: string) => `https://x.com/${content.replace(/^@/, '')}`],
    [metaOf(page, 'article:publisher'), (content: string) => content],
  ] as const
  const inMetas = metas.flatMap(([meta, urlOf]) => {
    const url = meta === undefined ? '' : urlOf(meta.content)
    const profile = profileOf(url, false)
    return meta === undefined || profile === undefined
      ? []
      : candidateInMeta(page, stated(profile, url, 'named'), meta)
  })
  return [...inJsonLd, ...inMetas]
}

function inLinks(page: Page): Candidate[] {
  return page.links.flatMap((link) => {
    const relMe = link.rel.split(' ').includes('me')
    const profile = link.visible
      ? profileOf(link.url, relMe || /mastodon|fediverse/i.test(link.text))
      : undefined
    if (profile === undefined || isEmbedded(link)) return []
    const isBody = link.area === 'main' || link.area === 'aside'
    if (profile.personal && isBody) return []
    const own = !profile.personal && !profile.deeper && isOwnPlace(page, link, relMe)
    return candidateInLink(page, stated(profile, link.url, own ? 'own' : 'named'), link)
  })
}

/** A quoted post contains a link to itself. */
function isEmbedded({ element, area, text }: PageLink): boolean {
  return (
    area === 'main' &&
    nearest(element, 'blockquote', 'article') !== null &&
    !hasPhrase(phraseLine(text), followWords)
  )
}

/** Footer, header and navigation link to a site's own profiles, as does text after a call to follow. */
function isOwnPlace(page: Page, link: PageLink, relMe: boolean): boolean {
  if (relMe || link.area === 'footer' || link.area === 'header' || link.area === 'nav') return true
  const kind = pageKind(page)
  if (kind === 'others' || kind === 'article' || kind === 'team') return false
  if (kind === 'contact') return true
  const line = lineOfElement(page, link.element)
  const heading = line === undefined ? '' : (sectionsOf(page).get(line)?.heading ?? '')
  const near = `${heading} ${link.text} ${link.element.parentElement?.textContent.slice(0, 200) ?? ''}`
  return hasPhrase(phraseLine(near), followWords)
}

function decide(candidates: readonly SiteCandidate[], site: Site): Decision[] {
  const fits = (candidate: SiteCandidate) => site.isOwnName(candidate.details['name'] ?? '')
  const networkOf = ({ value }: SiteCandidate) => value.slice(0, value.indexOf(':'))
  const fitting = new Set(candidates.filter(fits).map(networkOf))
  const settled = new Set(
    candidates
      .filter((candidate) => fits(candidate) && candidate.details['standing'] === 'own')
      .map(networkOf),
  )
  // If one profile of a network matches the company's name, the others belong to other parties.
  const own = candidates.filter(
    (candidate) =>
      (fits(candidate) && (candidate.details['standing'] === 'own' || !settled.has(networkOf(candidate)))) ||
      (candidate.details['standing'] === 'own' &&
        (candidate.place === 'json-ld' || !fitting.has(networkOf(candidate)))),
  )
  return [...Map.groupBy(own, ({ value }) => cleanText(value))]
    .slice(0, profilesMax)
    .map(([value, support]) => ({
      topic: 'social',
      key: value,
      value,
      text: `Profile: ${cleanText(support[0]?.details['url'] ?? '')}`,
      support,
    }))
}
