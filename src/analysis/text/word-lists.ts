/** The words of a text in the form compared with phrases. */
export interface ReadText {
  words: readonly string[]
}

/**
 * Many lists of phrases, matched against the same texts. A text's words are read once for all lists, and lists without
 * a phrase that could begin in the text are skipped.
 */
export interface WordLists<Text extends ReadText> {
  /** Adds a list by the first words of its phrases; returns its number. */
  add(firstWords: Iterable<string>): number
  /** The words of a text; undefined when no phrase of the list begins in it. */
  read(text: string, list: number): FoundText<Text> | undefined
}

export interface FoundText<Text extends ReadText> {
  text: Text
  /** Of each word: the lists with phrases that begin with it. */
  beginning: ReadonlyArray<readonly number[] | undefined>
  /** Of all words together. */
  lists: readonly number[]
}

/** Whether phrases of a list begin with a word of these lists. */
export function holds(lists: readonly number[] | undefined, list: number): boolean {
  return lists !== undefined && ((lists[list >> 5] ?? 0) & (1 << (list & 31))) !== 0
}

const cachedCharsMax = 512 * 1024

export function createWordLists<Text extends ReadText>(read: (text: string) => Text): WordLists<Text> {
  /** A bit set of lists per word, 32 bits in a number. */
  const listsByWord = new Map<string, number[]>()
  const cache = new Map<string, FoundText<Text>>()
  let cachedChars = 0
  let count = 0

  const readOnce = (text: string) => {
    const fresh = read(text)
    const beginning = fresh.words.map((word) => listsByWord.get(word))
    const entry = { text: fresh, beginning, lists: unionOf(beginning) }
    cachedChars += text.length
    if (cachedChars > cachedCharsMax) {
      cache.clear()
      cachedChars = text.length
    }
    cache.set(text, entry)
    return entry
  }
  return {
    add(firstWords) {
      const list = count++
      cache.clear()
      for (const word of firstWords) {
        const lists = listsByWord.get(word) ?? []
        while (lists.length <= list >> 5) lists.push(0)
        const at = list >> 5
        lists[at] = (lists[at] ?? 0) | (1 << (list & 31))
        listsByWord.set(word, lists)
      }
      return list
    },
    read(text, list) {
      const known = cache.get(text) ?? readOnce(text)
      return holds(known.lists, list) ? known : undefined
    },
  }
}

function unionOf(all: FoundText<ReadText>['beginning']): readonly number[] {
  const union: number[] = []
  for (const lists of all)
    for (let at = 0; lists !== undefined && at < lists.length; at++)
      union[at] = (union[at] ?? 0) | (lists[at] ?? 0)
  return union
}
