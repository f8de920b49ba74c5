import type { Catalog } from '../catalog/catalog.ts'
import { stemOf } from '../chat/chat-terms.ts'
import { normalWords } from '../text/normal-words.ts'
import { commonWords, guardedFamilies, guardedWords } from './common-words.ts'

/** What a catalog lends to every text about it. */
export interface Vocabulary {
  /** Stems of ordinary words: common ones, and those that the catalog writes in small letters. */
  words: ReadonlySet<string>
  /** Stems that only the input of a text can allow, each with those that allow it. */
  guarded: ReadonlyMap<string, readonly string[]>
  /** Products and tools in normal words; each may be named only where the input names it. */
  names: readonly string[]
}

export function createVocabulary(catalog: Catalog): Vocabulary {
  const { painPoints, role, timeline, tools } = catalog.questions
  const prose = [
    ...catalog.products.flatMap(({ tagline, summary, boundaries, faq }) => [
      tagline,
      summary,
      ...boundaries,
      ...faq.flatMap(({ question, answer }) => [question, answer]),
    ]),
    ...catalog.faq.flatMap(({ question, answer }) => [question, answer]),
    ...catalog.boundaries,
    ...painPoints.options,
    ...role.options,
    ...timeline.options,
  ]
  const names = [...catalog.products.map(({ name }) => name), ...tools.options]
  return {
    words: new Set([...commonWords, ...prose.flatMap(smallWords)].map(stemOf)),
    guarded: guardedStems(),
    names: [...new Set(names.map((name) => normalWords(name).join(' ')))].filter((name) => name !== ''),
  }
}

function guardedStems(): Map<string, readonly string[]> {
  const stems = new Map<string, readonly string[]>()
  for (const family of [...guardedWords.map((word) => [word]), ...guardedFamilies]) {
    const some = family.map(stemOf)
    for (const stem of some) stems.set(stem, some)
  }
  return stems
}

/** Words of a text that it writes without a capital, so that no name is among them. */
function smallWords(text: string): readonly string[] {
  return normalWords((text.match(small) ?? []).join(' '))
}

const small = /(?<![\p{L}\p{M}\p{N}.@/])\p{Ll}[\p{Ll}\p{M}]*(?![\p{L}\p{M}\p{N}@/])/gu

export const patterns = [small]
