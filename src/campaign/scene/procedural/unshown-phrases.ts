import { isRequest } from '../../brief/picture-requests.ts'
import { tokenize } from '../../brief/tokenize.ts'
import type { Term } from './read-brief.ts'
import { meaningOf, singularOf } from './word-meanings.ts'
import table from './words.json' with { type: 'json' }

/** What a term is in a noun phrase; what is understood or carries no picture lies outside. */
type Role = 'thing' | 'modifier' | 'outside'

interface Reading {
  brief: string
  terms: readonly Term[]
  colors: ReadonlyMap<Term, string>
  family: string
}

/**
 * The things of a brief that a family does not draw, as noun phrases in the brief's own words: "red bicycle".
 * A word outside the table counts as a thing unless its ending or position indicates otherwise.
 */
export function unshownPhrases(reading: Reading): string[] {
  const { brief, terms } = reading
  if (isForeign(terms)) return [brief.trim()]
  const roles = terms.map((_, i) => roleOf(reading, i))
  const phrases = new Map<string, string>()

  for (let first = 0; first < terms.length; first++) {
    if (roles[first] === 'outside') continue
    let last = first
    while (roles[last + 1] !== undefined && roles[last + 1] !== 'outside' && isSameClause(terms, last)) last++
    const head = roles.lastIndexOf('thing', last)
    const text = brief.slice(terms[first]?.start, terms[head]?.end)
    if (head >= first) phrases.set(text.toLowerCase(), phrases.get(text.toLowerCase()) ?? text)
    first = last
  }
  return [...phrases.values()]
}

const letters = /\p{L}{3}/u
/** A telephone number or an address: "call 0800 555 0101". */
const contact = /(?<!\d)\+?\d[\d ()/-]{6,18}\d(?!\d)|\S@\S|\p{L}\.\p{L}{2}/u

/** Of some phrases those of clauses that are not the copy; of a brief in another language a clause that asks to show something. */
export function unsaidPhrases(
  phrases: readonly string[],
  { brief, copy }: { brief: string; copy: readonly string[] },
): string[] {
  const clauses = (text: string) =>
    text.split(/[.!?;:]+(?=\s|$)|,\s|\n|[。！？、，]|\s[–—-]\s/).map((clause) => clause.trim())
  const said = copy.flatMap((text) => clauses(comparable(text))).filter((clause) => letters.test(clause))
  const isSaid = (clause: string) => said.some((one) => clause.includes(one) || one.includes(clause))
  const rest = clauses(brief.replace(readers, '')).filter(
    (clause) => letters.test(clause) && !contact.test(clause) && !isSaid(comparable(clause)),
  )
  const asked = rest.filter((clause) => !isRequest(clause) || asksToShow(clause))
  if (phrases.length === 1 && phrases[0] === brief.trim()) return asked.filter(asksToShow)
  return phrases.filter((phrase) => asked.some((clause) => clause.includes(phrase)))
}

/** "Get their flu jab" is "Get your flu jab" in the copy. */
const comparable = (text: string) => text.toLowerCase().replace(/(?<= )their(?= )/gu, 'your')
/** "Audience: parents" */
const readers = new RegExp(`(?:${table.readers.join('|')}): [^.\\n]*`, 'giu')

const asksToShow = (clause: string) => {
  const words = ` ${tokenize(clause)
    .map(({ value }) => value)
    .join(' ')} `
  return table.shown.some((cue) => words.includes(` ${cue} `))
}

/** From this weight on, a family draws a thing as its place, or as its ground: "sea", not "sky"; "podium", not "wall". */
const placeWeightOf = (family: string) => (table.groundFamilies.includes(family) ? 4 : 2)

/**
 * The terms of a brief that are the family's place and the subject of their clause: "snowy peaks, wide and calm", not "a
 * bicycle in the hills", nor "a lake house". What other clauses sell may then be absent from the picture.
 */
