import MiniSearch from 'minisearch'
import { chatTerms } from '../text/chat-terms.ts'
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
