export type Confidence = 'high' | 'medium' | 'low'

export const confidenceRank: Readonly<Record<Confidence, number>> = { high: 2, medium: 1, low: 0 }

export function lowerOf(a: Confidence, b: Confidence): Confidence {
  return confidenceRank[a] <= confidenceRank[b] ? a : b
}

/** The kinds of place of a statement, machine-readable ones before `imprint`. */
export const places = [
  'json-ld',
  'microdata',
  'meta',
  'contact-link',
  'script',
  'response-header',
  'dns',
  'imprint',
  'copyright',
  'contact',
  'header',
  'footer',
  'menu',
  'link',
  'image',
  'table',
  'list',
  'heading',
  'text',
  'model',
] as const
export type Place = (typeof places)[number]

/** Machine-readable data. */
const structured: ReadonlySet<Place> = new Set(places.slice(0, places.indexOf('imprint')))
export const isStructured = (place: Place): boolean => structured.has(place)
/** All of these count as one place, on any number of pages. */
const prose: ReadonlySet<Place> = new Set(['text', 'heading', 'list', 'model'])

/** The published rule of confidence. */
export const confidenceRule = [
  'high: structured data (JSON-LD, microdata, meta tags, tel: and mailto: links, scripts, response headers, DNS records), or the same statement in two independent places of different kinds, such as the imprint and a contact page. Running text, lists and headings count as one kind together, so they alone are never high. A block that several pages repeat is one place.',
  'medium: stated in one place, or an offer that only the structured data of one page names.',
  'low: concluded from wording only, or an offer that only a title in a list of one page names, except on the start page.',
  'Where places disagree about something that has one value, the better supported value stays, at most medium when the other is as well supported, and the others are low; the disagreement is a conflict fact, as sure as the weaker side.',
  'An absence is low: pages that were not read may hold what was looked for.',
].join(' ')

/** Input of `confidenceOf`. */
export interface Weighed {
  place: Place
  inferred: boolean
  block: string
}

/** The confidence of equivalent statements. */
export function confidenceOf(statements: readonly Weighed[]): Confidence {
  const stated = statements.filter(({ inferred }) => !inferred)
  if (stated.length === 0) return 'low'
  if (stated.some(({ place }) => structured.has(place))) return 'high'
  const blocksOf = new Map<string, Set<string>>()
  for (const { place, block } of stated) {
    const kind = prose.has(place) ? 'prose' : place
    blocksOf.set(kind, (blocksOf.get(kind) ?? new Set()).add(block))
  }
  return areIndependent([...blocksOf.values()]) ? 'high' : 'medium'
}

/** Whether two kinds of place have the statement in different blocks. */
function areIndependent(kinds: ReadonlyArray<ReadonlySet<string>>): boolean {
  return kinds.some((one, index) =>
    kinds.slice(index + 1).some((other) => new Set([...one, ...other]).size > 1),
  )
}
