import { once } from '../../../kernel/runtime/once.ts'
import { tokenize } from '../../brief/tokenize.ts'
import type { ScenePlan } from './families/family.ts'
import translations from './translations.json' with { type: 'json' }
import table from './words.json' with { type: 'json' }

/** Meaning of a word or phrase of a brief; several members may apply at once. */
export interface Meaning {
  /** Weights of the families that draw it. */
  shownBy: Map<string, number>
  /** Weights of the families that suit it as a product or a topic. */
  suits: Map<string, number>
  /** Kinds of things that a family can vary: family to kinds. */
  subjects: Map<string, string[]>
  moods: Map<string, number>
  seasons: Map<ScenePlan['season'], number>
  times: Map<ScenePlan['timeOfDay'], number>
  /** Hex. */
  color?: string
  /** A visible thing: shown, or reported as not shown. */
  isPicture: boolean
  /** Shown by every family, or not visible. */
  isPlain: boolean
  /** Addressed rather than shown after "for": "for families". */
  isAudience: boolean
}

const productWeight = 1.5
const topicWeight = 1

/**
 * The meaning of a phrase in the table of words.
 * @param words as the tokenizer compares them; a plural has the meaning of its singular unless the table lists the plural as well
 */
export function meaningOf(words: readonly string[]): Meaning | undefined {
  return listedMeaning(words) ?? meanings().get(words.map(singularOf).join(' '))
}

/** The meaning of exactly these words. */
export const listedMeaning = (words: readonly string[]) => meanings().get(words.join(' '))

export function singularOf(word: string): string {
  const bare = word.replace(/'s$|s'$/, '')
  const irregular: Readonly<Record<string, string>> = table.irregular
  if (Object.hasOwn(irregular, bare)) return irregular[bare] ?? bare
  if (/[^aeiou]ies$/.test(bare) && bare.length > 4) return `${bare.slice(0, -3)}y`
  if (/(ss|sh|ch|x|z)es$/.test(bare)) return bare.slice(0, -2)
  return bare.length > 3 && /[^sui]s$/.test(bare) ? bare.slice(0, -1) : bare
}

const meanings = once(() => {
  const meanings = new Map<string, Meaning>()
  const meaningFor = (word: string): Meaning => {
    const key = keyOf(word)
    const known = meanings.get(key)
    if (known) return known
    const blank = {
      shownBy: new Map(),
      suits: new Map(),
      subjects: new Map(),
      moods: new Map(),
      seasons: new Map(),
      times: new Map(),
      isPicture: false,
      isPlain: false,
      isAudience: false,
    }
    meanings.set(key, blank)
    return blank
  }
  for (const word of [...table.plain, ...table.everyFamily, ...table.colorNouns]) {
    meaningFor(word).isPlain = true
  }
  for (const word of [...table.pictures, ...table.audience]) meaningFor(word).isPicture = true
  for (const word of table.audience) meaningFor(word).isAudience = true
  for (const [family, { shows, products, topics }] of Object.entries(table.families)) {
    addWeights({ [family]: shows }, [family], (word, name, weight) => {
      const meaning = meaningFor(word)
      meaning.shownBy.set(name, weight)
      meaning.isPicture = true
    })
    for (const word of topics) meaningFor(word).suits.set(family, topicWeight)
    for (const word of products) {
      meaningFor(word).suits.set(family, productWeight)
      meaningFor(word).isPicture = true
    }
  }
  for (const [family, kinds] of Object.entries(table.subjects)) {
    for (const [kind, words] of Object.entries<readonly string[]>(kinds)) {
      for (const word of words) {
        const { subjects } = meaningFor(word)
        subjects.set(family, [...(subjects.get(family) ?? []), kind])
      }
    }
  }
  for (const [mood, words] of Object.entries(table.moods)) {
    for (const word of words) meaningFor(word).moods.set(mood, 1)
  }
  addWeights(table.seasons, ['spring', 'summer', 'autumn', 'winter'], (word, season, weight) => {
    meaningFor(word).seasons.set(season, weight)
  })
  addWeights(table.times, ['dawn', 'day', 'dusk', 'night'], (word, time, weight) => {
    meaningFor(word).times.set(time, weight)
  })
  for (const [word, color] of Object.entries(table.colors)) meaningFor(word).color = color
  for (const language of Object.values(translations))
    for (const [word, others] of Object.entries<readonly string[]>(language))
      for (const other of others) meanings.set(keyOf(other), meaningFor(word))
  return meanings
})

const keyOf = (phrase: string) =>
  tokenize(phrase)
    .map(({ value }) => value)
    .join(' ')

function addWeights<Name extends string>(
  groups: Readonly<Record<Name, Readonly<Record<string, readonly string[]>>>>,
  names: readonly Name[],
  add: (word: string, name: Name, weight: number) => void,
): void {
  for (const name of names) {
    for (const [weight, words] of Object.entries<readonly string[]>(groups[name])) {
      for (const word of words) add(word, name, Number(weight))
    }
  }
}

/** Number of words of the longest phrase in the tables. */
export const phraseWordsMax = once(() =>
  Math.max(...Array.from(meanings().keys(), (key) => key.split(' ').length)),
)
