import type { Catalog } from '../catalog/catalog.ts'
import { stemOf } from '../chat/chat-terms.ts'
import { normalWords } from '../text/normal-words.ts'
import { commonWords, guardedFamilies, guardedWords } from './common-words.ts'

/** Vocabulary that a catalog allows in texts about it. */
export interface Vocabulary {
  /** Stems of ordinary words: common ones, and lower-case words of the catalog. */
  words: ReadonlySet<string>
  /** Stems allowed only by the input of a text, each with the stems that allow it. */
  guarded: ReadonlyMap<string, readonly string[]>
  /** Products and tools in normal words; each is allowed only if the input names it. */
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

/** Lower-case words of a text, which excludes names. */
function smallWords(text: string): readonly string[] {
  return normalWords((text.match(small) ?? []).join(' '))
}

const small = /(?<![\p{L}\p{M}\p{N}.@/])\p{Ll}[\p{Ll}\p{M}]*(?![\p{L}\p{M}\p{N}@/])/gu
