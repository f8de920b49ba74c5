import { isDoubtful } from '../../../text/doubts.ts'
import { sentenceAt } from '../../../text/sentences.ts'
import { attributeEvidence, lineEvidence } from '../../document/evidence.ts'
import { type Line, linesOf } from '../../document/lines.ts'
import type { Page, Span } from '../../document/page.ts'
import { sectionsOf } from '../../document/sections.ts'
import { placeOfLine } from '../candidates.ts'
import { uses, waysToPay } from './integration-words.ts'
import { listedTools } from './integrations.ts'
import { toolNamedBy, toolNamesInList } from './names.ts'
import { createRangeCheck } from './ranges.ts'
import { isDocumentation, presentsOthers } from './subjects.ts'
import { hit, type ToolHit } from './tool-hit.ts'

/** Tools that the company states it works with, and payment methods that it offers. */
export function statedTools(page: Page): ToolHit[] {
  return [...saidInUse(page), ...acceptedPayments(page)]
}

function* saidInUse(page: Page): Generator<ToolHit> {
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
  }
}

const lineCharsMax = 200
const cuesPerLineMax = 50
/** Number of lines after a heading such as `Payment methods` that may list them. */
const linesMax = 8

/** `We accept PayPal and Klarna`, and the names and images after such words. */
function* acceptedPayments(page: Page): Generator<ToolHit> {
  if (presentsOthers(page)) return
  let left = 0
  let from = 0
  const ranges: Span[] = []
  for (const line of linesOf(page)) {
    const cue = line.text.length <= lineCharsMax ? waysToPay(line.text)[0] : undefined
    if (cue !== undefined) {
      left = linesMax
      from = line.pieces[0]?.run.span.start ?? 0
    } else if (left > 0) {
      left = line.heading > 0 && line.heading <= 3 ? 0 : left - 1
    }
    if (left === 0 || line.text.length > lineCharsMax || isDoubtful(line.text)) continue
    ranges.push({ start: from, end: (line.pieces.at(-1)?.run.span.end ?? 0) + pictureReach })
    yield* paymentsIn(page, line)
  }
  if (ranges.length === 0) return
  const isNear = createRangeCheck(ranges)
  for (const image of page.all('img')) {
    const tool = toolNamedBy((image.getAttribute('alt') ?? '').slice(0, lineCharsMax))
    const span = tool?.category === 'payments' ? page.elementSpan(image) : undefined
    if (tool === undefined || span === undefined || !page.isVisible(image)) continue
    if (!isNear(span)) continue
    const evidence = attributeEvidence(page, 'text', image, 'alt')
    yield* hit(tool, 'image', evidence)
  }
}

/** Maximum source distance between the last line and the images of payment methods. */
const pictureReach = 3_000

function* paymentsIn(page: Page, line: Line): Generator<ToolHit> {
  for (const name of toolNamesInList(line.text)) {
    if (name.means.category !== 'payments') continue
    const evidence = lineEvidence(page, line, name.start, name.end)
    yield* hit(name.means, placeOfLine(page, line), evidence)
  }
}
