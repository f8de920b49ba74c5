/** A text's words as lists of phrases compare them. */
export interface ReadText {
  words: readonly string[]
}

/**
 * Many lists of phrases that are looked for in the same texts. A text's words are read once, however many lists ask,
 * and a list none of whose phrases can begin in the text is answered without looking at it again.
 */
export interface WordLists<Text extends ReadText> {
  /** Takes in a list by the first words of its phrases; the number stands for it from then on. */
  add(firstWords: Iterable<string>): number
  /** The text as it was read; undefined when no phrase of the list begins in it. */
  read(text: string, list: number): Text | undefined
}

const keptCharsMax = 512 * 1024
const bits = 32

export function createWordLists<Text extends ReadText>(read: (text: string) => Text): WordLists<Text> {
  /** One bit per list, 32 of them in a number. */
  const listsByWord = new Map<string, number[]>()
  const kept = new Map<string, { text: Text; lists: readonly number[] }>()
  let keptChars = 0
  let count = 0

  const readOnce = (text: string) => {
    const known = kept.get(text)
    if (known !== undefined) return known
    const fresh = read(text)
    const lists: number[] = new Array(Math.ceil(count / bits)).fill(0)
    for (const word of fresh.words) {
      const beginning = listsByWord.get(word)
      if (beginning === undefined) continue
      for (let at = 0; at < beginning.length; at++) lists[at] = (lists[at] ?? 0) | (beginning[at] ?? 0)
    }
    keptChars += text.length
    if (keptChars > keptCharsMax) {
      kept.clear()
      keptChars = text.length
    }
    const entry = { text: fresh, lists }
    kept.set(text, entry)
    return entry
  }

  return {
    add(firstWords) {
      const list = count++
      kept.clear()
      for (const word of firstWords) {
        const lists = listsByWord.get(word) ?? []
        while (lists.length <= list / bits) lists.push(0)
        const at = Math.floor(list / bits)
        lists[at] = (lists[at] ?? 0) | (1 << (list % bits))
        listsByWord.set(word, lists)
      }
      return list
    },
    read(text, list) {
      const { text: known, lists } = readOnce(text)
      return ((lists[Math.floor(list / bits)] ?? 0) & (1 << (list % bits))) === 0 ? undefined : known
    },
  }
}
