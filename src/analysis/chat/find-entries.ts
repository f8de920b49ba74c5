import MiniSearch from 'minisearch'
import type { Catalog } from '../catalog/catalog.ts'
import { toolTable } from '../scan/facts/tools/tool.ts'
import { chatTerms } from '../text/chat-terms.ts'
import { normalWords } from '../text/normal-words.ts'
import type { ChatEntry } from './entries.ts'

export interface Finding {
  entry: ChatEntry
  /** Share of the question that the entry covers, 0 to 1, weighted by rarity of terms. */
  coverage: number
  /** Terms of the question that the entry contains. */
  terms: readonly string[]
}

/** Looks up entries by terms, the best first; those about `productKey` are preferred. */
export type FindEntries = (terms: readonly string[], productKey: string | undefined) => readonly Finding[]

/** Full-text ranking of the entries (BM25+); words in their questions weigh three times those in their answers. */
export function createFindEntries(entries: readonly ChatEntry[]): FindEntries {
  const index = new MiniSearch<ChatEntry>({
    fields: ['asked', 'answer'],
    storeFields: ['productKey'],
    tokenize: (text) => chatTerms(text),
    processTerm: (term) => term,
    searchOptions: {
      boost: { asked: 3 },
      combineWith: 'OR',
      fuzzy: (term) => (term.length >= 6 && !/\d/.test(term) ? 1 : false),
      tokenize: (text) => text.split(' '),
    },
  })
  index.addAll(entries)
  const rarity = rarityOf(entries)

  return (terms, productKey) => {
    const asked = [...new Set(terms)]
    const whole = asked.reduce((sum, term) => sum + rarity(term), 0)
    if (whole === 0) return []
    const results = index.search(asked.join(' '), {
      boostDocument: (_id, _term, stored) => preference(stored?.['productKey'], productKey),
    })
    return results
      .flatMap(({ id, queryTerms, score }): (Finding & { score: number })[] => {
        const entry = entries[Number(id)]
        if (entry === undefined) return []
        const covered = queryTerms.reduce((sum, term) => sum + rarity(term), 0)
        return [{ entry, coverage: covered / whole, terms: queryTerms, score }]
      })
      .sort((a, b) => b.score * b.coverage - a.score * a.coverage || a.entry.id - b.entry.id)
  }
}

/** Prefers entries about the current product, and demotes those about another one. */
function preference(about: unknown, productKey: string | undefined): number {
  if (productKey === undefined || about === null) return 1
  return about === productKey ? 2 : 0.3
}

/** Weight of a term (inverse document frequency); highest for terms in no entry. */
function rarityOf(entries: readonly ChatEntry[]): (term: string) => number {
  const counts = new Map<string, number>()
  for (const { asked, answer } of entries) {
    for (const term of new Set(chatTerms(`${asked} ${answer}`))) counts.set(term, (counts.get(term) ?? 0) + 1)
  }
  return (term) => Math.log(1 + entries.length / (counts.get(term) ?? 0.5))
}

/**
 * Finds the entry with exactly the question's terms: that of the current product, then that of the service, then the only
 * one. Undefined if the catalog has no such question; `ambiguous` if it has several.
 */
type SameQuestion = (
  terms: readonly string[],
  productKey: string | undefined,
) => ChatEntry | 'ambiguous' | undefined

export function createSameQuestion(entries: readonly ChatEntry[], catalog: Catalog): SameQuestion {
  const names = new Map(catalog.products.map(({ key, name }) => [key, chatTerms(name)]))
  const byTerms = indexOf(entries, (wording, { productKey }) => {
    const name = names.get(productKey ?? '') ?? []
    return keyOf(chatTerms(wording).filter((term) => !name.includes(term)))
  })
  return (terms, productKey) => chooseFor(byTerms.get(keyOf(terms)) ?? [], productKey)
}

/** The same by the exact words. */
export function createSameWords(entries: readonly ChatEntry[]): SameQuestion {
  const byWords = indexOf(entries, (wording) => normalWords(wording).join(' '))
  return (words, productKey) => chooseFor(byWords.get(words.join(' ')) ?? [], productKey)
}

function indexOf(entries: readonly ChatEntry[], keyIn: (wording: string, entry: ChatEntry) => string) {
  const index = new Map<string, ChatEntry[]>()
  for (const entry of entries) {
    for (const key of new Set(entry.wordings.map((wording) => keyIn(wording, entry)))) {
      if (key !== '') index.set(key, [...(index.get(key) ?? []), entry])
    }
  }
  return index
}

function chooseFor(same: readonly ChatEntry[], productKey: string | undefined) {
  const best =
    same.find((entry) => entry.productKey === productKey) ?? same.find((entry) => entry.productKey === null)
  return best ?? (same.length > 1 ? 'ambiguous' : same[0])
}

function keyOf(terms: readonly string[]): string {
  return [...new Set(terms)].sort().join(' ')
}

/** Minimum share of the question that an entry must cover. */
const coverageMin = 0.65
/** The same where a question of the entry itself shares two terms with it. */
const coverageByWayMin = 0.5
/** Shared terms from which on an entry counts as about the same; a single one may be a coincidence. */
const termsMin = 2

/** Names of tools that are ordinary words: `Square`, `Segment`, `Safe`. */
const ordinaryWords = new Set(
  toolTable.filter(({ ordinaryWord }) => ordinaryWord === true).map(({ name }) => name),
)

/** Whether an entry is about the question, not only shares a word with it. */
type CoversQuestion = (
  finding: Finding,
  question: readonly string[],
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
