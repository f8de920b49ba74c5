import { findDate, isWeekday, type Range, rangesOf, times } from '../layouts/dates.ts'
import { amountsIn, oneOf } from '../layouts/numbers.ts'
import placeWords from './place-words.json' with { type: 'json' }

/** What readers look for in an advertisement: when, for how much, where, and how to answer. */
const kinds = ['time', 'price', 'place', 'contact'] as const
type Kind = (typeof kinds)[number]

interface Fact extends Range {
  kind: Kind
}

/** A part of a text that stands on its own lines. */
export interface Piece {
  text: string
  /** Little else than facts. */
  isFact: boolean
}

const name = String.raw`\p{Lu}[\p{L}\p{M}’'&-]*`
const places = [
  String.raw`(?:\d{1,4}[a-z]?,?\s)?(?:${name}\s){1,3}(?:${oneOf(placeWords.after)})(?!\p{L})`,
  String.raw`(?<!\p{L})(?:${oneOf(placeWords.before)})\s(?:\p{L}{1,3}\s){0,2}(?:${name}|\d)[\p{L}\d’'-]*(?:\s${name})*(?:,?\s\d{1,4}(?!\p{N}))?`,
  String.raw`\p{Lu}[\p{L}-]*(?:${oneOf(placeWords.end)})(?:\s\d{1,4}[a-z]?)?(?!\p{L})`,
].map((pattern) => new RegExp(pattern, 'gu'))
const contacts = [
  /(?<![\p{L}\p{N}])(?:[a-z\d-]{1,40}\.){1,3}[a-z]{2,12}(?:\/[^\s,;]*[^\s,;.!?)])?(?![\p{L}\p{N}])|\S+@\S+\.\p{L}+/giu,
  /(?<!\p{N})\+?\d[\d ()/-]{6,18}\d/gu,
]
const eastAsianDay = /\d{1,2}月(?:\d{1,2}日)?/gu
/** Shorter names of weekdays are other words as well. */
const longWord = /\p{L}{5,}/gu

/** The facts of a text, in no order; they may overlap. */
function factsIn(text: string): Fact[] {
  const matches = (patterns: readonly RegExp[]) => patterns.flatMap((pattern) => rangesOf(pattern, text))
  const found: Readonly<Record<Kind, readonly Range[]>> = {
    time: [
      ...datesIn(text),
      ...matches([times, eastAsianDay]),
      ...matches([longWord]).filter(({ start, end }) => isWeekday(text.slice(start, end).replace(/s$/, ''))),
    ],
    price: amountsIn(text),
    place: matches(places),
    contact: matches(contacts),
  }
  return kinds.flatMap((kind) => found[kind].map((range) => ({ kind, ...range })))
}

/** "Sonntag, den | 8. Juni" */
const dayBefore = /\p{L}{5,},\s(?:den|dem|the|le|el|il|de)\s$/u

function datesIn(text: string): Range[] {
  const facts: Range[] = []
  for (let from = 0; from < text.length; from = facts.at(-1)?.end ?? text.length) {
    const found = findDate(text.slice(from))
    if (found === undefined) break
    const [day = ''] = dayBefore.exec(text.slice(0, from + found.start)) ?? []
    facts.push({ start: from + found.start - day.length, end: from + found.end })
  }
  return facts
}

/** Days, prices and contacts of a line with other words, which are set strong; of many, none stands out. */
export function strongIn({ text, isFact }: Piece): readonly Range[] {
  if (isFact) return [{ start: 0, end: text.length }]
  const days = [...datesIn(text), ...rangesOf(eastAsianDay, text)]
  const addresses = contacts.flatMap((pattern) => rangesOf(pattern, text))
  return [days, amountsIn(text), addresses].filter(({ length }) => length <= strongMax).flat()
}
const strongMax = 2

