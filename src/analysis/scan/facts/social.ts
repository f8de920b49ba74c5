import { hasPhrase, phraseLine } from '../../text/phrases.ts'
import { cleanText } from '../document/clean-text.ts'
import { jsonEvidence, spanEvidence } from '../document/evidence.ts'
import { foreignElements } from '../document/foreign-elements.ts'
import { linesOf } from '../document/lines.ts'
import { metaEvidence, metaOf } from '../document/metas.ts'
import { oncePerPage } from '../document/once-per-page.ts'
import { organisationsOf, stringsOf } from '../document/organisation.ts'
import type { Page, PageLink } from '../document/page.ts'
import { pageKind } from '../document/page-kind.ts'
import { sectionsOf } from '../document/sections.ts'
import { ownNames } from '../site/own-names.ts'
import { resembles } from '../site/site-name.ts'
import type { PageFact } from './fact.ts'
import { factsByPlace, type Said } from './shared/facts-by-place.ts'
import { type Profile, profileOf } from './shared/social-profiles.ts'

const profilesMax = 25

interface Mention extends Said {
  profile: Profile
  url: string
  /** Its name fits the company's or the domain's. */
  fits: boolean
}

/** The company's own profiles. Share buttons, posts, persons, and other companies' profiles are left out. */
export function findSocialProfiles(page: Page): readonly PageFact[] {
  const names = ownNames(page)
  const mentions = [...structuredMentions(page, names), ...linkMentions(page, names)]
  const byValue = new Map<string, Mention[]>()
  for (const mention of withoutStrangers(mentions)) {
    const value = `${mention.profile.network}:${mention.profile.handle}`
    const same = byValue.get(value)
    if (same !== undefined) same.push(mention)
    else if (byValue.size < profilesMax) byValue.set(value, [mention])
  }
  return [...byValue].flatMap(([key, said]) => {
    const value = cleanText(key)
    const text = `Profile: ${cleanText(said[0]?.url ?? '')}`
    return factsByPlace({ topic: 'social', kind: 'found', key: value, text, value }, said)
  })
}

/** Where one network has several profiles and some fit the company's name, the others are somebody else's. */
function withoutStrangers(mentions: readonly Mention[]): Mention[] {
  const fitting = new Set(mentions.filter(({ fits }) => fits).map(({ profile }) => profile.network))
  return mentions.filter(
    ({ fits, profile, strength }) => fits || strength === 'structured' || !fitting.has(profile.network),
  )
}

function fitsName(profile: Profile, names: readonly string[]): boolean {
  return names.some((name) => resembles(name, profile.name))
}

function structuredMentions(page: Page, names: readonly string[]): Mention[] {
  const mentions: Mention[] = []
  for (const { item, value } of organisationsOf(page)) {
    for (const url of stringsOf(value['sameAs'])) {
      const profile = profileOf(url, true)
      if (profile !== undefined)
        mentions.push({
          profile,
          url,
          fits: fitsName(profile, names),
          strength: 'structured',
          evidence: jsonEvidence(page, item, url),
        })
    }
  }
  const site = metaOf(page, 'twitter:site')
  const handle = site?.content.replace(/^@/, '') ?? ''
  if (site !== undefined && /^\w{1,15}$/.test(handle)) {
    const profile: Profile = { network: 'x', handle: handle.toLowerCase(), name: handle, personal: false }
    if (fitsName(profile, names))
      mentions.push({
        profile,
        url: `https://x.com/${handle}`,
        fits: true,
        strength: 'structured',
        evidence: metaEvidence(page, site),
      })
  }
  const publisher = metaOf(page, 'article:publisher')
  const profile = publisher === undefined ? undefined : profileOf(publisher.content, false)
  if (publisher !== undefined && profile !== undefined)
    mentions.push({
      profile,
      url: publisher.content,
      fits: fitsName(profile, names),
      strength: 'structured',
      evidence: metaEvidence(page, publisher),
    })
  return mentions
}

function linkMentions(page: Page, names: readonly string[]): Mention[] {
  const mentions: Mention[] = []
  const foreign = foreignElements(page)
  for (const link of page.links) {
    const relMe = link.rel.split(' ').includes('me')
    const told = relMe || /mastodon|fediverse/i.test(link.text)
    const profile = link.visible ? profileOf(link.url, told) : undefined
    if (profile === undefined || foreign(link.element) || isEmbedded(link)) continue
    const fits = fitsName(profile, names)
    const repository =
      profile.network === 'github' && new URL(link.url).pathname.split('/').filter(Boolean).length > 1
    if (!fits && (profile.personal || repository || !isOwnPlace(page, link, relMe))) continue
    if (profile.personal && (link.area === 'main' || link.area === 'aside')) continue
    mentions.push({
      profile,
      url: link.url,
      fits,
      strength: 'explicit',
      evidence: spanEvidence(page, 'link', link.hrefSpan),
    })
  }
  return mentions
}

/** A quoted post links to itself. */
function isEmbedded(link: PageLink): boolean {
  return (
    link.element.closest('blockquote, article') !== null &&
    link.area === 'main' &&
    !/follow|folge|suivez/i.test(link.text)
  )
}

const followWords = [
  ...[
    'follow',
    'folgen',
    'folge',
    'follow us',
    'connect',
    'find us on',
    'social',
    'social media',
    'suivez',
    'suivez nous',
  ],
  ...[
    'retrouvez',
    'reseaux sociaux',
    'siguenos',
    'seguici',
    'volg',
    'folg',
    'folj',
    'folj oss',
    'stay in touch',
    'join us on',
  ],
  ...[
    'redes sociales',
    'seuraa',
    'obserwuj',
    'sledujte',
    'kovess',
    'whatsapp',
    'chat',
    'community',
    'contact',
    'kontakt',
  ],
  ...[
    'reseau',
    'besuchen sie uns auf',
    'networks',
    'elsewhere',
    'sigue',
    'soziale medien',
    'sociale medier',
    'get in touch',
  ],
]

/** Footer, header and navigation hold a site's own profiles, and so does what follows a call to follow it. */
function isOwnPlace(page: Page, link: PageLink, relMe: boolean): boolean {
  if (relMe || link.area === 'footer' || link.area === 'header' || link.area === 'nav') return true
  const kind = pageKind(page)
  if (kind === 'others' || kind === 'article' || kind === 'team') return false
  const near = `${headingsByElement(page).get(link.element) ?? ''} ${link.element.parentElement?.textContent.slice(0, 200) ?? ''}`
  return kind === 'contact' || hasPhrase(phraseLine(near), followWords)
}

const headingsByElement = oncePerPage(readHeadings)

function readHeadings(page: Page): ReadonlyMap<Element, string> {
  const headings = new Map<Element, string>()
  const sections = sectionsOf(page)
  for (const line of linesOf(page))
    for (const { run } of line.pieces) headings.set(run.element, sections.get(line)?.heading ?? '')
  return headings
}

export const patterns = [/mastodon|fediverse/i, /^@/, /^\w{1,15}$/, /follow|folge|suivez/i]
