/** Where a word begins, in a regular expression with the flag `u`. */
export const wordStart = '(?<![\\p{L}\\p{N}])'
/** Where it ends. */
export const wordEnd = '(?![\\p{L}\\p{N}])'

/** A letter, an escape, a set or a group, with how often it may stand. */
const atom = /(?:\\p\{\w+\}|\\.|\[[^\]]*\]|\((?:[^()]|\([^()]*\))*\)|.)[?+*]?/gsu

/**
 * One of some words, the longest that fits, as a part of a regular expression. What words begin with alike stands once:
 * a list of hundreds of words takes half of the time then.
 */
export function oneOf(words: readonly string[]): string {
  const longestFirst = words.toSorted((one, other) => other.length - one.length)
  const patterns = longestFirst.map((word) => word.replaceAll('.', String.raw`\.`).replaceAll("'", "['’]"))
  return `(?:${branchesOf(patterns.map((each) => each.match(atom) ?? []))})`
}

function branchesOf(words: readonly string[][], at = 0): string {
  const groups = Map.groupBy(words, (word) => word[at] ?? '')
  const branches = Array.from(groups, ([first, each]) => first && first + branchesOf(each, at + 1))
  return branches.length > 1 ? `(?:${branches.join('|')})` : (branches[0] ?? '')
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
