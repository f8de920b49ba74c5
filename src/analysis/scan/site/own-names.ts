import { oncePerPage } from '../document/once-per-page.ts'
import type { Page } from '../document/page.ts'
import { nameMentions } from './name-mentions.ts'
import { siteOf } from './site-name.ts'

const namesMax = 12
/** Places that may contain the name of a page or product. */
const weakSources: ReadonlySet<string> = new Set(['title', 'heading', 'logo'])

/** Possible names of the company, which identify its profiles and e-mail addresses: the domain's label first. */
export const ownNames = oncePerPage(readOwnNames)

function readOwnNames(page: Page): readonly string[] {
  const likely = nameMentions(page).filter(
    ({ details, foreign }) => !foreign && !weakSources.has(details['source'] ?? ''),
  )
  return [...new Set([siteOf(page.url).label, ...likely.map(({ value }) => value)])].slice(0, namesMax)
}
