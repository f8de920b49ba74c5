import { looksLikeInstruction } from '../document/instruction.ts'
import { type Line, linesOf } from '../document/lines.ts'
import type { Page } from '../document/page.ts'
import { pageKind } from '../document/page-kind.ts'
import { candidateInLine } from '../facts/candidates.ts'
import type { Candidate } from '../facts/topic.ts'

/** A line of a page with its source span, from which a model may propose facts. */
export type ExcerptLine = Pick<Candidate, 'block' | 'foreign' | 'owner' | 'evidence'> & { text: string }

export const excerptCharsMax = 3_000
const lineCharsMax = 240
const lineCharsMin = 4
const silent: ReadonlySet<string> = new Set(['imprint', 'privacy', 'terms', 'article', 'careers', 'others'])

/** The first distinct lines of a page, without those about other parties or addressed to a model. */
export function excerptOf(page: Page): ExcerptLine[] {
  if (silent.has(pageKind(page))) return []
  const seen = new Set<string>()
  const lines: ExcerptLine[] = []
  let chars = 0
  for (const line of linesOf(page)) {
    const { text } = line
    if (line.area === 'nav' || text.length < lineCharsMin || text.length > lineCharsMax || seen.has(text))
      continue
    seen.add(text)
    const excerpt = looksLikeInstruction(text) ? undefined : excerptLine(page, line)
    if (excerpt === undefined) continue
    chars += text.length
    if (chars > excerptCharsMax) break
    lines.push(excerpt)
  }
  return lines
}

function excerptLine(page: Page, line: Line): ExcerptLine | undefined {
  const [read] = candidateInLine(page, { topic: 'product', value: line.text }, line)
  const [evidence] = read?.evidence ?? []
  // A cut quote does not contain the whole line.
  const isWhole = evidence !== undefined && evidence.quote.length >= line.text.length
  if (read === undefined || !isWhole || read.foreign) return undefined
  const { block, foreign, owner } = read
  return { text: line.text, block, foreign, ...(owner !== undefined && { owner }), evidence: [evidence] }
}
