import type { Catalog } from '../catalog/catalog.ts'
import { chatTerms } from '../text/chat-terms.ts'
import { normalWords } from '../text/normal-words.ts'
import type { ChatEntry } from './entries.ts'

/**
 * Finds the entry with exactly the question's terms: that of the current product, then that of the service, then the only
 * one. Undefined if the catalog has no such question; `ambiguous` if it has several.
 */
export type SameQuestion = (
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
