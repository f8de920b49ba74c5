import type { Catalog } from '../catalog/catalog.ts'
import { toolTable } from '../scan/facts/tools/table.ts'
import { chatTerms } from '../text/chat-terms.ts'
import type { ChatEntry } from './entries.ts'
import type { Finding } from './find-entries.ts'

/** Minimum share of the question that an entry must cover, */
const coverageMin = 0.65
/** and the minimum if one of its own questions shares two terms with it. */
const coverageByWayMin = 0.5
/** Shared terms from which on an entry counts as about the same; a single one may be a coincidence. */
const termsMin = 2

/** Names of tools that are ordinary words: `Square`, `Segment`, `Safe`. */
const ordinaryWords = new Set(
  toolTable.filter(({ ordinaryWord }) => ordinaryWord === true).map(({ name }) => name),
)

/** Whether an entry is about the question, not only shares a word with it. */
export type CoversQuestion = (
  finding: Finding,
  asked: readonly string[],
  productKey: string | undefined,
) => boolean

/**
 * One shared term suffices only where a coincidence is unlikely: the name of a tool, or half of a question that an
 * entry of the current product answers.
 */
export function createCoversQuestion(catalog: Catalog): CoversQuestion {
  const toolNames = new Set(
    catalog.questions.tools.options.flatMap((name) => {
      const terms = ordinaryWords.has(name) ? [] : chatTerms(name)
      return terms.length === 1 ? terms : []
    }),
  )
  const isHalfOfWording = (term: string, { wordings }: ChatEntry) =>
    wordings.some((wording) => {
      const terms = chatTerms(wording)
      return terms.length <= termsMin && terms.includes(term)
    })
  return ({ entry, coverage, terms }, asked, productKey) => {
    const shared = new Set(terms)
    const isAskedSo = entry.wordings.some(
      (wording) => new Set(chatTerms(wording).filter((term) => shared.has(term))).size >= termsMin,
    )
    if (coverage < (isAskedSo ? coverageByWayMin : coverageMin)) return false
    if (shared.size >= termsMin || [...shared].some((term) => toolNames.has(term))) return true
    const isOfProduct = productKey !== undefined && entry.productKey === productKey
    return (
      isOfProduct && new Set(asked).size === 1 && [...shared].some((term) => isHalfOfWording(term, entry))
    )
  }
}
