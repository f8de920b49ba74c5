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
  read(text: string, list: number): Text | undefined
}

const cachedCharsMax = 512 * 1024

export function createWordLists<Text extends ReadText>(read: (text: string) => Text): WordLists<Text> {
  /** A bit set of lists per word, 32 bits in a number. */
  const listsByWord = new Map<string, number[]>()
  const cache = new Map<string, { text: Text; lists: readonly number[] }>()
  let cachedChars = 0
  let count = 0

  const readOnce = (text: string) => {
    const fresh = read(text)
    const entry = { text: fresh, lists: listsOf(fresh.words) }
    cachedChars += text.length
    if (cachedChars > cachedCharsMax) {
      cache.clear()
      cachedChars = text.length
    }
    cache.set(text, entry)
    return entry
  }
  const listsOf = (words: readonly string[]): readonly number[] => {
    let lists: readonly number[] = none
    let own: number[] | undefined
    for (const word of words) {
      const beginning = listsByWord.get(word)
      if (beginning === undefined || beginning === lists) continue
      // Most texts match one such word at most, and need no copy.
      if (lists === none) {
        lists = beginning
        continue
      }
      if (own === undefined) {
        own = [...lists]
        lists = own
      }
      for (let at = 0; at < beginning.length; at++) own[at] = (own[at] ?? 0) | (beginning[at] ?? 0)
    }
    return lists
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
      const { text: known, lists } = cache.get(text) ?? readOnce(text)
      return ((lists[list >> 5] ?? 0) & (1 << (list & 31))) === 0 ? undefined : known
    },
  }
}

const none: readonly number[] = []
