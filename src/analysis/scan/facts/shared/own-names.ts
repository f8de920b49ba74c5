import type { Page } from '../../page.ts'
import { nameCandidates } from './name-candidates.ts'
import { siteOf } from './site.ts'

const namesMax = 12
const weightMin = 4

const known = new WeakMap<Page, readonly string[]>()

/** What the company may be called, to tell its own profiles and mailboxes from others': its domain's word first. */
export function ownNames(page: Page): readonly string[] {
  const before = known.get(page)
  if (before !== undefined) return before
  const likely = nameCandidates(page).filter(({ weight }) => weight >= weightMin)
  const names = [...new Set([siteOf(page.url).label, ...likely.map(({ name }) => name)])].slice(0, namesMax)
  known.set(page, names)
  return names
}
