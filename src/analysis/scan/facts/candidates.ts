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
import { type Meta, metaEvidence, metasNamed } from '../document/metas.ts'
import { type MarkedProperty, markedItems } from '../document/microdata.ts'
import { type JsonObject, organisationsOf, stringOf } from '../document/organisation.ts'
import type { JsonLdItem, Page, PageLink, Span } from '../document/page.ts'
import { pageKind } from '../document/page-kind.ts'
import { sectionsOf } from '../document/sections.ts'
import type { FactMethod, Topic as TopicName } from '../schema.ts'
import { copyrightHolder } from '../site/copyright-line.ts'
import type { Candidate } from './candidate.ts'
import type { Place } from './merge/confidence-rule.ts'
import { isOfTemplate, ownerOf } from './owners.ts'

/** A statement of a topic; the functions below add its position. */
export interface Stated {
  topic: TopicName
  value: string
  details?: Readonly<Record<string, string>>
  inferred?: boolean
}

/** A statement at [from, to) of a line of visible text. Like those below, nothing where it cannot be quoted. */
export function candidateInLine(
  page: Page,
  stated: Stated,
  line: Line,
  [from, to]: readonly [from: number, to: number] = [0, line.text.length],
): Candidate[] {
  const where = { ...whereInLine(page, stated, line, from), block: fingerprint(line.text) }
  return candidate(stated, where, lineEvidence(page, line, from, to))
}

/** A statement that begins in a line and may continue in the next ones. */
export function candidateInSpan(
  page: Page,
  stated: Stated,
  line: Line,
  { from, span }: { from: number; span: Span },
): Candidate[] {
  const where = { ...whereInLine(page, stated, line, from), block: fingerprint(stated.value) }
  return candidate(stated, where, spanEvidence(page, 'text', span))
}

/** A statement across adjacent lines, such as a name and the role under it. */
export function candidateInLines(page: Page, stated: Stated, lines: readonly [Line, ...Line[]]): Candidate[] {
  const foreign = lines.some((line) => sectionsOf(page).get(line)?.foreign === true)
  const block = fingerprint(lines.map(({ text }) => text).join(' '))
  const where = { ...whereInLine(page, stated, lines[0], 0), block, foreign }
  return candidate(stated, where, linesEvidence(page, lines))
}

function whereInLine(page: Page, { topic }: Stated, line: Line, from: number) {
  const isOthers = from >= (sectionsOf(page).get(line)?.foreignFrom ?? Number.POSITIVE_INFINITY)
  const foreign = isOthers || isOfTemplate(page, line, topic)
  return { place: placeOfLine(page, line), foreign, owner: ownerOf(page, line, topic) }
}

/** A statement of a link's URL or text; `place` is `contact-link` for tel: and mailto:. */
export function candidateInLink(
  page: Page,
  stated: Stated,
  link: PageLink,
  place: Extract<Place, 'contact-link' | 'link' | 'menu'> = link.area === 'nav' ? 'menu' : 'link',
): Candidate[] {
  const line = lineOfElement(page, link.element)
  const where = {
    ...whereInElement(page, stated, link.element),
    place,
    block: fingerprint(line?.text ?? link.href),
  }
  return candidate(stated, where, spanEvidence(page, 'link', link.hrefSpan))
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
): Candidate[] {
  const block = fingerprint(`${name} ${element.getAttribute(name) ?? ''}`)
  const method: FactMethod = place === 'image' || place === 'contact-link' ? 'link' : place
  const where = { ...whereInElement(page, stated, element), place, block }
  return candidate(stated, where, attributeEvidence(page, method, element, name))
}

function whereInElement(page: Page, { topic }: Stated, element: Element) {
  const line = lineOfElement(page, element)
  const foreign = foreignElements(page)(element) || (line !== undefined && isOfTemplate(page, line, topic))
  return { foreign, owner: line && ownerOf(page, line, topic) }
}

/** A value of structured data. `owner` is the name of the object that contains it. */
export function candidateInJsonLd(
  page: Page,
  stated: Stated,
  item: JsonLdItem,
  { written, owner }: { written: string; owner?: string | undefined },
): Candidate[] {
  const where = { place: 'json-ld', block: fingerprint(`json-ld ${written}`), foreign: false, owner } as const
  return candidate(stated, where, jsonEvidence(page, item, written))
}

/** What the site's own organisations say in structured data, each statement with the text it was read from. */
export function candidatesOfOrganisations(
  page: Page,
  read: (organisation: JsonObject) => ReadonlyArray<Stated & { written: string }>,
): Candidate[] {
  const inJsonLd = organisationsOf(page).flatMap(({ item, value }) =>
    read(value).flatMap(({ written, ...stated }) =>
      candidateInJsonLd(page, stated, item, { written, owner: stringOf(value['name']) }),
    ),
  )
  const inMicrodata = markedItems(page).flatMap(({ value, properties }) =>
    read(value).flatMap(({ written, ...stated }) => {
      const property = properties.find(({ text }) => text === written)
      return property === undefined ? [] : candidateInMicrodata(page, stated, property)
    }),
  )
  return [...inJsonLd, ...inMicrodata]
}

export function candidateInMicrodata(
  page: Page,
  stated: Stated,
  { element, text, evidence }: MarkedProperty,
): Candidate[] {
  const foreign = foreignElements(page)(element)
  return candidate(stated, { place: 'microdata', block: fingerprint(text), foreign }, evidence)
}

export function candidateInMeta(page: Page, stated: Stated, meta: Meta): Candidate[] {
  const where = { place: 'meta', block: fingerprint(`${meta.name} ${meta.content}`), foreign: false } as const
  return candidate(stated, where, metaEvidence(page, meta))
}

/** A statement of an element's source, such as the code of a script. */
export function candidateInElement(
  page: Page,
  stated: Stated,
  { element, needle, place }: { element: Element; needle: string; place: Extract<Place, 'meta' | 'script'> },
): Candidate[] {
  const evidence = quoteEvidence(page, place, page.elementSpan(element), needle)
  return candidate(stated, { place, block: fingerprint(`${place} ${needle}`), foreign: false }, evidence)
}

/** A text of a page with the function that makes candidates of it. */
export interface HeadText {
  text: string
  state: (stated: Stated) => Candidate[]
}

/** The title and the description of a page, where it has them. */
export function headTexts(page: Page): { title?: HeadText; description?: HeadText } {
  const [element] = page.all('title')
  const [meta] = metasNamed(page, 'description', 'og:description')
  const { title: text } = page
  const place = 'meta' as const
  return {
    ...(element && {
      title: { text, state: (stated) => candidateInElement(page, stated, { element, needle: text, place }) },
    }),
    ...(meta && {
      description: { text: meta.content, state: (stated) => candidateInMeta(page, stated, meta) },
    }),
  }
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
): Candidate[] {
  if (evidence === undefined || value === '') return []
  const { owner = '', ...rest } = where
  return [{ topic, value, details, inferred, ...rest, ...(owner !== '' && { owner }), evidence: [evidence] }]
}

/** The same for one text with different spacing and case. */
export function fingerprint(text: string): string {
  const words = normalWords(text.slice(0, 2_000)).join(' ')
  return createHash('sha256')
    .update(words === '' ? text : words)
    .digest('base64url')
    .slice(0, 12)
}
