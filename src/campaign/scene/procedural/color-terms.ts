import type { Term } from './read-brief.ts'
import { listedMeaning } from './word-meanings.ts'
import table from './words.json' with { type: 'json' }

/**
 * The terms of a brief that name colours, with their hex values, in the order of the brief. "Sand", "coral" or
 * "lemon" may be the thing itself: such a word is a colour in a list with other colours ("navy and sand"), before
 * "tones" and the like, and as the adjective of another thing that scenes show ("lavender silk").
 */
export function colorTerms(terms: readonly Term[]): Map<Term, string> {
  const colors = new Set(terms.filter((term) => isColorName(term) && !term.meaning?.isPicture))
  // Twice: in "sand, coral and navy" the first word depends on the second.
  for (let pass = 0; pass < 2; pass++) {
    terms.forEach((term, i) => {
      if (isColorName(term) && readsAsColor(terms, i, colors)) colors.add(term)
    })
  }
  return new Map(
    terms.flatMap((term) => {
      const color = term.meaning?.color
      return color !== undefined && colors.has(term) ? [[term, color] as const] : []
    }),
  )
}

/** A plural always means the things: "oranges". */
const isColorName = ({ words, isNegated }: Term) => !isNegated && listedMeaning(words)?.color !== undefined

function readsAsColor(terms: readonly Term[], i: number, colors: ReadonlySet<Term>): boolean {
  const next = followerOf(terms, i)
  if (next && table.colorNouns.some((noun) => next.words.some((word) => word.startsWith(noun)))) return true
  if (next && describes(terms[i], next)) return true
  if (!isHead(terms, i)) return false
  return [1, -1].some((step) => {
    const other = listNeighbor(terms, i, step)
    return other !== undefined && colors.has(other) && isHead(terms, terms.indexOf(other))
  })
}

function followerOf(terms: readonly Term[], i: number): Term | undefined {
  const next = terms[i + 1]
  return next?.clause === terms[i]?.clause ? next : undefined
}

/** Whether a name of a colour is the adjective of a thing that other families show: not in "sand dunes". */
function describes(term: Term | undefined, next: Term): boolean {
  const shownBy = [...(next.meaning?.shownBy.keys() ?? [])]
  const own = term?.meaning
  return shownBy.length > 0 && !shownBy.some((family) => own?.shownBy.has(family) || own?.suits.has(family))
}

/** Whether a phrase ends here: "gold" in "gold, ivory", and not in "gold forest". */
function isHead(terms: readonly Term[], i: number): boolean {
  const next = followerOf(terms, i)
  return next === undefined || Boolean(next.meaning?.isPlain)
}

/** The other side of "and" or of a comma. */
function listNeighbor(terms: readonly Term[], i: number, step: number): Term | undefined {
  const here = terms[i]
  const beside = terms[i + step]
  if (!here || !beside) return undefined
  const isJoin = table.colorJoins.includes(beside.words.join(' '))
  const other = isJoin ? terms[i + 2 * step] : beside
  if (!other || (!isJoin && other.clause === here.clause)) return undefined
  return Math.abs(other.clause - here.clause) <= 1 ? other : undefined
}
