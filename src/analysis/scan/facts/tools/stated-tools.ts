import { isDoubtful } from '../../../text/doubts.ts'
import { sentenceAt } from '../../../text/sentences.ts'
import { lineEvidence } from '../../document/evidence.ts'
import { linesOf } from '../../document/lines.ts'
import type { Page } from '../../document/page.ts'
import { sectionsOf } from '../../document/sections.ts'
import { placeOfLine } from '../candidates.ts'
import { uses, waysToPay } from './integration-words.ts'
import { listedTools } from './integrations.ts'
import { toolNamesInList } from './names.ts'
import { isDocumentation, presentsOthers } from './subjects.ts'
import { hit, type ToolHit } from './tool-hit.ts'

const lineCharsMax = 200
const cuesPerLineMax = 50

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
