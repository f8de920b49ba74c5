import { hasPhrase, phraseLine } from '../../../text/phrases.ts'
import type { Line } from '../../document/lines.ts'
import { oncePerPage } from '../../document/once-per-page.ts'
import type { Page } from '../../document/page.ts'
import { ownNames } from '../../site/own-names.ts'
import parties from './other-parties.json'

const reach = 160

/**
 * Returns a check whether the words before a position in a line name another party whose contacts follow: a taxi, a
 * distributor, a helpline.
 */
export const otherParties = oncePerPage((page: Page) => {
  const ownWords = phraseLine(ownNames(page).join(' '))
  return (line: Line, from: number): boolean =>
    hasPhrase(phraseLine(sentenceBefore(line.text, from)), parties.trades) &&
    !hasPhrase(ownWords, parties.trades)
})

/** The part of the current sentence before an offset. */
function sentenceBefore(text: string, from: number): string {
  const before = text.slice(Math.max(0, from - reach), from)
  for (let at = before.lastIndexOf('. '); at > 0; at = before.lastIndexOf('. ', at - 1))
    if (/[\p{Ll}\d)]{4}$/u.test(before.slice(0, at)) && /^\p{Lu}/u.test(before.slice(at + 2, at + 3)))
      return before.slice(at + 2)
  return before
}
