import type { Evidence } from '../../document/evidence.ts'
import { lineEvidence, quoteEvidence } from '../../document/evidence.ts'
import { linesOf } from '../../document/lines.ts'
import { metaOf } from '../../document/metas.ts'
import type { Page } from '../../document/page.ts'
import { sectionsOf } from '../../document/sections.ts'

/** A place where a page says in short what it is about. */
export interface Headline {
  from: 'title' | 'description' | 'heading' | 'opening'
  text: string
  /** Evidence of the part [start, end) of the text. */
  evidence(start: number, end: number): Evidence | undefined
}

const openingLinesMax = 4
const openingCharsMin = 30
const textCharsMax = 400
const headingsMax = 12

const known = new WeakMap<Page, readonly Headline[]>()

/** Title, description, main headings and the first sentences, the telling ones first. */
export function headlinesOf(page: Page): readonly Headline[] {
  const before = known.get(page)
  if (before !== undefined) return before
  const headlines = [...titles(page), ...descriptions(page), ...openings(page)]
  known.set(page, headlines)
  return headlines
}

function titles(page: Page): Headline[] {
  const text = page.title.slice(0, textCharsMax)
  const [title] = page.all('title')
  if (text === '' || title === undefined) return []
  const evidence = (start: number, end: number) =>
    quoteEvidence(page, 'meta', page.elementSpan(title), text.slice(start, end))
  return [{ from: 'title', text, evidence }]
}

function descriptions(page: Page): Headline[] {
  return ['description', 'og:description'].flatMap((name) => {
    const meta = metaOf(page, name)
    if (meta === undefined) return []
    const text = meta.content.slice(0, textCharsMax)
    const method = name === 'description' ? 'meta' : 'open-graph'
    const evidence = (start: number, end: number) =>
      quoteEvidence(page, method, page.attributeSpan(meta.element, 'content'), text.slice(start, end))
    return [{ from: 'description', text, evidence }]
  })
}

function openings(page: Page): Headline[] {
  const sections = sectionsOf(page)
  const found: Headline[] = []
  let headings = 0
  let opening = 0
  for (const line of linesOf(page)) {
    if (line.area !== 'main' && line.area !== 'header') continue
    if (sections.get(line)?.foreign === true || line.text.length > 2_000) continue
    const isHeading = line.heading === 1 || line.heading === 2
    if (
      isHeading ? headings++ >= headingsMax : opening >= openingLinesMax || line.text.length < openingCharsMin
    )
      continue
    if (!isHeading) opening++
    const text = line.text.slice(0, textCharsMax)
    const evidence = (start: number, end: number) => lineEvidence(page, line, start, end)
    found.push({ from: isHeading ? 'heading' : 'opening', text, evidence })
  }
  return found
}