/** A sentence, or a clause of one, whose facts are this part of it says little else. */
const factShare = { sentence: 0.28, clause: 0.4 }
/** Longer clauses are sentences with a fact in them. */
const factCharsMax = 60
const clauseEnd = /[,;،](?=\s)/gu
/** A name of two words or more in a list with other clauses is a place: "Ironworks Gym", "Salon de Thé". */
const properName =
  /^(?:\p{Lu}[^\s,]*|\d+\p{L}?|&|\p{Ll}{1,3})(?:\s(?:\p{Lu}[^\s,]*|\d+\p{L}?|&|\p{Ll}{1,3}))*$/u

/** A line in its sentences, and in its clauses where some are facts and others are not. */
export function piecesOf(line: string): Piece[] {
  const facts = factsIn(line)
  const endsOf = (pattern: RegExp) =>
    [...line.matchAll(pattern)].map(({ 0: end, index }) => index + end.length)
  const pieces: Piece[] = []
  let start = 0
  for (const end of [...endsOf(sentenceEnd), line.length]) {
    const commas = endsOf(clauseEnd).filter((at) => at > start && at < end)
    const cuts = [...commas, end].filter((at) => !facts.some((fact) => at > fact.start && at < fact.end))
    pieces.push(...sentencePieces(line, facts, { start, cuts }))
    start = end
  }
  return pieces
}

interface Clause extends Range {
  kind: Kind | undefined
}

/** A sentence from `start` to the last of `cuts`, which are the ends of its clauses. */
function sentencePieces(
  line: string,
  facts: readonly Fact[],
  { start, cuts }: { start: number; cuts: readonly number[] },
): Piece[] {
  const share = cuts.length > 1 ? factShare.clause : factShare.sentence
  const clauses: Clause[] = []
  for (const [index, end] of cuts.entries()) {
    const from = cuts[index - 1] ?? start
    const own = facts.filter((fact) => fact.start >= from && fact.end <= end)
    const isAfterPlace = clauses.at(-1)?.kind === 'place'
    const kind = kindOf(line.slice(from, end), own, { share, isAfterPlace, isAlone: cuts.length === 1 })
    const last = clauses.at(-1)
    if (last !== undefined && last.kind === kind) last.end = end
    else clauses.push({ start: from, end, kind })
  }
  const text = ({ start, end }: Range) => line.slice(start, end).trim()
  const isList = clauses.every((clause) => clause.kind !== undefined || text(clause).length >= clauseCharsMin)
  const isNames = clauses.every(({ kind }) => kind === undefined || kind === 'place')
  if (clauses.length > 1 && (!isList || isNames))
    return [{ text: text({ start, end: cuts.at(-1) ?? line.length }), isFact: false }]
  // The end of the line stands for a comma.
  return clauses.map((clause) => ({
    text: text(clause).replace(/[,;،]$/u, ''),
    isFact: clause.kind !== undefined,
  }))
}

/** Shorter words beside a fact are not a line of their own. */
const clauseCharsMin = 18

/** A capital, a number or an address follows, or the language has no spaces; "No. 5" and "12. Juni" go on. */
const sentenceEnd =
  /(?<!(?<![\p{L}\p{N}])\p{L}{1,2}|(?<![\p{L}\p{N}:.,])\d{1,2})[.!?…؟]["”»’)]?(?=\s+(?:[^\p{Ll}\s]|[\w-]+\.\w))|[。！？](?!$)/gu

/** What a clause says, if that is little else than facts. */
function kindOf(
  clause: string,
  facts: readonly Fact[],
  { share, isAfterPlace, isAlone }: { share: number; isAfterPlace: boolean; isAlone: boolean },
): Kind | undefined {
  const text = clause.trim().replace(/[.,;،!]+$/u, '')
  if (text.length > factCharsMax) return undefined
  if (facts.length === 0 && isAlone) return undefined
  if (facts.length === 0) {
    const names = text.match(/(?<!\S)\p{Lu}/gu)?.length ?? 0
    return properName.test(text) && names > (isAfterPlace ? 0 : 1) ? 'place' : undefined
  }
  const covered = new Set(
    facts.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at)),
  )
  return covered.size >= share * text.length ? facts[0]?.kind : undefined
}
