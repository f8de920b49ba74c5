import { nearest } from '../../document/dom-tree.ts'
import { readBase } from '../../document/links.ts'
import { isObject, type JsonObject, stringsOf } from '../../document/organisation.ts'
import type { Page } from '../../document/page.ts'
import { isCalledLogo, isOwnLogo } from '../../site/name-mentions.ts'
import type { Site } from '../../site/site.ts'
import { candidateInAttribute, candidatesOfOrganisations } from '../candidates.ts'
import { type Candidate, type Decision, pagesOf, type SiteCandidate, type Topic } from '../topic.ts'

/**
 * The company's logo: that of structured data, else the image that links to the start page, else an image called logo
 * with the company's name. This excludes logos of partners, networks and themes.
 */
export const logo: Topic = { topics: ['logo'], read, decide }

const imagesMax = 300
const notOwn =
  /demo|placeholder|sample|dummy|your[-_]?logo|(?:instagram|facebook|linkedin|youtube|tiktok|whatsapp|pinterest)[^/]{0,12}$/i

function read(page: Page): Candidate[] {
  return [...inJsonLd(page), ...inImages(page)]
}

function inJsonLd(page: Page): Candidate[] {
  return candidatesOfOrganisations(page, (organisation) =>
    addressesIn(organisation['logo']).flatMap((written) => {
      const value = fileAddress(page, written)
      if (value === undefined || notOwn.test(value)) return []
      return [{ topic: 'logo', value, details: { standing: 'data' }, written }]
    }),
  )
}

/** URLs, as strings or of ImageObjects. */
function addressesIn(logo: unknown): string[] {
  const [first] = Array.isArray(logo) ? logo : [logo]
  if (!isObject(first)) return stringsOf(first).slice(0, 1)
  const image: JsonObject = first
  return [image['url'], image['contentUrl']].flatMap(stringsOf).slice(0, 1)
}

/** Lazy-loading scripts store URLs in the data attributes. */
const sources = ['src', 'data-src', 'data-lazy-src']

function inImages(page: Page): Candidate[] {
  return page
    .all('img')
    .slice(0, imagesMax)
    .flatMap((element) => {
      const standing = standingOf(page, element)
      if (standing === undefined) return []
      for (const name of sources) {
        const value = fileAddress(page, element.getAttribute(name) ?? '')
        if (value === undefined || notOwn.test(value)) continue
        const alt = (element.getAttribute('alt') ?? '').slice(0, 120)
        const stated = { topic: 'logo', value, details: { standing, alt } } as const
        return candidateInAttribute(page, stated, { element, name, place: 'image' })
      }
      return []
    })
}

type Standing = 'data' | 'start' | 'header' | 'called'

function standingOf(page: Page, image: Element): Standing | undefined {
  if (image.getAttribute('itemprop') === 'logo' || isOwnLogo(page, image)) return 'start'
  if (!isCalledLogo(image)) return undefined
  const isLinked = nearest(image, 'a') !== null
  return !isLinked && nearest(image, 'header', 'nav') !== null ? 'header' : 'called'
}

const ranks: ReadonlyMap<string | undefined, number> = new Map([
  ['data', 3],
  ['start', 2],
  ['header', 1],
])

function decide(candidates: readonly SiteCandidate[], site: Site): Decision[] {
  const own = candidates.filter(
    (candidate) => candidate.details['standing'] !== 'called' || isNamed(candidate, site),
  )
  return bestOf(own, ({ standing }) => ranks.get(standing) ?? 0).map(([value, support]) => {
    return { topic: 'logo', key: value, value, text: `Logo: ${value}`, support }
  })
}

/** The value of the highest rank, then of most pages. */
function bestOf(candidates: readonly SiteCandidate[], rankOf: (details: SiteCandidate['details']) => number) {
  const rank = (support: readonly SiteCandidate[]) =>
    Math.max(...support.map(({ details }) => rankOf(details)))
  return [...Map.groupBy(candidates, ({ value }) => value)]
    .sort(([, one], [, other]) => rank(other) - rank(one) || pagesOf(other) - pagesOf(one))
    .slice(0, 1)
}

/** Whether an image's alternative text or file name contains the company's name. */
function isNamed({ value, details }: SiteCandidate, site: Site): boolean {
  const file =
    new URL(value).pathname
      .split('/')
      .at(-1)
      ?.replace(/\.\w+$/, '') ?? ''
  return [details['alt'] ?? '', file].some((name) => {
    const bare = name
      .replace(/logo(?:type)?/gi, ' ')
      .replace(/[-_]/g, ' ')
      .trim()
    return bare !== '' && site.isOwnName(bare)
  })
}

const addressMax = 500

/** The web URL of a file referenced by a page; undefined for data URLs and invalid ones. */
function fileAddress(page: Page, written: string): string | undefined {
  const plain = written.trim()
  if (!/[./]/.test(plain) || plain.length > addressMax) return undefined
  const url = URL.parse(plain, readBase(page.all('base'), new URL(page.url)))
  if (url === null || !/^https?:$/.test(url.protocol) || url.href.length > addressMax) return undefined
  url.hash = ''
  return url.href
}

/** The favicon linked by the pages. */
export const icon: Topic = {
  topics: ['icon'],
  read: readIcons,
  decide: decideIcon,
}

const iconsMax = 20

function readIcons(page: Page): Candidate[] {
  return page
    .all('link')
    .flatMap((element) => {
      const rels = (element.getAttribute('rel') ?? '').slice(0, 100).toLowerCase().split(/\s+/)
      const use = ['icon', 'apple-touch-icon', 'apple-touch-icon-precomposed'].find((rel) =>
        rels.includes(rel),
      )
      const value = fileAddress(page, element.getAttribute('href') ?? '')
      return use === undefined || value === undefined ? [] : [{ element, value, use }]
    })
    .slice(0, iconsMax)
    .flatMap(({ element, value, use }) => {
      const stated = { topic: 'icon', value, details: { use } } as const
      return candidateInAttribute(page, stated, { element, name: 'href', place: 'meta' })
    })
}

/** One icon: the one linked by most pages; icons for phones rank last. */
function decideIcon(candidates: readonly SiteCandidate[]): Decision[] {
  return bestOf(candidates, ({ use }) => Number(use === 'icon')).map(([value, support]) => {
    return { topic: 'icon', key: value, value, text: `Icon: ${value}`, support }
  })
}
