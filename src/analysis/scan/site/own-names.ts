import { oncePerPage } from '../document/once-per-page.ts'
import type { Page } from '../document/page.ts'
import { nameCandidates } from './name-candidates.ts'
import { siteOf } from './site-name.ts'

const namesMax = 12
const weightMin = 4

/** What the company may be called, to tell its own profiles and mailboxes from others': its domain's word first. */
export const ownNames = oncePerPage(readOwnNames)

function readOwnNames(page: Page): readonly string[] {
  const likely = nameCandidates(page).filter(({ weight }) => weight >= weightMin)
  return [...new Set([siteOf(page.url).label, ...likely.map(({ name }) => name)])].slice(0, namesMax)
}
