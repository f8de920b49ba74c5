import { isDoubtful } from '../../../text/doubts.ts'
import type { PhraseHit } from '../../../text/phrase-finder.ts'
import { phraseLine } from '../../../text/phrases.ts'
import { sentenceAt } from '../../../text/sentences.ts'
import { attributeEvidence, lineEvidence } from '../../document/evidence.ts'
import { type Line, linesOf } from '../../document/lines.ts'
import type { Page } from '../../document/page.ts'
import { sectionsOf } from '../../document/sections.ts'
import { placeOfLine } from '../candidates.ts'
import type { Topic } from '../topic.ts'
import { integrationListings } from './integration-listings.ts'
import {
  connectionsAfter,
  connectionsAlone,
  connectionsBefore,
  connects,
  namesAgencyWork,
} from './integration-words.ts'
import { toolNamedBy, toolNamesIn, toolNamesInList } from './names.ts'
import { createRangeCheck } from './ranges.ts'
import { presentsOthers } from './subjects.ts'
import type { Tool } from './tool.ts'
import { decideTools, hit, type ToolHit, toolCandidates } from './tool-hit.ts'

/** Tools that the company's product integrates with. */
export const integration: Topic = {
  name: 'integration',
  topics: ['integration'],
  readsLegalPages: false,
  read: (page) => toolCandidates('integration', toolIntegrations(page)),
  decide: (candidates, site) => decideTools('integration', candidates, site),
}

function toolIntegrations(page: Page): ToolHit[] {
  if (presentsOthers(page)) return []
  return [...inSentences(page), ...inListings(page), ...asConnections(page)]
}

/** `Tidewise integrates with Xero, QuickBooks and Sage.` */
function* inSentences(page: Page): Generator<ToolHit> {
  const sections = sectionsOf(page)
  for (const line of linesOf(page)) {
    if (line.area === 'nav' || sections.get(line)?.foreign === true) continue
    for (const cue of connects(line.text).slice(0, cuesPerLineMax)) {
      const sentence = sentenceAt(line.text, cue.start)
      const before = line.text.slice(sentence.start, cue.start)
      const whole = line.text.slice(sentence.start, sentence.end)
      if (whole.endsWith('?') || isDoubtful(whole) || toolNamesIn(before).length > 0) continue
      if (cue.text.toLowerCase() === 'connect with' && !canDo.test(phraseLine(before))) continue
      yield* listedTools(page, line, cue)
    }
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

const itemCharsMax = 80

/** Under a heading of integrations: items that are or contain a tool's name, and images of logos. */
function* inListings(page: Page): Generator<ToolHit> {
  const listings = integrationListings(page)
  if (listings.length === 0) return
  const isListed = createRangeCheck(listings)
  const sections = sectionsOf(page)
  for (const line of linesOf(page)) {
    const start = line.pieces[0]?.run.span.start
    const end = line.pieces.at(-1)?.run.span.end
    if (
      start === undefined ||
      end === undefined ||
      line.text.length > itemCharsMax ||
      !isListed({ start, end })
    )
      continue
    if (sections.get(line)?.foreign === true) continue
    const tool = toolNamedBy(line.text)
    if (tool !== undefined) yield* inLine(page, line, tool, [0, line.text.length])
    else yield* namedInItem(page, line)
  }
  for (const image of page.all('img')) {
    const alt = image.getAttribute('alt') ?? ''
    const tool = alt.length > itemCharsMax ? undefined : toolNamedBy(alt)
    const span = tool === undefined ? undefined : page.elementSpan(image)
    if (tool === undefined || span === undefined || !page.isVisible(image) || !isListed(span)) continue
    yield* hit(tool, 'image', attributeEvidence(page, 'text', image, 'alt'))
  }
}

function* namedInItem(page: Page, line: Line): Generator<ToolHit> {
  const names = toolNamesIn(line.text)
  if (names.length === 0 || line.text.endsWith('?') || isDoubtful(line.text)) return
  for (const name of names) yield* inLine(page, line, name.means, [name.start, name.end])
}

const connectionLineMax = 120

/** `Xero integration` as a heading or an item on a page that describes the product. */
function* asConnections(page: Page): Generator<ToolHit> {
  const sections = sectionsOf(page)
  for (const line of linesOf(page)) {
    if (line.text.length > connectionLineMax || line.area === 'nav' || sections.get(line)?.foreign === true)
      continue
    const names = toolNamesIn(line.text).filter((name) => isConnection(line.text, name))
    if (names.length === 0 || line.text.endsWith('?')) continue
    if (isDoubtful(line.text) || namesAgencyWork(line.text)) continue
    for (const name of names) yield* inLine(page, line, name.means, [name.start, name.end])
  }
}

const nextWord = /^[\s-]?([\p{L}-]{1,20})/u

function isConnection(text: string, { start, end }: PhraseHit<Tool>): boolean {
  const next = nextWord.exec(text.slice(end))
  const word = next?.[1]?.toLowerCase() ?? ''
  if (connectionsAfter.has(word)) return true
  if (connectionsAlone.has(word)) return start === 0 && end + (next?.[0].length ?? 0) === text.length
  const before = text
    .slice(Math.max(0, start - 20), start)
    .trimEnd()
    .toLowerCase()
  return connectionsBefore.some((one) => before.endsWith(one))
}
