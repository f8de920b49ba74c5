import { createHash } from 'node:crypto'
import { normalWords } from '../../text/normal-words.ts'
import {
  attributeEvidence,
  type Evidence,
  jsonEvidence,
  lineEvidence,
  linesEvidence,
  quoteEvidence,
  spanEvidence,
} from '../document/evidence.ts'
import { foreignElements } from '../document/foreign-elements.ts'
import { type Line, lineOfElement } from '../document/lines.ts'
import { type Meta, metaEvidence } from '../document/metas.ts'
import type { MarkedProperty } from '../document/microdata.ts'
import type { JsonLdItem, Page, PageLink, Span } from '../document/page.ts'
import { pageKind } from '../document/page-kind.ts'
import { sectionsOf } from '../document/sections.ts'
import type { FactMethod, Topic as TopicName } from '../schema.ts'
import { copyrightHolder } from '../site/copyright-line.ts'
import type { Candidate } from './candidate.ts'
import type { Place } from './merge/confidence-rule.ts'
import { ownerOf } from './owners.ts'

/** A statement of a topic; the functions below add its position. */
export interface Stated {
  topic: TopicName
  value: string
  details?: Readonly<Record<string, string>>
  inferred?: boolean
}

/** A statement at [from, to) of a line of visible text. */
export function candidateInLine(
  page: Page,
  stated: Stated,
  line: Line,
  [from, to]: readonly [from: number, to: number] = [0, line.text.length],
): Candidate | undefined {
  const foreign = from >= (sectionsOf(page).get(line)?.foreignFrom ?? Number.POSITIVE_INFINITY)
  const where = { place: placeOfLine(page, line), block: fingerprint(line.text), foreign }
  return candidate(
    stated,
    { ...where, owner: ownerOf(page, line, stated.topic) },
    lineEvidence(page, line, from, to),
  )
}

/** A statement that begins in a line and may continue in the next ones. */
export function candidateInSpan(
  page: Page,
  stated: Stated,
  line: Line,
  { from, span }: { from: number; span: Span },
): Candidate | undefined {
  const foreign = from >= (sectionsOf(page).get(line)?.foreignFrom ?? Number.POSITIVE_INFINITY)
  const where = { place: placeOfLine(page, line), block: fingerprint(stated.value), foreign }
  return candidate(
    stated,
    { ...where, owner: ownerOf(page, line, stated.topic) },
    spanEvidence(page, 'text', span),
  )
}

/** A statement across adjacent lines, such as a name and the role under it. */
export function candidateInLines(
  page: Page,
  stated: Stated,
  lines: readonly [Line, ...Line[]],
): Candidate | undefined {
  const [first] = lines
  const foreign = lines.some((line) => sectionsOf(page).get(line)?.foreign === true)
  const block = fingerprint(lines.map(({ text }) => text).join(' '))
  const where = { place: placeOfLine(page, first), block, foreign, owner: ownerOf(page, first, stated.topic) }
  return candidate(stated, where, linesEvidence(page, lines))
}

/** A statement of a link's URL or text; `place` is `contact-link` for tel: and mailto:. */
export function candidateInLink(
  page: Page,
  stated: Stated,
  link: PageLink,
  place: Extract<Place, 'contact-link' | 'link' | 'menu'> = link.area === 'nav' ? 'menu' : 'link',
): Candidate | undefined {
  const line = lineOfElement(page, link.element)
  const where = {
    place,
    block: fingerprint(line?.text ?? link.href),
    foreign: foreignElements(page)(link.element),
    owner: line && ownerOf(page, line, stated.topic),
  }
  return candidate(stated, where, spanEvidence(page, 'link', link.hrefSpan))
}

/** A value of structured data. `owner` is the name of the object that contains it. */
export function candidateInJsonLd(
  page: Page,
  stated: Stated,
  item: JsonLdItem,
  { written, owner }: { written: string; owner?: string | undefined },
): Candidate | undefined {
  const where = { place: 'json-ld', block: fingerprint(`json-ld ${written}`), foreign: false, owner } as const
  return candidate(stated, where, jsonEvidence(page, item, written))
}

export function candidateInMicrodata(
  page: Page,
  stated: Stated,
  { element, text, evidence }: MarkedProperty,
): Candidate | undefined {
  const foreign = foreignElements(page)(element)
  return candidate(stated, { place: 'microdata', block: fingerprint(text), foreign }, evidence)
}

export function candidateInMeta(page: Page, stated: Stated, meta: Meta): Candidate | undefined {
  const where = { place: 'meta', block: fingerprint(`${meta.name} ${meta.content}`), foreign: false } as const
  return candidate(stated, where, metaEvidence(page, meta))
}

/** A statement of an attribute, such as the `src` of a logo or a script. */
export function candidateInAttribute(
  page: Page,
  stated: Stated,
  {
    element,
    name,
    place,
  }: { element: Element; name: string; place: Extract<Place, 'contact-link' | 'image' | 'meta' | 'script'> },
): Candidate | undefined {
  const block = fingerprint(`${name} ${element.getAttribute(name) ?? ''}`)
  const method: FactMethod = place === 'image' || place === 'contact-link' ? 'link' : place
  const line = lineOfElement(page, element)
  const where = {
    place,
    block,
    foreign: foreignElements(page)(element),
    owner: line && ownerOf(page, line, stated.topic),
  }
  return candidate(stated, where, attributeEvidence(page, method, element, name))
}

/** A statement of an element's source, such as the code of a script. */
export function candidateInElement(
  page: Page,
  stated: Stated,
  { element, needle, place }: { element: Element; needle: string; place: Extract<Place, 'meta' | 'script'> },
): Candidate | undefined {
  const evidence = quoteEvidence(page, place, page.elementSpan(element), needle)
  return candidate(stated, { place, block: fingerprint(`${place} ${needle}`), foreign: false }, evidence)
}

export function placeOfLine(page: Page, line: Line): Place {
  if (line.area === 'nav') return 'menu'
  if (line.area === 'footer') return copyrightHolder(line) === undefined ? 'footer' : 'copyright'
  const kind = pageKind(page)
  if (kind === 'imprint') return 'imprint'
  if (line.heading > 0) return 'heading'
  if (line.area === 'header') return 'header'
  if (kind === 'contact') return 'contact'
  const tag = line.block.block.localName
  if (tag === 'td' || tag === 'th' || tag === 'dt' || tag === 'dd') return 'table'
  return tag === 'li' ? 'list' : 'text'
}

function candidate(
  { topic, value, details = {}, inferred = false }: Stated,
  where: { place: Place; block: string; foreign: boolean; owner?: string | undefined },
  evidence: Evidence | undefined,
): Candidate | undefined {
  if (evidence === undefined || value === '') return undefined
  const { owner, ...rest } = where
  return {
    topic,
    value,
    details,
    inferred,
    ...rest,
    ...(owner !== undefined && owner !== '' && { owner }),
    evidence: [evidence],
  }
}

/** The same for one text with different spacing and case. */
export function fingerprint(text: string): string {
  const words = normalWords(text.slice(0, 2_000)).join(' ')
  return createHash('sha256')
    .update(words === '' ? text : words)
    .digest('base64url')
    .slice(0, 12)
}
