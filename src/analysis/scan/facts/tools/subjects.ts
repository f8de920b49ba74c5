import { phraseLine } from '../../../text/phrases.ts'
import { oncePerPage } from '../../document/once-per-page.ts'
import type { Page } from '../../document/page.ts'
import { headlinesOf, pageKind, pathSegments } from '../../document/page-kind.ts'
import words from './words.json' with { type: 'json' }

const integrationPages = new Set(words.integrationPages)
const documentationPages = new Set(words.documentationPages)
const comparisons = new Set(words.comparisons)
const titleCharsMax = 120

/** Words of each path segment, of the main heading and of the first part of the title. */
const namesOfPage = oncePerPage((page): readonly string[] =>
  [...pathSegments(page.url), ...headlinesOf(page)].map((name) =>
    phraseLine(name.slice(0, titleCharsMax)).trim(),
  ),
)

/** Whether the page lists integrations. */
export function listsIntegrations(page: Page): boolean {
  return namesOfPage(page).some((name) => integrationPages.has(name))
}

export function isDocumentation(page: Page): boolean {
  return namesOfPage(page).some((name) => documentationPages.has(name))
}

/** Whether the page is about other subjects: articles, customers, comparisons, jobs, and legal texts. */
export function presentsOthers(page: Page): boolean {
  const kind = pageKind(page)
  const others = ['article', 'careers', 'imprint', 'privacy', 'terms'].includes(kind)
  return others || (kind === 'others' && !listsIntegrations(page)) || compares(page)
}

function compares(page: Page): boolean {
  return namesOfPage(page).some((name) => name.split(' ').some((word) => comparisons.has(word)))
}
