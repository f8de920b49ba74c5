import type { Catalog } from '../catalog/catalog.ts'
import { createVocabulary } from '../diagnose/vocabulary.ts'
import { chatTerms } from './chat-terms.ts'
import type { ChatEntry } from './entries.ts'
import type { Finding } from './find-entries.ts'

/** An entry that speaks about less of the question than this is not an answer to it, */
const coverageMin = 0.65
/** unless one of its own questions holds as much of it as this. */
const coverageByWayMin = 0.5
/** As many terms in common say that an entry is about the same; one may be there by chance. */
const termsMin = 2

/** Judges whether an entry is about what was asked, or merely shares a word with it. */
export type SpeaksOf = (finding: Finding, asked: readonly string[], productKey: string | undefined) => boolean

/**
 * One term in common is enough only where it cannot be there by chance: the name of a tool, or, of the product that the
 * talk is about, half of a question that it answers.
 */
export function createSpeaksOf(catalog: Catalog): SpeaksOf {
  const { words, guarded } = createVocabulary(catalog)
  const toolNames = new Set(
    catalog.questions.tools.options.flatMap((name) => {
      const terms = chatTerms(name)
      return terms.length === 1 ? terms.filter((term) => !words.has(term) && !guarded.has(term)) : []
    }),
  )
  const isHalfOfWay = (term: string, { ways }: ChatEntry) =>
    ways.some((way) => {
      const terms = chatTerms(way)
      return terms.length <= termsMin && terms.includes(term)
    })
  return ({ entry, coverage, terms }, asked, productKey) => {
    const shared = new Set(terms)
    const isAskedSo = entry.ways.some(
      (way) => new Set(chatTerms(way).filter((term) => shared.has(term))).size >= termsMin,
    )
    if (coverage < (isAskedSo ? coverageByWayMin : coverageMin)) return false
    if (shared.size >= termsMin || [...shared].some((term) => toolNames.has(term))) return true
    const isOfProduct = productKey !== undefined && entry.productKey === productKey
    return isOfProduct && new Set(asked).size === 1 && [...shared].some((term) => isHalfOfWay(term, entry))
  }
}
