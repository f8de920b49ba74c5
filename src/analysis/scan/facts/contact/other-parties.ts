import { hasPhrase, phraseLine } from '../../../text/phrases.ts'
import type { Line } from '../../document/lines.ts'
import { oncePerPage } from '../../document/once-per-page.ts'
import type { Page } from '../../document/page.ts'
import { sectionsOf } from '../../document/sections.ts'
import { ownNames } from '../../site/own-names.ts'
import { areAlike } from '../../site/site-name.ts'
import parties from './other-parties.json'

const nameWord = /^[\p{Lu}][\p{L}\p{N}'’&.-]*$/u
const headingMax = 60
const reach = 160

/**
 * Returns a check whether the words before a position in a line, or the heading above it, name another party whose
 * contacts follow: a taxi, a distributor, a helpline, or by name the clinic for out-of-hours calls.
 */
export const otherParties = oncePerPage(readOtherParties)

function readOtherParties(page: Page): (line: Line, from: number) => boolean {
  const sections = sectionsOf(page)
  const names = ownNames(page)
  const ownWords = phraseLine(names.join(' '))
  const isOwn = (name: string) => names.some((own) => areAlike(own, name))
  return (line, from) => {
    const before = sentenceBefore(line.text, from)
    const over = sections.get(line)?.heading ?? ''
    const heading = over.length <= headingMax && over !== line.text ? over : ''
    const words = phraseLine(before)
    const around = phraseLine(`${heading} ${before}`)
    if (hasPhrase(words, parties.trades) && !hasPhrase(ownWords, parties.trades)) return true
    if (!hasPhrase(around, parties.emergencies)) return false
    return namesIn(before).some((name) => !isOwn(name))
  }
}

/** The part of the current sentence before an offset. */
function sentenceBefore(text: string, from: number): string {
  const before = text.slice(Math.max(0, from - reach), from)
  for (let at = before.lastIndexOf('. '); at > 0; at = before.lastIndexOf('. ', at - 1))
    if (/[\p{Ll}\d)]{4}$/u.test(before.slice(0, at)) && /^\p{Lu}/u.test(before.slice(at + 2, at + 3)))
      return before.slice(at + 2)
  return before
}

/** Runs of two or more capitalised words, without the first word of a sentence and labels. */
function namesIn(text: string): string[] {
  const names: string[] = []
  let run: string[] = []
  const finish = () => {
    if (run.length >= 2) names.push(run.join(' '))
    run = []
  }
  for (const token of text.split(' ')) {
    const word = token.replace(/[,;:.()]{1,4}$/, '')
    if (nameWord.test(word) && !parties.noNames.includes(phraseLine(word).trim())) run.push(word)
    else finish()
    if (word !== token) finish()
  }
  finish()
  return names
}
