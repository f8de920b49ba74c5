import { createPhraseFinder, type PhraseHit } from '../../../text/phrase-finder.ts'
import { hasPhrase, phraseLine, phraseList } from '../../../text/phrases.ts'
import { isDoubtful, sentenceAt } from '../../../text/sentences.ts'
import { lineEvidence } from '../../document/evidence.ts'
import { type Line, linesOf } from '../../document/lines.ts'
import type { Page } from '../../document/page.ts'
import { sectionsOf } from '../../document/sections.ts'
import { placeOfLine } from '../candidates.ts'
import type { Topic } from '../topic.ts'
import { toolNamedBy, toolNamesIn, toolNamesInList } from './names.ts'
import { isDocumentation, listsIntegrations, presentsOthers } from './subjects.ts'
import type { Tool } from './tool.ts'
import { decideTools, hit, type ToolHit, toolCandidates } from './tool-hit.ts'
import words from './words.json' with { type: 'json' }

/** Tools that the company's product integrates with. */
export const integration: Topic = {
  topics: ['integration'],
  read: (page) => toolCandidates('integration', [...toolIntegrations(page)]),
  decide: (candidates, site) => decideTools('integration', candidates, site),
}

const itemCharsMax = 80
/** `Slack integration` alone in a line. */
const connection = /(?:integrations?|-(?:schnittstelle|anbindung))$/i

/** In sentences, in items under a heading of integrations, and alone with a word such as `integration`. */
function* toolIntegrations(page: Page): Generator<ToolHit> {
  if (presentsOthers(page)) return
  const sections = sectionsOf(page)
  let isListed = listsIntegrations(page)
  for (const line of linesOf(page)) {
    if (line.area === 'nav' || sections.get(line)?.foreign === true) continue
    const item = line.text.length <= itemCharsMax ? toolNamedBy(line.text) : undefined
    if (item === undefined && line.heading > 0)
      isListed =
        (headsIntegrations(line.text) || (isListed && line.heading === 1)) && !namesOtherSubject(line.text)
    if (item !== undefined && (isListed || connection.test(line.text)))
      yield* inLine(page, line, item, [0, line.text.length])
    else if (isListed && line.text.length <= itemCharsMax && !isDoubtful(line.text))
      for (const { means, start, end } of toolNamesIn(line.text))
        yield* inLine(page, line, means, [start, end])
    else yield* inSentences(page, line)
  }
}

/** `Tidewise integrates with Xero, QuickBooks and Sage.` */
function* inSentences(page: Page, line: Line): Generator<ToolHit> {
  for (const cue of connects(line.text).slice(0, cuesPerLineMax)) {
    const sentence = sentenceAt(line.text, cue.start)
    const before = line.text.slice(sentence.start, cue.start)
    const whole = line.text.slice(sentence.start, sentence.end)
    if (whole.endsWith('?') || isDoubtful(whole) || toolNamesIn(before).length > 0) continue
    if (cue.text.toLowerCase() === 'connect with' && !canDo.test(phraseLine(before))) continue
    yield* listedTools(page, line, cue)
  }
}

/** `Connect with us on Slack` addresses visitors; `you can connect with Slack` describes the product. */
const canDo = / (?:can|to|and|you|lets|let) $/

const reachMax = 300
/** Bounds the work for a page that repeats phrases. */
const cuesPerLineMax = 50
const gapMax = 60

/** The tools named after a cue; the list ends at a longer text without tools. */
export function* listedTools(page: Page, line: Line, cue: PhraseHit<true>): Generator<ToolHit> {
  const from = cue.end
  const end = Math.min(sentenceAt(line.text, Math.min(from + 1, line.text.length)).end, from + reachMax)
  let last = 0
  for (const name of toolNamesInList(line.text.slice(from, end))) {
    if (name.start - last > gapMax) return
    last = name.end
    yield* inLine(page, line, name.means, [from + name.start, from + name.end])
  }
}

function inLine(page: Page, line: Line, tool: Tool, [from, to]: readonly [from: number, to: number]) {
  return hit(tool, placeOfLine(page, line), lineEvidence(page, line, from, to))
}

const phraseFinder = (phrases: readonly string[]) =>
  createPhraseFinder(phrases.map((phrase) => [phrase, true] as const))
const wordCheck = (phrases: readonly string[]) => {
  const list = phraseList(phrases.join('|'))
  return (text: string) => hasPhrase(phraseLine(text.slice(0, headingCharsMax)), list)
}
const headingCharsMax = 500

/** Phrases before tools that a product connects to. */
const connects = phraseFinder(words.connects)

/** Phrases before tools that the company uses itself. */
const uses = phraseFinder(words.uses)

/** Phrases before or above payment methods. */
const waysToPay = phraseFinder(words.waysToPay)

/** Headings of lists of integrations. */
const headsIntegrations = wordCheck(words.headsIntegrations)

/** Headings and short lines about other companies, or about tools to replace. */
const namesOtherSubject = wordCheck(words.namesOtherSubject)

const lineCharsMax = 200

/** Tools that the company states it works with, and payment methods in a line that says what is accepted. */
export function* statedTools(page: Page): Generator<ToolHit> {
  if (presentsOthers(page) || isDocumentation(page)) return
  const sections = sectionsOf(page)
  for (const line of linesOf(page)) {
    if (line.area === 'nav') continue
    for (const cue of uses(line.text).slice(0, cuesPerLineMax)) {
      // `Powered by` in the footer is followed by the name of another company, but by a tool of this site.
      if (sections.get(line)?.foreign === true && !cue.text.toLowerCase().startsWith('powered')) continue
      const sentence = sentenceAt(line.text, cue.start)
      const whole = line.text.slice(sentence.start, sentence.end)
      if (!whole.endsWith('?') && !isDoubtful(whole)) yield* listedTools(page, line, cue)
    }
    if (line.text.length > lineCharsMax || waysToPay(line.text).length === 0 || isDoubtful(line.text))
      continue
    for (const { means, start, end } of toolNamesInList(line.text))
      if (means.category === 'payments')
        yield* hit(means, placeOfLine(page, line), lineEvidence(page, line, start, end))
  }
}
