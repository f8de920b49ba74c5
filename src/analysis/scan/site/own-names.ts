import { oncePerPage } from '../document/once-per-page.ts'
import type { Page } from '../document/page.ts'
import { nameMentions } from './name-mentions.ts'
import { siteOf } from './site-name.ts'

const namesMax = 12
/** What stands there may be a page's or a product's name. */
const weakSources: ReadonlySet<string> = new Set(['title', 'heading', 'logo'])

/** What the company may be called, to tell its own profiles and mailboxes from others': its domain's word first. */
export const ownNames = oncePerPage(readOwnNames)

function readOwnNames(page: Page): readonly string[] {
  const likely = nameMentions(page).filter(
    ({ details, foreign }) => !foreign && !weakSources.has(details['source'] ?? ''),
  )
  return [...new Set([siteOf(page.url).label, ...likely.map(({ value }) => value)])].slice(0, namesMax)
}
