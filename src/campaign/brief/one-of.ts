/** Where a word begins, in a regular expression with the flag `u`. */
export const wordStart = '(?<![\\p{L}\\p{N}])'
/** Where it ends. */
export const wordEnd = '(?![\\p{L}\\p{N}])'

/** A letter, an escape, a set or a group, with how often it may stand. */
const atom = /(?:\\p\{\w+\}|\\.|\[[^\]]*\]|\((?:[^()]|\([^()]*\))*\)|.)[?+*]?/gsu

interface Branches extends Map<string, Branches> {}

/** One of some words, the longest that fits, as a part of a regular expression. What words begin with alike stands once. */
export function oneOf(words: readonly string[]): string {
  const all: Branches = new Map()
  for (const word of words.toSorted((one, other) => other.length - one.length)) {
    const source = word.replaceAll('.', String.raw`\.`).replaceAll("'", "['’]")
    let branches = all
    for (const part of [...(source.match(atom) ?? []), '']) {
      const next: Branches = branches.get(part) ?? new Map()
      branches.set(part, next)
      branches = next
    }
  }
  return `(?:${sourceOf(all)})`
}

function sourceOf(branches: Branches): string {
  const sources = Array.from(branches, ([part, next]) => (part === '' ? '' : part + sourceOf(next)))
  return sources.length > 1 ? `(?:${sources.join('|')})` : (sources[0] ?? '')
}

/** A pattern for upper and lower case, with one of the words of each list and the source of each other pattern. */
export const pattern = (
  { raw }: TemplateStringsArray,
  ...parts: readonly (string | RegExp | readonly string[])[]
) =>
  new RegExp(
    String.raw(
      { raw },
      ...parts.map((part) =>
        typeof part === 'string' ? part : part instanceof RegExp ? part.source : oneOf(part),
      ),
    ),
    'iu',
  )

const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u

/** Finds one of some words, whole where its script has spaces between words. */
export function anyWord(words: readonly string[]): RegExp {
  const { whole = [], parts = [] } = Object.groupBy(words, (word) =>
    unspaced.test(word) ? 'parts' : 'whole',
  )
  const spaced = wordStart + oneOf(whole) + wordEnd
  return new RegExp([spaced, ...(parts.length > 0 ? [oneOf(parts)] : [])].join('|'), 'iu')
}
