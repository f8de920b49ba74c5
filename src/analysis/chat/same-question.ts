import type { Catalog } from '../catalog/catalog.ts'
import { normalWords } from '../text/normal-words.ts'
import { chatTerms } from './chat-terms.ts'
import type { ChatEntry } from './entries.ts'

/**
 * Finds the entry that answers the very question, whatever carries its terms: that of the product that the talk is
 * about, then that of the service, then the only one. Undefined when nobody asks so in the catalog, or `ambiguous`.
 */
export type SameQuestion = (
  terms: readonly string[],
  productKey: string | undefined,
) => ChatEntry | 'ambiguous' | undefined

export function createSameQuestion(entries: readonly ChatEntry[], catalog: Catalog): SameQuestion {
  const names = new Map(catalog.products.map(({ key, name }) => [key, chatTerms(name)]))
  const byTerms = indexOf(entries, (way, { productKey }) => {
    const name = names.get(productKey ?? '') ?? []
    return keyOf(chatTerms(way).filter((term) => !name.includes(term)))
  })
  return (terms, productKey) => chooseFor(byTerms.get(keyOf(terms)) ?? [], productKey)
}

/** The same for the words themselves, to the letter. */
export function createSameWords(entries: readonly ChatEntry[]): SameQuestion {
  const byWords = indexOf(entries, (way) => normalWords(way).join(' '))
  return (words, productKey) => chooseFor(byWords.get(words.join(' ')) ?? [], productKey)
}

function indexOf(entries: readonly ChatEntry[], keyIn: (way: string, entry: ChatEntry) => string) {
  const index = new Map<string, ChatEntry[]>()
  for (const entry of entries) {
    for (const key of new Set(entry.ways.map((way) => keyIn(way, entry)))) {
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
