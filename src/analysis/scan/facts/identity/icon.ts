import type { Page } from '../../document/page.ts'
import { candidateInAttribute } from '../candidates.ts'
import type { Candidate, Decision, SiteCandidate, Topic } from '../topic.ts'
import { fileAddress } from './file-address.ts'

/** The favicon linked by the pages. */
export const icon: Topic = { name: 'icon', topics: ['icon'], readsLegalPages: false, read, decide }

const iconsMax = 20

function read(page: Page): Candidate[] {
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
      return candidateInAttribute(page, stated, { element, name: 'href', place: 'meta' }) ?? []
    })
}

/** One icon: the one linked by most pages; icons for phones rank last. */
function decide(candidates: readonly SiteCandidate[]): Decision[] {
  const icons = [...Map.groupBy(candidates, ({ value }) => value)]
  const isForBrowsers = (support: readonly SiteCandidate[]) =>
    support.some(({ details }) => details['use'] === 'icon') ? 1 : 0
  const [best] = icons.sort(
    ([, one], [, other]) => isForBrowsers(other) - isForBrowsers(one) || pagesOf(other) - pagesOf(one),
  )
  if (best === undefined) return []
  const [value, support] = best
  return [{ topic: 'icon', key: value, value, text: `Icon: ${value}`, support }]
}

const pagesOf = (support: readonly SiteCandidate[]) => new Set(support.map(({ page }) => page.url)).size