export function placesIn(reading: Reading): Term[] {
  const { brief, terms, family } = reading
  if (isForeign(terms)) return []
  const isSubject = (i: number) =>
    roleOf(reading, i) === 'thing' && !table.wayside.includes(terms[i]?.words.join(' ') ?? '')
  return terms.filter(({ clause, end, isNegated, meaning }, i) => {
    if (isNegated || (meaning?.shownBy.get(family) ?? 0) < placeWeightOf(family)) return false
    const isQualifier = brief[end] === '-' || (isSameClause(terms, i) && isSubject(i + 1))
    return !isQualifier && !terms.some((term, at) => at < i && term.clause === clause && isSubject(at))
  })
}

/** Whether a brief directs a scene of its places: by a cue, as "Scene: a river valley", or by the light, as "city at night". */
export const directsScene = ({ brief, terms }: Reading, places: readonly Term[]) =>
  places.some(({ clause }) =>
    terms.some((term) => term.clause === clause && (term.meaning?.times.size ?? 0) > 0),
  ) ||
  (places.length > 0 && asksToShow(brief))

/** A longer brief whose words are mostly unknown is in another language: nothing of it was understood. */
function isForeign(terms: readonly Term[]): boolean {
  const words = terms.filter(({ isName }) => !isName)
  return words.length >= 4 && words.filter(({ meaning }) => meaning).length < words.length * 0.4
}

const isSameClause = (terms: readonly Term[], i: number) => terms[i]?.clause === terms[i + 1]?.clause

function roleOf({ brief, terms, colors, family }: Reading, i: number): Role {
  const term = terms[i]
  if (!term || term.isNegated) return 'outside'
  if (colors.has(term) || brief[term.end] === '-') return 'modifier'
  const { meaning, words } = term
  if (meaning) {
    const isUnderstood = meaning.isPlain || meaning.times.size > 0 || meaning.shownBy.has(family)
    if (isUnderstood || !meaning.isPicture) return 'outside'
    return meaning.isAudience && isAddressed(terms, i) ? 'outside' : 'thing'
  }
  const word = words.join(' ')
  if (/^\p{N}/u.test(word) || isPlainForm(word) || isBrandName(terms, i)) return 'outside'
  const isModifier = table.modifiers.includes(word) || weakEnding.test(singularOf(word))
  return isModifier || /^\p{Script=Latin}{1,2}$/u.test(word) ? 'modifier' : 'thing'
}

/** Endings of adjectives, adverbs, verbs and abstract nouns. Things that end so stand in the table. */
const weakEnding =
  /.(ing|ed|ly|tion|sion|ness|ment|ity|ism|ance|ence|ship|hood|ful|less|able|ible|ous|ive|ic|al|ish|ary|est|ize|ise|ify|ward|ology)$/

/** Forms of verbs and comparatives whose base the table lists as plain. */
function isPlainForm(word: string): boolean {
  const stem = word.replace(/(ing|ed|er|est|ly|s)$/, '')
  if (stem === word || stem.length < 2) return false
  const bases = [stem, `${stem}e`, stem.replace(/(.)\1$/, '$1'), stem.replace(/i$/, 'y')]
  return bases.some((base) => meaningOf([base])?.isPlain)
}

/** "For families": the word follows "for", with at most three others between. */
function isAddressed(terms: readonly Term[], i: number): boolean {
  const clause = terms[i]?.clause
  return terms.slice(Math.max(0, i - 4), i).some((term) => term.clause === clause && term.words[0] === 'for')
}

/** A capitalised word outside the table is a brand, unless it follows a preposition of place: "in Paris". */
function isBrandName(terms: readonly Term[], i: number): boolean {
  const term = terms[i]
  const next = terms[i + 1]
  if (i === 0 && next?.clause === term?.clause && table.nameVerbs.includes(next?.words[0] ?? '')) return true
  if (!term?.isName || term.end - term.start < 2) return false
  const before = terms.slice(0, i).findLast(({ isName, words }) => !isName && words[0] !== 'the')
  return before?.clause !== term.clause || !table.placePrepositions.includes(before.words[0] ?? '')
}
