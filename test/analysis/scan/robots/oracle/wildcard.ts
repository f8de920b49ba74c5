/** A rule's path cut at its wildcards: the first literal stands at the start, the others follow in their order. */
export interface PathPattern {
  literals: readonly string[]
  /** The last literal stands at the end. */
  anchored: boolean
}

/**
 * Whether a path matches, in time linear in path and pattern: taking the first place for each literal is enough, as
 * what fits after a later place fits after an earlier one.
 */
export function matchesPath({ literals, anchored }: PathPattern, path: string): boolean {
  const first = literals[0] ?? ''
  if (!path.startsWith(first)) return false
  if (literals.length === 1) return !anchored || path.length === first.length
  const last = literals.at(-1) ?? ''
  const end = anchored ? path.length - last.length : path.length
  let at = first.length
  for (let index = 1; index < literals.length - (anchored ? 1 : 0); index += 1) {
    const literal = literals[index] ?? ''
    const found = indexOfLiteral(path, literal, at)
    if (found === -1) return false
    at = found + literal.length
  }
  return at <= end && (!anchored || path.endsWith(last))
}

/** Knuth, Morris and Pratt: the built-in search takes time by product when a hostile literal nearly fits everywhere. */
function indexOfLiteral(path: string, literal: string, from: number): number {
  if (literal.length < 2) return path.indexOf(literal, from)
  const start = path.indexOf(literal.charAt(0), from)
  if (start === -1 || path.length - start < literal.length) return -1
  const borders = bordersOf(literal)
  let matched = 0
  for (let at = start; at < path.length; at += 1) {
    const unit = path.charCodeAt(at)
    while (matched > 0 && literal.charCodeAt(matched) !== unit) matched = borders[matched - 1] ?? 0
    if (literal.charCodeAt(matched) === unit) matched += 1
    if (matched === literal.length) return at - matched + 1
  }
  return -1
}

/** For each prefix, the length of its longest proper prefix that is also its suffix. */
function bordersOf(literal: string): Uint16Array {
  const borders = new Uint16Array(literal.length)
  let matched = 0
  for (let at = 1; at < literal.length; at += 1) {
    const unit = literal.charCodeAt(at)
    while (matched > 0 && literal.charCodeAt(matched) !== unit) matched = borders[matched - 1] ?? 0
    if (literal.charCodeAt(matched) === unit) matched += 1
    borders[at] = matched
  }
  return borders
}
