import functionWords from '../compose/copy/line-break-words.json' with { type: 'json' }
import { colorTerms } from '../scene/procedural/color-terms.ts'
import { readBrief } from '../scene/procedural/read-brief.ts'
import { singularOf } from '../scene/procedural/word-meanings.ts'
import type { StoredPhoto } from './photos.ts'

export interface PhotoChoice {
  photo: StoredPhoto
  /** The tag, or the words of its name, that the brief has. */
  words: string
}

/**
 * The photo of a library that shows a subject of the brief: most words of a tag or of its name, tags first; of equals the
 * latest. Words of mood, season, time, colour and grammar are not subjects.
 * @param brief without the quoted copy
 */
export function choosePhoto(photos: readonly StoredPhoto[], brief: string): PhotoChoice | undefined {
  const wanted = ` ${subjectsOf(brief).join(' ')} `
  const isWanted = (words: readonly string[]) => words.length > 0 && wanted.includes(` ${words.join(' ')} `)
  let best: (PhotoChoice & { score: number }) | undefined
  for (const photo of photos) {
    const tags: string[] = JSON.parse(photo.tags)
    const tagged = tags.flatMap((tag) => {
      const words = subjectsOf(tag)
      return isWanted(words) ? [{ words: tag, score: 3 * words.length }] : []
    })
    const named = subjectsOf(photo.name).filter((word) => isWanted([word]))
    const matches = [
      ...tagged,
      ...(named.length > 0 ? [{ words: named.join(' '), score: named.length }] : []),
    ]
    const score = matches.reduce((sum, match) => sum + match.score, 0)
    const words = matches[0]?.words
    if (words !== undefined && score >= (best?.score ?? 0)) best = { photo, words, score }
  }
  return best && { photo: best.photo, words: best.words }
}

const grammar = new Set(
  Object.values(functionWords).flatMap(({ articles, links, months, titles }) => [
    ...articles,
    ...links,
    ...months,
    ...titles,
  ]),
)

/** The words of a text that name things, in the singular. */
function subjectsOf(text: string): string[] {
  const terms = readBrief(text)
  const colors = colorTerms(terms)
  return terms
    .filter((term) => !term.isNegated && !colors.has(term) && (term.meaning?.isPicture ?? isName(term.words)))
    .flatMap(({ words }) => words.map(singularOf))
}

/** Outside the table of words: a thing, a place or a brand, rather than a number or a word of grammar. */
const isName = (words: readonly string[]) =>
  words.every((word) => [...word].length > 1 && !/^\p{N}/u.test(word) && !grammar.has(word))
